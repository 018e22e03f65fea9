// Clips: a short sequence with its links and its tree; a longer one as a strip of heights with its partitions,
// and how these find the pushes that are open before them.

const WAITING = 0, LINKED = 3; // states of a partition
const PUBLISHES = 1, LOOKS = 2, SEES_DONE = 3, FOLLOWS = 4, WAITS = 5; // events of a walk, in words of shaders/include
const POP = 2; // a kind of element

/** ClipsPicture shows the matching of clips. */
class ClipsPicture {
	constructor(player) {
		this.player = player;
		this.moments = [];
		this.lanes = [];
		$("zoom").hidden = true;
		$("marks").style.cursor = "pointer";
		$("marks").addEventListener("click", (e) => this.#pick(e.offsetX, e.offsetY));
	}

	draw(state, theme) {
		const canvas = $("marks"), { ratio } = fitCanvas(canvas), g = wipe(canvas);
		g.scale(ratio, ratio);
		const w = canvas.width / ratio, foot = 24, gap = 14, n = state.runs.length, h = (canvas.height / ratio - foot - (n - 1) * gap) / n;
		this.colours = [theme.active, theme.dim, theme.second, theme.accent];
		this.kinds = [theme.dim, theme.good, theme.error];
		this.theme = theme;
		g.font = "12px system-ui, sans-serif";
		state.runs.forEach((run, lane) => {
			if (this.moments[lane] !== run.moment) {
				this.moments[lane] = run.moment;
				const of = (name) => words(lane, name, Int32Array);
				this.lanes[lane] = { elements: of("elements"), heights: of("heights"), links: of("links"), states: of("partition states"), backs: of("backs"), walk: of("walk"), minima: of("minima"), levels: of("levels") };
			}
			const l = { ...this.lanes[lane], run, g, lane, area: [0, lane * (h + gap), w, h] };
			l.n = l.elements.length;
			if (this.player.look.tint === "levels" && l.levels.length) this.#levels(l);
			else n === 1 && l.n <= 64 ? this.#links(l, state) : this.#strip(l, state);
		});
		[g.textAlign, g.textBaseline, g.fillStyle] = ["left", "bottom", theme.dim];
		g.fillText((state.inspected ?? [this.player.about.recorded || this.player.look.tint ? "" : "Click an element to see its link, or a partition to see its walk."]).join("; "), 0, canvas.height / ratio - 4, w);
	}

	/** known says whether the link of an element is known. */
	#known({ run, states }, i) {
		return states[Math.floor(i / run.size)] === LINKED;
	}

