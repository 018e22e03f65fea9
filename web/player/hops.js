// Searches between pairs on a small graph: nodes with a bit for each search, the joint frontier and both arrays
// of bits.

const SHOWN_BITS = 16; // of the longest row that is drawn

/** HopsPicture shows a graph, and the rows of its nodes. */
class HopsPicture {
	constructor(player, about) {
		[this.player, this.about] = [player, about.map];
		this.nodes = words(0, "nodes", Int32Array);
		this.ids = words(0, "ids", Int32Array);
		this.edges = words(0, "edges");
		this.moments = [];
		this.lanes = [];
		$("zoom").hidden = true;
		$("marks").addEventListener("click", (e) => this.#pick(e.offsetX, e.offsetY, e.shiftKey));
	}

	draw(state, theme) {
		const canvas = $("marks"), { ratio } = fitCanvas(canvas), g = wipe(canvas), n = state.runs.length;
		g.scale(ratio, ratio);
		const w = canvas.width / ratio, h = canvas.height / ratio, down = w < h * 1.1, gap = 16;
		this.theme = theme;
		state.runs.forEach((run, lane) => {
			if (this.moments[lane] !== run.moment) {
				this.moments[lane] = run.moment;
				this.lanes[lane] = Object.fromEntries(["seen", "fresh", "reached", "searching", "queue", "path"].map((name) => [name, words(lane, name)]));
			}
			const l = this.lanes[lane], wide = down ? w : (w - (n - 1) * gap) / n, tall = down ? (h - (n - 1) * gap) / n : h;
			[l.run, l.words] = [run, l.seen.length / this.ids.length];
			l.area = [down ? 0 : lane * (wide + gap), down ? lane * (tall + gap) : 0, wide, tall];
			l.bits = run.bits.sides ? 0 : Math.min(run.bits.columns, SHOWN_BITS);
			const card = run.bits.phases ? this.#card(g, l) : 0;
			this.#graph(g, l, [l.area[0], l.area[1], wide - card, tall]);
		});
	}

	/** bit returns a bit of a node's row. */
	#bit(rows, l, v, k) {
		return rows.length > 0 && (rows[v * l.words + (k >> 5)] >>> (k & 31) & 1) === 1;
	}

