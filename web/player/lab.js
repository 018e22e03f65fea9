// The buffers of a lab: fields as cells, others as bars, few numbers as text.

/** LabPicture shows the drawings of a lab, one below the other. */
class LabPicture {
	constructor() {
		$("marks").classList.add("still");
		$("zoom").hidden = true;
		this.moments = [];
		this.arrays = [];
	}

	draw(state, theme) {
		const canvas = $("marks"), { ratio } = fitCanvas(canvas), g = wipe(canvas), n = state.runs.length, gap = Math.round(16 * ratio);
		const w = Math.floor((canvas.width - (n - 1) * gap) / n);
		state.runs.forEach((run, lane) => {
			if (this.moments[lane] !== run.moment) {
				this.moments[lane] = run.moment;
				this.arrays[lane] = run.arrays.map((a) => (a.numbers == null ? words(lane, a.name) : null));
			}
			this.#run(g, [lane * (w + gap), w, canvas.height], run, this.arrays[lane], theme, ratio);
		});
	}

	/** #run draws the drawings of a run: written ones take a line, the others share the rest. */
	#run(g, [x, w, height], run, arrays, theme, ratio) {
		const line = Math.round(20 * ratio), written = run.arrays.filter((a) => a.numbers != null).length, drawn = run.arrays.length - written;
		const tall = Math.floor((height - written * line) / Math.max(1, drawn));
		let top = 0;
		run.arrays.forEach((a, k) => {
			const scale = a.numbers ?? `${a.low} to ${a.high}`, area = [x, top + line, w, tall - line - Math.round(8 * ratio)];
			const field = a.columns ? this.#cells(area, arrays[k].length, a.columns) : null, wide = field ? Math.max(field.w, 220 * ratio) : w;
			[g.font, g.textBaseline, g.fillStyle, g.textAlign] = [`${12 * ratio}px system-ui, sans-serif`, "bottom", a.numbers == null ? theme.dim : theme.text, "right"];
			g.fillText(scale, x + wide, top + line - 3 * ratio, wide * 0.6);
			[g.fillStyle, g.textAlign] = [theme.dim, "left"];
			g.fillText(a.text, x, top + line - 3 * ratio, wide - Math.min(wide * 0.6, g.measureText(scale).width) - 12 * ratio);
			top += line;
			if (a.numbers != null) return;
			const all = arrays[k], share = (i) => all[i] / Math.max(1, a.most);
			if (field) this.#field(g, field, all, a, theme);
			else drawBars(g, area, all.length, share, (i) => ramp(theme.ramp, share(i)));
			top += tall - line;
		});
	}

	/** #cells returns the place of a field of n cells, each as large as fits, in whole pixels if it has some. */
	#cells([x, y, w, h], n, columns) {
		const rows = Math.max(1, Math.ceil(n / columns)), each = Math.min(w / columns, h / rows), whole = each >= 1 ? Math.floor(each) : each;
		return { x, y, w: columns * whole, h: rows * whole, rows, smooth: each < 1 };
	}

	/** #field draws a cell for each element, in rows. */
	#field(g, { x, y, w, h, rows, smooth }, all, { columns, most }, theme) {
		const cells = new ImageData(columns, rows), scale = Array.from({ length: 256 }, (_, i) => ramp(theme.ramp, i / 255).match(/\d+/g).map(Number));
		for (let i = 0; i < all.length; i++) cells.data.set([...scale[Math.round(255 * all[i] / Math.max(1, most))], 255], 4 * i);
		drawCells(g, [x, y, w, h], cells, smooth);
	}
}
