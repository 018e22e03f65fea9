// The plot above the timeline.

/** plot draws the sizes of queues before each step, and where the run is. */
function plot(canvas, state, sizes, theme) {
	const { ratio } = fitCanvas(canvas), w = canvas.width, h = canvas.height, g = wipe(canvas);
	const length = Math.max(1, state.time.length), most = Math.max(10, ...sizes.map((s) => s.most)), log = (v) => Math.log1p(v) / Math.log1p(most);
	const pad = 3 * ratio, tall = h - 2 * pad, steps = state.time.clock === "steps";
	state.runs.forEach((run, lane) => {
		const all = sizes[lane].words, n = all.length / 2, two = state.runs.length > 1;
		for (const [k, colour] of two ? [[0, theme.laneText[lane]]] : [[1, theme.states[1]], [0, theme.states[2]]]) {
			g.beginPath();
			for (let px = 0, last = -1; px < w; px++) {
				const i = Math.floor(px / w * (steps ? length : n));
				if (i >= n) break;
				if (i === last) continue;
				let top = 0; // of the steps that share a pixel
				for (let j = Math.max(last + 1, 0); j <= i; j++) top = Math.max(top, all[2 * j + k]);
				last = i;
				const y = h - pad - tall * log(top);
				px === 0 ? g.moveTo(px, y) : g.lineTo(px, y);
			}
			[g.strokeStyle, g.lineWidth] = [colour, 1.3 * ratio];
			g.stroke();
		}
	});
	const x = clamp(state.time.at / length, 0, 1) * w;
	g.fillStyle = theme.text;
	g.fillRect(Math.round(x - ratio), 0, Math.max(2, Math.round(1.5 * ratio)), h);
	[g.font, g.fillStyle, g.textBaseline] = [`${10 * ratio}px system-ui, sans-serif`, theme.dim, "top"];
	g.fillText(thousands(most), 4 * ratio, 3 * ratio);
}
