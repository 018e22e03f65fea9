// Arrays: the keys of sorts as bars where they are few, as points otherwise, with the counts of a radix sort's
// digit; and the arrays of prefix sums.

/** bars returns how many keys are drawn as bars in a width. */
const bars = (width) => Math.min(2048, width);

/** SortPicture shows arrays of keys. */
class SortPicture {
	constructor(player) {
		this.player = player;
		$("marks").classList.add("still");
		$("zoom").hidden = true;
		this.cells = [];
		this.moments = [];
	}

	draw(state, theme) {
		const canvas = $("marks"), { ratio } = fitCanvas(canvas), g = wipe(canvas);
		const n = state.runs.length, across = canvas.width > canvas.height * 1.1, gap = Math.round(16 * ratio);
		state.runs.forEach((run, lane) => {
			if (run.moment === 0) return; // a comparison is measured first
			if (this.moments[lane] !== run.moment) {
				this.moments[lane] = run.moment;
				this.cells[lane] = { keys: words(lane, "cells"), counts: words(lane, "counts") };
			}
			const w = across ? Math.floor((canvas.width - (n - 1) * gap) / n) : canvas.width, h = across ? canvas.height : Math.floor((canvas.height - (n - 1) * gap) / n);
			const area = [across ? lane * (w + gap) : 0, across ? 0 : lane * (h + gap), w, h];
			this.#run(g, area, this.cells[lane], run, theme, ratio);
		});
	}

	#run(g, [x, y, w, h], { keys, counts }, run, theme, ratio) {
		const tinted = this.tint(keys.length, w), byDigit = tinted === "digit" && counts.length > 0, byMove = tinted === "moved";
		const tint = (word) => byMove ? (word >> 24 & 1 ? theme.states[2] : theme.still) : ramp(theme.ramp, byDigit ? (word >> 16 & 255) / 255 : (word & 65535) / 65535);
		const low = counts.length ? Math.round(Math.min(h * 0.28, 150 * ratio)) : 0, high = h - (low ? low + 30 * ratio : 0);
		this.#keys(g, [x, y, w, high], keys, tint, ratio);
		if (!low) return;
		const top = y + h - low, most = Math.max(...counts), each = w / counts.length;
		[g.font, g.fillStyle, g.textBaseline] = [`${12 * ratio}px system-ui, sans-serif`, theme.dim, "bottom"];
		g.fillText(w > 260 * ratio ? `keys by digit, 0 to ${counts.length - 1}, at most ${thousands(most)}` : "keys by digit", x, top - 4 * ratio, w);
		for (let i = 0; i < counts.length; i++) {
			g.fillStyle = ramp(theme.ramp, i / (counts.length - 1));
			const tall = Math.round(low * counts[i] / Math.max(1, most)), left = Math.round(i * each);
			g.fillRect(x + left, top + low - tall, Math.max(1, Math.round((i + 1) * each) - left - (each > 4 * ratio ? 1 : 0)), tall);
		}
	}

	/** tint returns what colours show: unless it is chosen, the digit of points, of a radix sort alone, else the value. */
	tint(n, width) {
		const state = this.player.state, digits = this.cells[0]?.counts.length > 0;
		return this.player.look.tint || (state.runs.length === 1 && digits && n > bars(width) ? "digit" : "value");
	}

	/** #keys draws bars where each has a pixel of its own, and points otherwise. */
	#keys(g, area, keys, tint, ratio) {
		const [x, y, w, h] = area, n = keys.length;
		if (n <= bars(w)) return drawBars(g, area, n, (i) => (keys[i] & 65535) / 65535, (i) => tint(keys[i]));
		const dot = Math.max(ratio, clamp(Math.sqrt(w * h / n) / 3, 1, 4 * ratio));
		for (let i = 0; i < n; i++) {
			g.fillStyle = tint(keys[i]);
			g.fillRect(x + i * (w - dot) / Math.max(1, n - 1), y + (1 - (keys[i] & 65535) / 65535) * (h - dot), dot, dot);
		}
	}
}

/** drawBars draws n bars, each as high as a share of the area; of several in a pixel the first one. */
function drawBars(g, [x, y, w, h], n, share, colour) {
	const columns = Math.min(n, w), each = w / columns;
	for (let c = 0; c < columns; c++) {
		const i = Math.floor(c * n / columns), left = Math.round(c * each), right = Math.round((c + 1) * each), tall = Math.max(1, Math.round(share(i) * h));
		g.fillStyle = colour(i);
		g.fillRect(x + left, y + h - tall, Math.max(1, right - left - (each >= 4 ? 1 : 0)), tall);
	}
}

/** SumsPicture shows the arrays of prefix sums, one below the other. */
class SumsPicture {
	constructor(player) {
		this.player = player;
		$("marks").classList.add("still");
		$("zoom").hidden = true;
		this.moments = [];
		this.arrays = [];
	}

	draw(state, theme) {
		const canvas = $("marks"), { ratio } = fitCanvas(canvas), g = wipe(canvas), n = state.runs.length, gap = Math.round(16 * ratio), text = Math.round(20 * ratio);
		const w = Math.floor((canvas.width - (n - 1) * gap) / n);
		[g.font, g.textBaseline] = [`${12 * ratio}px system-ui, sans-serif`, "bottom"];
		state.runs.forEach((run, lane) => {
			if (this.moments[lane] !== run.moment) {
				this.moments[lane] = run.moment;
				this.arrays[lane] = run.arrays.map((a) => words(lane, a.name));
			}
			const tall = Math.floor(canvas.height / run.arrays.length), x = lane * (w + gap);
			run.arrays.forEach((a, k) => {
				const all = this.arrays[lane][k], axis = `0 to ${thousands(a.most)}`, top = k * tall + text, high = tall - text - Math.round(8 * ratio);
				g.fillStyle = theme.dim;
				g.textAlign = "right";
				g.fillText(axis, x + w, top - 3 * ratio);
				g.textAlign = "left";
				g.fillText(a.text, x, top - 3 * ratio, w - g.measureText(axis).width - 12 * ratio);
				drawBars(g, [x, top, w, high], all.length, (i) => all[i] / Math.max(1, a.most), (i) => ramp(theme.ramp, all[i] / Math.max(1, a.most)));
			});
		});
	}
}