	/** #links draws every element of a short sequence: arcs to what it is linked with, its column, and the tree. */
	#links(l, state) {
		const { g, area: [x, y, w, h], n, links } = l, left = x + 52, wide = Math.min(44, (w - left) / n), rows = 66, arcs = Math.max(0, (h - rows) * 0.42), theme = this.theme;
		const at = (i) => left + wide * (i + 0.5), kind = (i) => this.kinds[l.elements[i]], on = new Set(), depths = [];
		for (let i = state.element ?? -1; i >= 0 && this.#known(l, i); i = links[i]) on.add(i);
		for (let i = 0; i < n; i++) depths[i] = links[i] < 0 ? 0 : depths[links[i]] + (l.elements[i] === POP ? 0 : 1);
		for (const chosen of [false, true]) {
			for (let i = 0; i < n; i++) {
				if (links[i] < 0 || !this.#known(l, i) || on.has(i) !== chosen) continue;
				arc(g, at(i), at(links[i]), y + arcs, arcs - 12, w - left, chosen ? theme.text : kind(i), chosen ? 2 : 1.2, chosen ? 1 : 0.6);
			}
		}
		const top = y + arcs + 8, deepest = Math.max(...depths), tree = top + rows + 12, tall = Math.min(46, (y + h - tree) / (deepest + 1));
		g.textBaseline = "middle";
		["index", "input", "link"].forEach((name, row) => {
			const middle = top + (row + 0.5) * rows / 3;
			[g.textAlign, g.fillStyle, g.font] = ["right", theme.dim, "12px system-ui, sans-serif"];
			g.fillText(name, left - 8, middle);
			g.textAlign = "center";
			if (row === 1) g.font = "600 15px system-ui, sans-serif";
			for (let i = 0; i < n; i++) {
				const text = [String(i), ".()"[l.elements[i]], !this.#known(l, i) ? "?" : links[i] < 0 ? "–" : String(links[i])][row];
				g.fillStyle = on.has(i) ? theme.text : [theme.dim, kind(i), theme.text][row];
				g.fillText(text, at(i), middle + (row !== 1 && wide < 18 ? (i % 2 - 0.5) * 11 : 0));
			}
		});
		const node = (i) => [at(i), tree + tall * (depths[i] + 0.5)], radius = Math.min(11, 0.46 * wide, 0.45 * tall);
		for (let i = 0; i < n; i++) {
			if (links[i] < 0 || !this.#known(l, i)) continue;
			[g.strokeStyle, g.lineWidth, g.globalAlpha] = on.has(i) ? [theme.text, 2, 1] : [l.elements[i] === POP ? theme.good : theme.dim, 1.2, 0.6];
			g.beginPath();
			g.moveTo(...node(links[i]));
			g.lineTo(...node(i));
			g.stroke();
		}
		[g.globalAlpha, g.font] = [1, "11px system-ui, sans-serif"];
		for (let i = 0; i < n; i++) {
			const known = this.#known(l, i), pop = l.elements[i] === POP;
			dot(g, ...node(i), !known ? 2 : pop ? Math.min(4, radius) : radius, !known ? theme.active : pop && links[i] < 0 ? theme.error : kind(i));
			if (!known || pop || radius < 8) continue;
			g.fillStyle = theme.background;
			g.fillText(i, ...node(i));
		}
		l.pick = (px, py) => px >= left && px < left + wide * n ? { do: "element", step: Math.floor((px - left) / wide) } : null;
		this.lanes[l.lane].pick = l.pick;
	}

	/** #strip draws the heights of a sequence, a block for each partition, and above them walks or the tree. */
	#strip(l, state) {
		const { g, area: [x0, y0, w, h], run, n, heights, elements, states } = l, theme = this.theme, tall = Math.max(40, h * 0.42), strip = y0 + h - tall - 9, blocks = strip - 32;
		const x = (i) => x0 + w * i / n, middle = (q) => (x(q * run.size) + x(Math.min(n, (q + 1) * run.size))) / 2, parts = states.length;
		let least = 0, most = 1;
		for (const height of heights) [least, most] = [Math.min(least, height), Math.max(most, height)];
		const y = (height) => strip + tall - 4 - (tall - 24) * (height - least) / (most - least), tint = (height) => ramp(theme.ramp, (height - least) / (most - least));
		g.fillStyle = theme.chart;
		g.fillRect(x0, strip, w, tall);
		if (run.shown >= 0) {
			g.fillStyle = theme.hover;
			g.fillRect(x(run.shown * run.size), strip, Math.max(1, w * run.size / n), tall);
		}
		const columns = Math.max(1, Math.min(n, Math.floor(w)));
		for (let c = 0; c < columns; c++) {
			const from = Math.floor(c * n / columns), to = Math.max(from + 1, Math.floor((c + 1) * n / columns)), counts = [0, 0, 0];
			let low = heights[from], high = low;
			for (let i = from; i < to; i++) {
				[low, high] = [Math.min(low, heights[i + 1]), Math.max(high, heights[i + 1])];
				counts[elements[i]]++;
			}
			const left = x0 + w * c / columns, wide = Math.max(1, w / columns);
			[g.fillStyle, g.globalAlpha] = [tint(high), 0.28];
			g.fillRect(left, y(high), wide, y(Math.min(low, 0)) - y(high));
			g.globalAlpha = 1;
			g.fillRect(left, y(high), wide, Math.max(1.5, y(low) - y(high)));
			g.fillStyle = this.kinds[counts.indexOf(Math.max(...counts))];
			g.fillRect(left, strip + tall + 3, wide, 6);
		}
		[g.fillStyle, g.textAlign, g.textBaseline] = [theme.dim, "left", "top"];
		g.fillText(`height: pushes less pops, ${thousands(least)} to ${thousands(most)}`.replace("-", "−"), x0 + 6, strip + 4);
		for (let q = 0; q < parts; q++) {
			const left = x(q * run.size), right = x(Math.min(n, (q + 1) * run.size)), wide = Math.max(1, right - left - (right - left > 3 ? 1 : 0));
			g.fillStyle = this.colours[states[q]];
			g.fillRect(left, blocks, wide, 24);
			if (q === run.shown) {
				[g.strokeStyle, g.lineWidth] = [theme.text, 2];
				g.strokeRect(left + 1, blocks + 1, Math.max(1, wide - 2), 22);
			}
			if (wide < 8 * String(parts).length + 4) continue;
			[g.fillStyle, g.textAlign, g.textBaseline] = [states[q] === WAITING ? theme.text : theme.background, "center", "middle"];
			g.fillText(q, left + wide / 2, blocks + 12);
		}
		const above = { base: blocks - 4, tall: blocks - y0 - 16, middle, w, x, y0, tint };
		l.minima.length ? this.#tree(l, above) : this.#walks(l, above);
		const i = state.element ?? -1;
		if (i >= 0) {
			const of = (k) => [(x(k) + x(k + 1)) / 2, y(heights[k])], known = this.#known(l, i) && l.links[i] >= 0;
			if (known) {
				const [a, b] = [of(i), of(l.links[i])];
				[g.strokeStyle, g.lineWidth] = [theme.good, 1.5];
				g.beginPath();
				g.moveTo(...a);
				g.lineTo(a[0], b[1]);
				g.lineTo(...b);
				g.stroke();
				dot(g, ...b, 4, theme.good, theme.background);
			}
			dot(g, ...of(i), 4, theme.text, theme.background);
		}
		this.lanes[l.lane].pick = (px, py) => {
			const i = clamp(Math.floor((px - x0) / w * n), 0, n - 1);
			if (py >= strip && py <= y0 + h) return { do: "element", step: i };
			return py >= blocks && py < strip ? { do: "partition", step: Math.floor(i / run.size), lane: l.lane } : null;
		};
	}

	/** #walks draws the known back-links, and the walk of the shown partition on top. */
	#walks({ g, run, states, backs, walk }, { base, tall, middle, w }) {
		const theme = this.theme, to = (a, b, colour, thick, alpha = 1) => arc(g, middle(a), middle(b), base, tall, w, colour, thick, alpha);
		if (backs.length <= 2048) backs.forEach((b, q) => states[q] === LINKED && b >= 0 && q !== run.shown && to(q, b, theme.target, 1, 0.45));
		let at = run.shown;
		const looks = [];
		for (let k = 0; k < walk.length; k += 2) {
			const kind = walk[k], other = walk[k + 1];
			if (kind === PUBLISHES) [at, looks.length] = [run.shown, 0];
			else if (kind === WAITS) to(at, other, theme.text, 1, 0.5);
			else if (kind === LOOKS || kind === SEES_DONE) {
				if (other !== at) to(at, other, theme.second, 2);
				looks.push([at = other, kind]);
			} else if (kind === FOLLOWS) {
				to(at, other, theme.target, 2);
				at = other;
			}
		}
		for (const [q, kind] of looks) dot(g, middle(q), base, 3.5, this.colours[kind === SEES_DONE ? LINKED : 2], theme.background);
	}

	/** #tree draws the lowest heights of partitions and, above, of four nodes each, as far as they are known. */
	#tree({ g, run, states, minima, n }, { base, tall, x, y0, tint }) {
		const known = run.event.facts.find((f) => f.name === "level")?.value ?? -1, levels = [], theme = this.theme;
		for (let first = minima.length / 4, number = states.length, span = 1; first >= 1; first = Math.floor((first - 1) / 4), number = Math.floor((number + 3) / 4), span *= 4) levels.push([first, number, span]);
		const each = Math.min(58, tall / (levels.length + 0.5));
		[g.textAlign, g.textBaseline] = ["center", "middle"];
		levels.forEach(([first, number, span], level) => {
			for (let k = 0; k < number; k++) {
				const left = x(Math.min(n, k * span * run.size)), right = x(Math.min(n, (k + 1) * span * run.size)), wide = Math.max(1, right - left - 1), high = Math.min(28, each * 0.62), top = base - 6 - level * each - high;
				if (level > known) {
					[g.strokeStyle, g.lineWidth] = [theme.active, 1];
					g.strokeRect(left + 0.5, top + 0.5, wide - 1, high - 1);
					continue;
				}
				const height = minima[first + k - 1], text = String(height);
				g.fillStyle = tint(height);
				g.fillRect(left, top, wide, high);
				if (wide < 8 * text.length + 4) continue;
				g.fillStyle = theme.background;
				g.fillText(text, left + wide / 2, top + high / 2);
			}
		});
		[g.textAlign, g.textBaseline, g.fillStyle] = ["left", "top", theme.dim];
		if (levels.length) g.fillText(known < 0 ? "no height is known yet" : "lowest heights: of partitions below, of four nodes each above", 0, y0 + 2);
	}