	/** #any says whether a node's row has a bit. */
	#any(rows, l, v) {
		return rows.subarray(v * l.words, (v + 1) * l.words).some((word) => word !== 0);
	}

	/** #square draws a bit; those that an expansion has set are hollow until they are identified. */
	#square(g, x, y, side, kind, l, k) {
		const theme = this.theme, ended = kind === "reached" && !(l.searching[k >> 5] >>> (k & 31) & 1);
		g.fillStyle = ended ? theme.dim : { none: theme.active, seen: theme.states[3], fresh: theme.states[2], reached: theme.states[2] }[kind];
		g.fillRect(x, y, side, side);
		if (kind !== "reached") return;
		g.fillStyle = theme.panel;
		g.fillRect(x + 2, y + 2, side - 4, side - 4);
	}

	#graph(g, l, [x, y, w, h]) {
		const theme = this.theme, [left, top, right, bottom] = this.about.box, margin = [26, 26, 26, 48];
		const scale = Math.min((w - margin[0] - margin[2]) / Math.max(1, right - left), (h - margin[1] - margin[3]) / Math.max(1, bottom - top));
		const at = (v) => [x + w / 2 + (this.nodes[2 * v] - (left + right) / 2) * scale, y + margin[1] + (h - margin[1] - margin[3]) / 2 + (this.nodes[2 * v + 1] - (top + bottom) / 2) * scale];
		const line = (a, b) => (g.moveTo(...at(a)), g.lineTo(...at(b)));
		l.at = at;
		[g.strokeStyle, g.lineWidth, g.globalAlpha] = [theme.dim, 1.5, 0.6];
		g.beginPath();
		for (let i = 0; i < this.edges.length; i += 2) line(this.edges[i], this.edges[i + 1]);
		g.stroke();
		[g.strokeStyle, g.lineWidth, g.globalAlpha] = [theme.path, 4, 1];
		g.beginPath();
		for (let i = 1; i < l.path.length; i++) line(l.path[i - 1], l.path[i]);
		g.stroke();
		const [source, target] = l.run.bits.ends ?? [], shade = (colour, part) => mix(theme.background, colour, part);
		[g.font, g.textAlign, g.textBaseline] = ["12px system-ui, sans-serif", "center", "middle"];
		for (let v = 0; v < this.ids.length; v++) {
			const [px, py] = at(v), seen = this.#any(l.seen, l, v), { sides } = l.run.bits, isEnd = v === source || v === target;
			const rim = sides && isEnd ? theme.path : v === source ? theme.source : v === target ? theme.target : theme.dim;
			const ball = sides ? [this.#bit(l.seen, l, v, 0) ? theme.source : theme.target, 0.65] : [theme.states[3], 0.55];
			const fill = this.#any(l.fresh, l, v) ? shade(theme.states[2], 0.65) : shade(...(seen ? ball : [theme.dim, 0.25]));
			dot(g, px, py, 15.5, rim);
			dot(g, px, py, 13, fill);
			g.fillStyle = theme.text;
			g.fillText(this.ids[v], px, py);
			for (let k = 0; k < l.bits; k++) {
				const kind = this.#bit(l.fresh, l, v, k) ? "fresh" : this.#bit(l.seen, l, v, k) ? "seen" : this.#bit(l.reached, l, v, k) ? "reached" : "none";
				this.#square(g, Math.round(px - (11 * l.bits - 2) / 2) + 11 * k, Math.round(py) + 20, 9, kind, l, k);
			}
		}
	}

	/** #card draws the queue of the joint frontier and the bits of two levels, and returns its width; 0 if there is no room. */
	#card(g, l) {
		const [x, y, w, h] = l.area, theme = this.theme, { bits: { level, expands, queue, columns } } = l.run, step = l.bits > 8 ? 8 : 13, cell = step - 2, label = 34;
		const wide = Math.max(238, 24 + 2 * (label + step * l.bits) + 16), n = this.ids.length;
		if (w - wide < 260) return 0;
		const left = x + w - wide + 12, perLine = Math.floor((wide - 24) / 26), lines = queue ? Math.max(1, Math.ceil(l.queue.length / perLine)) : 0;
		const start = y + 10 + (queue ? 20 + 26 * lines + 8 : 0), row = 15, shown = Math.max(1, Math.min(n, Math.floor((y + h - start - 70) / row)));
		g.fillStyle = theme.panel;
		g.beginPath();
		g.roundRect(x + w - wide, y, wide, start - y + 20 + row * shown + (shown < n || columns > l.bits ? 20 : 0) + 12, 8);
		g.fill();
		[g.font, g.textBaseline] = ["12px system-ui, sans-serif", "middle"];
		const text = (t, tx, ty, colour = theme.dim, align = "left") => ([g.textAlign, g.fillStyle] = [align, colour], g.fillText(t, tx, ty));
		if (queue) {
			text(`queue of the joint frontier, level ${level}`, left, y + 18);
			if (!l.queue.length) text("empty", left, y + 42);
			l.queue.forEach((v, i) => {
				const qx = left + 26 * (i % perLine), qy = y + 30 + 26 * Math.floor(i / perLine);
				g.fillStyle = mix(theme.background, theme.states[2], 0.65);
				g.fillRect(qx, qy, 24, 24);
				text(this.ids[v], qx + 12, qy + 12, theme.text, "center");
			});
		}
		const at = [left + label, left + label + step * l.bits + 16 + label], before = expands ? level : level - 1;
		text(before < 0 ? "start" : `level ${before}`, at[0], start + 8);
		text(`level ${before + 1}`, at[1], start + 8);
		const order = [...this.ids.keys()].sort((a, b) => this.ids[a] - this.ids[b]).slice(0, shown);
		order.forEach((v, i) => {
			const ry = start + 20 + row * i;
			text(this.ids[v], left, ry + cell / 2, this.#any(expands ? l.reached : l.fresh, l, v) ? theme.text : theme.dim);
			for (let k = 0; k < l.bits; k++) {
				const seen = this.#bit(l.seen, l, v, k), fresh = this.#bit(l.fresh, l, v, k), reached = this.#bit(l.reached, l, v, k);
				this.#square(g, at[0] + step * k, ry, cell, expands && fresh ? "fresh" : seen && (expands || !fresh) ? "seen" : "none", l, k);
				this.#square(g, at[1] + step * k, ry, cell, !expands && fresh ? "fresh" : expands && reached ? "reached" : seen ? "seen" : "none", l, k);
			}
		});
		const more = [...(shown < n ? [`and ${n - shown} more nodes`] : []), ...(columns > l.bits ? [`the first ${l.bits} of ${thousands(columns)} searches`] : [])];
		if (more.length) text(more.join("; "), left, start + 30 + row * shown);
		return wide;
	}

	/** #pick moves an end of the first pair to the node at a pixel. */
	#pick(px, py, target) {
		for (const { at } of this.lanes.slice(0, this.player.state.runs.length)) {
			const v = this.ids.findIndex((_, v) => Math.hypot(at(v)[0] - px, at(v)[1] - py) < 18);
			if (v >= 0) return this.player.do({ do: "end-at", x: this.nodes[2 * v], y: this.nodes[2 * v + 1], within: 1, target });
		}
	}
}
