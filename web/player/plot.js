// Plots of what runs work on: above the timeline, or below the picture.

const NO_VALUE = 2 ** 32 - 1; // as live.NoValue

/** Plots draws the plots that runs describe. */
class Plots {
	constructor() {
		this.sizes = [];
	}

	show(state, theme) {
		const plots = state.runs.map((r) => r.plot), below = !!plots[0]?.entries;
		[$("plot").hidden, $("dock").hidden] = [!plots[0] || below, !below];
		if (!plots[0]) return;
		this.sizes = state.runs.map((r, lane) => {
			const of = [r.algorithm, r.known, r.moment].join();
			return this.sizes[lane]?.of === of ? this.sizes[lane] : { of, series: this.#series(r.plot, words(lane, "sizes")) };
		});
		below ? this.#below(state, theme) : this.#above(state, theme);
	}

	/** #series returns the series of a plot with their values, and the greatest of each. */
	#series({ series }, all) {
		return series.map((s, k) => {
			const values = Array.from({ length: all.length / series.length }, (_, i) => all[series.length * i + k]);
			return { ...s, values, most: values.reduce((most, v) => (v === NO_VALUE ? most : Math.max(most, v)), 0) };
		});
	}

	/** #above draws lines over the clock: of one run all, of two the first one of each. */
	#above({ runs, time }, theme) {
		const lines = runs.length > 1 ? this.sizes.map(({ series }, lane) => ({ ...series[0], tints: [theme.laneText[lane]] })) : this.#tinted(0, theme).reverse();
		const length = Math.max(1, time.length);
		plot($("plot"), lines.map((s) => ({ ...s, length: time.clock === "steps" ? length : s.values.length })), clamp(time.at / length, 0, 1), theme);
		const { ratio } = fitCanvas($("plot")), g = $("plot").getContext("2d");
		[g.font, g.fillStyle, g.textBaseline] = [`${10 * ratio}px system-ui, sans-serif`, theme.dim, "top"];
		g.fillText(thousands(scaleOfAll(lines)), 4 * ratio, 3 * ratio);
	}

	/** #below draws the plot of each run over its steps, below its half of the picture, with captions and an image beside it. */
	#below({ runs }, theme) {
		const dock = $("dock"), canvas = (name) => el("canvas", { class: name, "aria-hidden": "true" });
		dock.className = runs.length > 1 ? "two" : "";
		if (dock.children.length !== runs.length) dock.replaceChildren(...runs.map(() => el("div", {}, el("div", { class: "levels" }, el("ul", { class: "legend" }), el("span", { class: "image" }), canvas(""), canvas("image")))));
		runs.forEach((run, lane) => {
			const [captions, name, canvas, image] = dock.children[lane].firstElementChild.children, palette = paletteOf(theme, run.plot);
			captions.replaceChildren(...entriesOf(run.plot.entries.map(([text, colour]) => [text, tintOf(palette, colour)])));
			const series = this.#tinted(lane, palette), n = series[0].values.length;
			const length = Math.max(n, 2 * canvas.clientWidth / Math.max(1, canvas.clientHeight)); // few steps are narrow
			plot(canvas, series.map((s) => ({ ...s, length, done: run.event.step })), (run.event.step - 0.5) / length, theme);
			say(name, run.plot.image.text);
			if (!image.clientWidth) return; // there is no room
			const cells = (this.sizes[lane].cells ??= words(lane, "image"));
			if (cells.length) this.#image(image, cells, run.plot.image.across, run.plot.image.colours.map((c) => tintOf(c === "seen" ? theme : palette, c)), palette);
		});
	}

	/** #image draws cells: how much of each is set, in the colour of its column or of all, and how much is new. */
	#image(canvas, cells, across, colours, { chart, states }) {
		fitCanvas(canvas);
		const image = new ImageData(across, cells.length / across), [none, last, ...some] = [chart, states[2], ...colours].map(rgb);
		cells.forEach((cell, i) => {
			const of = some[i % across % some.length], set = (cell & 255) / 255, isNew = (cell >> 8) / 255;
			for (let k = 0; k < 3; k++) {
				const c = none[k] + (of[k] - none[k]) * set;
				image.data[4 * i + k] = 255 * (c + (last[k] - c) * isNew);
			}
			image.data[4 * i + 3] = 255;
		});
		drawCells(wipe(canvas), [0, 0, canvas.width, canvas.height], image, false);
	}

	#tinted(lane, palette) {
		return this.sizes[lane].series.map((s) => ({ ...s, tints: s.colours.map((c) => tintOf(palette, c)) }));
	}
}

/** scaleOfAll returns the end of the scale that series share. */
const scaleOfAll = (series) => Math.max(10, ...series.map((s) => (s.own || s.kind === "strip" ? 0 : s.most)));

/** plot draws series, each over a length of steps, and a mark at a part of the width. Where there are bars, a step has a width. */
function plot(canvas, series, mark, theme) {
	const { ratio } = fitCanvas(canvas), w = canvas.width, h = canvas.height, g = wipe(canvas), most = scaleOfAll(series), pad = 3 * ratio;
	const wide = series.some((s) => s.kind === "bars"), strip = series.some((s) => s.kind === "strip") ? 10 * ratio : 0, floor = h - strip - pad, tall = floor - pad;
	for (const s of series) {
		const n = s.values.length, x = (step) => step / s.length * w, columns = Math.min(n, Math.floor(x(n) / (wide ? 2 * ratio : 1))), points = [];
		for (let c = 0; c < columns; c++) { // of the steps that share a column, the greatest value
			const from = Math.floor(c * n / columns), end = Math.floor((c + 1) * n / columns), values = s.values.slice(from, end).filter((v) => v !== NO_VALUE);
			if (!values.length) continue;
			const value = Math.max(...values), y = floor - tall * (s.own ? value / Math.max(1, s.most) : Math.log1p(value) / Math.log1p(most));
			const [x0, x1] = [Math.round(x(from)), Math.round(x(end))], gap = x1 - x0 > 3 * ratio ? ratio : 0;
			if (s.kind === "line") points.push([wide ? (x0 + x1) / 2 : x(from), y]);
			g.fillStyle = s.tints[s.kind === "strip" ? values[0] : 0];
			g.globalAlpha = s.kind === "bars" ? (end <= s.done ? 0.75 : 0.25) : 1;
			if (s.kind === "bars") g.fillRect(x0, y, x1 - x0 - gap, floor - y);
			if (s.kind === "strip") g.fillRect(x0, h - strip, x1 - x0 - gap, strip);
		}
		g.globalAlpha = 1;
		for (const [colour, width] of wide ? [[theme.chart, 4], [s.tints[0], 2]] : [[s.tints[0], 1.3]]) {
			g.beginPath();
			for (const [px, py] of points) g.lineTo(px, py);
			[g.strokeStyle, g.lineWidth, g.lineJoin] = [colour, width * ratio, "round"];
			g.stroke();
		}
	}
	g.fillStyle = theme.text;
	if (mark >= 0) g.fillRect(Math.round(mark * w - ratio), 0, Math.max(2, Math.round(1.5 * ratio)), h);
}