	/** #levels draws the reduction of a partition in place: a row of blocks for each level, with the open pushes in their slots,
	 * and the links that are found there. */
	#levels({ g, area: [x, y, w, h], run, lane, n, elements, links, states, levels }) {
		const [count, made, size] = levels, theme = this.theme, left = x + 74, wide = Math.min(46, (w - left + x) / size), first = Math.max(0, run.shown) * size;
		const top = y + 56, tall = Math.min(92, (h - 56 - 40) / count), cell = Math.min(26, tall * 0.36), at = (i) => left + wide * i, row = (k) => top + tall * k, gap = Math.min(2, wide / 6);
		const colour = (k) => ramp(theme.ramp, 0.15 + 0.85 * k / Math.max(1, count - 1)), fits = wide >= 20;
		const write = (text, tx, ty, c, align = "center") => ([g.textAlign, g.fillStyle] = [align, c], g.fillText(text, tx, ty));
		const found = new Array(size).fill(count); // the level at which the link of an element is
		[g.textBaseline, g.lineWidth] = ["middle", 1];
		write("input", left - 10, y + 38, theme.dim, "right");
		for (let i = 0; i < size && first + i < n; i++) {
			if (fits) write(first + i, at(i) + wide / 2, y + 18, theme.dim);
			if (wide >= 8) write(".()"[elements[first + i]], at(i) + wide / 2, y + 38, this.kinds[elements[first + i]]);
		}
		let from = new Map();
		for (let k = 0, word = 3; k < count; k++) {
			const blocks = size >> k, slots = word, values = word + 2 * size, pushes = new Map();
			word = values + 2 * blocks;
			write(k ? `level ${k}` : "elements", left - 10, row(k) + cell / 2, theme.dim, "right");
			for (let b = 0; b < blocks; b++) {
				const bx = at(b * (size / blocks)) + gap, long = wide * size / blocks - 2 * gap, [pops, open] = [levels[values + 2 * b], levels[values + 2 * b + 1]];
				[g.fillStyle, g.strokeStyle] = [theme.field, theme.line];
				k < made ? g.fillRect(bx, row(k), long, cell) : g.strokeRect(bx + 0.5, row(k) + 0.5, long - 1, cell - 1);
				const text = pops + open > 6 ? `${pops} ), ${open} (` : ")".repeat(pops) + "(".repeat(open);
				if (k && k < made && tall > 56 && 7 * text.length < long) write(text, bx, row(k) + cell + 10, theme.dim, "left");
			}
			for (let i = 0; i < size && k < made; i++) {
				const [push, link] = [levels[slots + 2 * i], levels[slots + 2 * i + 1]];
				if (link >= 0) found[i] = Math.min(found[i], k);
				if (push >= 0) {
					pushes.set(push, i);
					if (k && wide >= 3) {
						[g.strokeStyle, g.globalAlpha] = from.get(push) === i ? [theme.good, 0.4] : [theme.second, 1];
						g.beginPath();
						g.moveTo(at(from.get(push)) + wide / 2, row(k - 1) + cell);
						g.lineTo(at(i) + wide / 2, row(k));
						g.stroke();
						g.globalAlpha = 1;
					}
					g.fillStyle = theme.good;
					g.fillRect(at(i) + gap, row(k), Math.max(1, wide - 2 * gap), cell);
					if (fits) write(first + push, at(i) + wide / 2, row(k) + cell / 2, theme.background);
				}
				if (found[i] !== k) continue;
				g.fillStyle = colour(k);
				g.fillRect(at(i) + gap, row(k) + cell, Math.max(1, wide - 2 * gap), 3);
				if (fits && tall >= cell + 40) write(link, at(i) + wide / 2, row(k) + cell + 24, colour(k));
			}
			from = pushes;
		}
		const last = row(count) + 8;
		write("link", left - 10, last, theme.dim, "right");
		for (let i = 0; i < size && first + i < n; i++) {
			const link = links[first + i], known = states[Math.max(0, run.shown)] === LINKED;
			const [text, c] = found[i] < count ? [link, colour(found[i])] : !known ? ["?", theme.active] : link < 0 ? ["–", theme.dim] : [link, theme.target];
			if (fits) write(text, at(i) + wide / 2, last, c);
			else (g.fillStyle = c, g.fillRect(at(i), last - 4, Math.max(1, wide - 1), 8));
		}
		this.lanes[lane].pick = () => null;
	}

	#pick(px, py) {
		for (const lane of this.lanes.slice(0, this.player.state.runs.length)) {
			const request = lane.pick?.(px, py);
			if (request) return this.player.do(request);
		}
	}

	/** legend explains the colours. */
	legend(state, theme) {
		if (this.player.look.tint === "levels" && this.lanes[0]?.levels.length) return [["an open push", theme.good], ["is moved in place", theme.second], ["resolved at level 1", ramp(theme.ramp, 0.35)], ["by the look-back", theme.target]];
		const tree = state.runs.every((r) => r.shown < 0), names = tree ? ["not reduced", "", "reduced", "linked"] : ["waiting", "working", "aggregate", "linked"];
		const parts = names.map((name, i) => [name, [theme.active, theme.dim, theme.second, theme.accent][i]]).filter(([name]) => name);
		const walks = tree ? [] : [["looks at", theme.second], ["back-link", theme.target]];
		const kinds = [["leaf", theme.dim], ["push", theme.good], ["pop", theme.error]];
		return state.runs.length === 1 && state.keys.n <= 64 ? kinds : [...parts, ...walks, ...kinds];
	}
}

/** arc draws an arc above a base. It rises with the distance. */
function arc(g, from, to, base, tall, wide, colour, thick, alpha) {
	const high = tall * Math.min(1, 1.25 * (Math.abs(to - from) / wide) ** 0.55);
	[g.strokeStyle, g.lineWidth, g.globalAlpha] = [colour, thick, alpha];
	g.beginPath();
	g.ellipse((from + to) / 2, base, Math.abs(to - from) / 2, high, 0, Math.PI, 2 * Math.PI);
	g.stroke();
	g.globalAlpha = 1;
}

/** dot draws a disc, with a rim if it has a colour. */
function dot(g, x, y, r, colour, rim) {
	for (const [radius, c] of rim ? [[r + 1.5, rim], [r, colour]] : [[r, colour]]) {
		g.fillStyle = c;
		g.beginPath();
		g.arc(x, y, radius, 0, 2 * Math.PI);
		g.fill();
	}
}
