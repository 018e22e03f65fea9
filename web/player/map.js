// A map with its camera, markers, names and mouse.

/** MapPicture shows searches or trees on a map. */
class MapPicture {
	constructor(player, about) {
		this.player = player;
		this.about = about.map;
		this.roads = new Roads($("roads"), about.map.box, player.page.widths);
		this.nodes = words(0, "nodes", Int32Array);
		this.water = words(0, "water", Int32Array);
		this.shapes = words(0, "shapes");
		this.moments = [];
		[this.dots, this.lengths, this.steps] = [[[], []], [], []];
		this.camera = null;
		this.drag = null;
		this.#listen();
	}

	/** areas divides the picture among runs. */
	areas(n) {
		const w = $("marks").clientWidth, h = $("marks").clientHeight;
		if (n < 2) return [[0, 0, w, h]];
		if (w < h * 1.1) return [[0, 0, w, Math.floor(h / 2)], [0, Math.floor(h / 2), w, h - Math.floor(h / 2)]];
		return [[0, 0, Math.floor(w / 2), h], [Math.floor(w / 2), 0, w - Math.floor(w / 2), h]];
	}

	/** fit shows a frame or, without one, most of the map and both ends. */
	fit() {
		this.camera = this.#fitting(this.player.box);
		this.fitted = true;
	}

	/** #fitting returns the camera that shows a frame. */
	#fitting(frame) {
		const [, , w, h] = this.areas(this.player.state.runs.length)[0], b = [...(frame ?? this.about.core)];
		if (frame) return { x: (b[0] + b[2]) / 2, y: (b[1] + b[3]) / 2, scale: Math.min(w / (b[2] - b[0]), h / (b[3] - b[1])), metres: this.about.metres };
		for (const [v] of this.ends(this.player.state, 0)) {
			const [x, y] = this.at(v);
			[b[0], b[1], b[2], b[3]] = [Math.min(b[0], x), Math.min(b[1], y), Math.max(b[2], x), Math.max(b[3], y)];
		}
		const margin = Math.min(30, w / 12);
		const scale = Math.min((w - 2 * margin) / Math.max(1, b[2] - b[0]), (h - 2 * margin) / Math.max(1, b[3] - b[1]));
		const wide = (b[2] - b[0]) * scale, left = this.player.state.runs[0].front && frontBox([0, 0, w, h])?.box[0];
		const aside = left && (w + wide) / 2 > left && wide < left ? (w - left) / 2 : 0; // a front would hide a part
		return { x: (b[0] + b[2]) / 2 + aside / scale, y: (b[1] + b[3]) / 2, scale, metres: this.about.metres };
	}

	/** eye returns what moves the camera to a frame, all the way at 1. What both ends show at one place of the picture stays there. */
	eye(frame) {
		const a = this.camera, b = this.#fitting(frame), near = 1 / b.scale - 1 / a.scale;
		return (t) => {
			if (t >= 1) return (this.player.box = frame, this.fit());
			const scale = a.scale ** (1 - t) * b.scale ** t, part = Math.abs(near) * a.scale > 1e-6 ? (1 / scale - 1 / a.scale) / near : t;
			this.camera = { x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part, scale, metres: a.metres };
			this.fitted = false;
		};
	}

	/** ends lists the ends of a run that have markers, and their letters, the last one on top. */
	ends(state, lane) {
		if (state.heading) return []; // every node is shown
		const { bits } = state.runs[lane], [source, target] = bits ? bits.ends ?? [] : [state.source, state.all ? undefined : state.target];
		return [[target, "T"], [source, "S"]].filter(([node]) => node !== undefined);
	}

	at(node) {
		return [this.nodes[2 * node], this.nodes[2 * node + 1]];
	}

	/** pixel returns where an area shows a point. */
	pixel([x, y], area) {
		const c = this.camera;
		return [area[0] + area[2] / 2 + (x - c.x) * c.scale, area[1] + area[3] / 2 + (y - c.y) * c.scale];
	}

	/** point returns the point of the map at a pixel, and the run whose area that is. */
	point(px, py) {
		const areas = this.areas(this.player.state.runs.length), lane = Math.max(0, areas.findIndex(([x, y, w, h]) => px >= x && px < x + w && py >= y && py < y + h));
		const a = areas[lane], c = this.camera;
		return { x: c.x + (px - a[0] - a[2] / 2) / c.scale, y: c.y + (py - a[1] - a[3] / 2) / c.scale, area: a, lane };
	}

	/** zoom changes the scale around a pixel. */
	zoom(px, py, factor) {
		const before = this.point(px, py), c = this.camera;
		c.scale = clamp(c.scale * factor, 100 / 2 ** 32, 0.186);
		const after = this.point(px, py);
		c.x += before.x - after.x, c.y += before.y - after.y;
		this.moved();
	}

	moved() {
		this.player.tour?.free();
		this.fitted = false;
		this.player.dirty = true;
	}

	draw(state, theme) {
		state.runs.forEach((run, lane) => {
			if (this.moments[lane] === run.moment) return;
			this.moments[lane] = run.moment;
			if (this.steps[lane] !== run.event.step) [this.steps[lane], this.rested] = [run.event.step, null];
			this.roads.setStates(lane, words(lane, "states"));
			this.roads.setPath(lane, words(lane, "path", Int32Array));
			this.roads.reaches[lane] = run.reach;
			const dots = run.look ? run.look.dots ?? [] : [{ array: "near", colour: "near", size: 1.4, halo: true }];
			this.dots[lane] = dots.map((d) => ({ ...d, nodes: words(lane, d.array) }));
			this.lengths[lane] = run.front && words(lane, "lengths");
		});
		const changes = state.roads?.changes ?? [], picked = state.roads?.picked, roads = JSON.stringify([changes, picked, theme.name]);
		if (roads !== this.marked) {
			this.marked = roads;
			const rims = changes.map((c) => ({ lines: c.lines, tint: c.sign ? theme.changed : theme.closed, rim: 4 }));
			this.roads.setMarks(picked ? [{ lines: picked.lines, tint: theme.picked, rim: 6 }, ...rims] : rims);
		}
		const areas = this.areas(state.runs.length);
		if (!this.camera || this.fitted) this.fit();
		const shown = JSON.stringify([this.camera, areas, theme.name, this.player.look, this.moments, roads, window.devicePixelRatio, this.player.print]);
		if (shown !== this.shown) {
			this.shown = shown;
			const looks = state.runs.map(({ look }) => ({ theme: paletteOf(theme, look), byDistance: look ? !look.states : this.player.look.byDistance, logarithmic: !!look?.log, band: look?.band ?? 0 }));
			this.roads.draw(areas, this.camera, theme, looks);
			this.#ground(areas, theme);
		}
		this.#marks(areas, theme, state);
		this.#tip(this.rested && state.inspected || []);
	}

	/** #ground draws water. */
	#ground(areas, theme) {
		const { ratio } = fitCanvas($("ground")), g = wipe($("ground")), c = this.camera;
		g.scale(ratio, ratio);
		for (const a of areas) {
			g.save();
			within(g, a, areas.length);
			const plain = c.metres / c.scale; // rivers are visible from some scale on, and grow
			[g.fillStyle, g.strokeStyle] = [theme.water, theme.shore];
			for (const kind of plain < 90 ? [0, 1, 2] : [0, 2]) {
				g.lineWidth = kind === 1 ? Math.max(1, 12 / plain) : 1.2;
				g.beginPath();
				for (let s = 0; s < this.shapes.length; s += 3) {
					if (this.shapes[s + 2] !== kind) continue;
					if (kind === 0) g.beginPath(); // a lake may lie on another one
					this.#trace(g, a, this.shapes[s], this.shapes[s + 1]);
					if (kind === 0) g.fill();
				}
				if (kind > 0) g.stroke();
			}
			g.restore();
		}
	}

	/** #trace adds a shape of water to a path, without the points that are hardly apart. */
	#trace(g, a, first, end) {
		const c = this.camera, left = a[0] + a[2] / 2, top = a[1] + a[3] / 2;
		let x0, y0;
		for (let i = first; i < end; i++) {
			const x = left + (this.water[2 * i] - c.x) * c.scale, y = top + (this.water[2 * i + 1] - c.y) * c.scale;
			if (i === first) g.moveTo(x, y);
			else if (i < end - 1 && Math.abs(x - x0) + Math.abs(y - y0) < 0.7) continue;
			else g.lineTo(x, y);
			[x0, y0] = [x, y];
		}
	}

	/** #marks draws the names of settlements, the ends of the query and the line between two runs. */
	#marks(areas, theme, state) {
		const { ratio } = fitCanvas($("marks")), g = wipe($("marks"));
		if (this.player.print) for (const below of ["ground", "roads"]) g.drawImage($(below), 0, 0); // on paper, a canvas erases those below
		g.scale(ratio, ratio);
		const glow = this.#glow(theme);
		for (const [lane, a] of areas.entries()) {
			for (const c of [g, glow]) {
				c.save();
				within(c, a, areas.length);
			}
			const run = state.runs[lane], palette = paletteOf(theme, run.look);
			const pins = this.ends(state, lane).map(([node, letter]) => [this.pixel(this.at(node), a), letter === "S" ? theme.source : theme.target, letter]);
			for (const d of this.dots[lane]) drawDots(g, glow, a, d, (v) => this.pixel(this.at(v), a), this.camera, palette);
			const label = run.look && run.result && pins.length > 1 && placeText(g, a, pins[0][0], run.result);
			this.#names(g, a, theme, pins, label, run.front && frontBox(a)?.box);
			drawSigns(g, state.roads?.changes ?? [], (at) => this.pixel([at.X, at.Y], a), theme);
			for (const [[x, y], colour, letter] of pins) pin(g, x, y, colour, letter, theme);
			if (label) drawText(g, label, run.result, theme);
			if (run.front) drawFront(g, a, run.front, this.lengths[lane], palette);
			for (const c of [g, glow]) c.restore();
		}
		if (areas.length > 1) {
			g.fillStyle = theme.line;
			const [, b] = areas;
			b[0] > 0 ? g.fillRect(b[0] - 1, 0, 2, b[3]) : g.fillRect(0, b[1] - 1, b[2], 2);
		}
		this.#scale(theme);
	}

	/** #glow returns the context of the soft lights, which the page blends with the picture: the lighter of both, or the darker on light grounds. */
	#glow(theme) {
		const { ratio } = fitCanvas($("glow")), g = wipe($("glow")), [ground, blend] = theme.isLight ? ["#ffffff", "darken"] : ["#000000", "lighten"];
		g.globalCompositeOperation = "source-over";
		g.fillStyle = ground;
		g.fillRect(0, 0, $("glow").width, $("glow").height);
		g.scale(ratio, ratio);
		[g.globalCompositeOperation, $("glow").style.mixBlendMode] = [blend, blend];
		return g;
	}

	/** #names writes the names of settlements where neither markers nor the label of the target nor a front are. */
	#names(g, area, theme, pins, label, front) {
		const perPixel = this.camera.metres / this.camera.scale, taken = pins.map(([[x, y]]) => [x - 10, y - 10, x + 10, y + 10]);
		if (front) taken.push(front);
		if (label) taken.push([label[0] - 4, label[1] - 9, label[0] + label[2] + 4, label[1] + 9]);
		const sizes = [[18, Infinity], [15, 60], [13, 25]];
		for (let size = 0; size < 3; size++) {
			const [px, below] = sizes[size];
			if (perPixel > below) continue;
			g.font = `${size === 0 ? 600 : 500} ${px}px system-ui, sans-serif`;
			for (const t of this.about.towns ?? []) {
				if (t.size !== size) continue;
				const [cx, cy] = this.pixel([t.at.X, t.at.Y], area), w = g.measureText(t.name).width / 2;
				const free = ([x, y]) => {
					const box = [x - w - 3, y - px * 0.7, x + w + 3, y + px * 0.7];
					const inside = box[0] >= area[0] && box[2] <= area[0] + area[2] && box[1] >= area[1] && box[3] <= area[1] + area[3];
					return inside && !taken.some((o) => box[0] < o[2] && box[2] > o[0] && box[1] < o[3] && box[3] > o[1]) && taken.push(box);
				};
				const place = [[cx, cy], [cx, cy + px], [cx, cy - px], [cx + w + 12, cy], [cx - w - 12, cy]].find(free);
				if (!place) continue;
				const [x, y] = place;
				[g.textAlign, g.textBaseline, g.lineJoin, g.lineWidth, g.strokeStyle, g.fillStyle] = ["center", "middle", "round", 3.4, theme.background, theme.text];
				g.strokeText(t.name, x, y);
				g.fillText(t.name, x, y);
			}
		}
	}

	#scale() {
		$("scale").hidden = this.about.abstract;
		if (this.about.abstract) return;
		const perPixel = this.camera.metres / this.camera.scale, wanted = perPixel * 110, p = 10 ** Math.floor(Math.log10(wanted));
		const metres = wanted >= 5 * p ? 5 * p : wanted >= 2 * p ? 2 * p : p;
		say($("scale").firstElementChild, metres >= 1000 ? `${metres / 1000} km` : `${metres} m`);
		$("scale").lastElementChild.style.width = `${metres / perPixel}px`;
	}

	/** end moves an end of the query to the node at a pixel. */
	end(px, py, target, drag) {
		const p = this.point(px, py);
		this.player.do({ do: "end-at", x: Math.round(p.x), y: Math.round(p.y), within: 25 / this.camera.scale, target, drag });
	}

	/** pickRoad picks the road at a pixel. */
	pickRoad(px, py) {
		const p = this.point(px, py);
		this.player.do({ do: "pick-road", x: Math.round(p.x), y: Math.round(p.y), within: 12 / this.camera.scale });
	}

	/** pinAt returns the marker at a pixel: "S", "T" or nothing. */
	pinAt(px, py) {
		const { area, lane } = this.point(px, py), on = ([node]) => {
			const [x, y] = this.pixel(this.at(node), area);
			return Math.hypot(px - x, py - y) <= 14;
		};
		return this.ends(this.player.state, lane).reverse().find(on)?.[1] ?? "";
	}

	/** #rest describes the place under a mouse that rests, until it moves on. */
	#rest(at) {
		clearTimeout(this.resting);
		const told = this.rested;
		this.rested = null;
		$("tip").hidden = true;
		if (told) this.player.inspect({ do: "inspect" }); // no more
		if (!at || this.player.state.time.playing) return;
		this.resting = setTimeout(() => {
			if (this.player.state.busy && !this.player.state.heading) return this.#rest(at); // a little later
			const p = this.point(...(this.rested = at));
			this.player.inspect({ do: "inspect", lane: p.lane, x: Math.round(p.x), y: Math.round(p.y), within: 10 / this.camera.scale });
		}, 250);
	}

	/** #follow makes a tree begin at the mouse, once for each frame. */
	#follow(at) {
		if (!this.followed) requestAnimationFrame(() => {
			const p = this.point(...this.followed);
			this.followed = null;
			this.player.inspect({ do: "inspect", lane: p.lane, x: Math.round(p.x), y: Math.round(p.y), within: 25 / this.camera.scale });
		});
		this.followed = at;
	}

	/** #tip shows lines beside the place where the mouse rests. */
	#tip(lines) {
		const tip = $("tip");
		tip.hidden = !lines.length;
		if (tip.hidden) return;
		tip.replaceChildren(...lines.map((text) => el("div", {}, text)));
		const [x, y] = this.rested, w = tip.offsetWidth, h = tip.offsetHeight, all = $("picture").getBoundingClientRect();
		tip.style.left = `${clamp(x + 14, 0, Math.max(0, all.width - w))}px`;
		tip.style.top = `${y + 14 + h > all.height ? Math.max(0, y - h - 8) : y + 14}px`;
	}

	/** #listen follows the mouse and fingers: one moves the map or a marker, two zoom. */
	#listen() {
		const canvas = $("marks"), down = new Map();
		const place = (e) => { const r = canvas.getBoundingClientRect(); return [e.clientX - r.left, e.clientY - r.top]; };
		canvas.addEventListener("pointerleave", () => this.#rest(null));
		canvas.addEventListener("pointerdown", (e) => {
			if (e.button > 0) return;
			this.#rest(null);
			canvas.setPointerCapture(e.pointerId);
			down.set(e.pointerId, place(e));
			this.drag = down.size > 1 ? { moved: true } : { from: place(e), moved: false, pin: this.pinAt(...place(e)) };
		});
		canvas.addEventListener("pointermove", (e) => {
			const at = place(e), before = down.get(e.pointerId);
			if (!before) {
				canvas.style.cursor = this.pinAt(...at) ? "grab" : "";
				return this.player.state.view?.follow ? this.#follow(at) : this.#rest(at);
			}
			down.set(e.pointerId, at);
			if (down.size > 1) {
				const other = [...down].find(([id]) => id !== e.pointerId)[1], gap = (p) => Math.hypot(p[0] - other[0], p[1] - other[1]);
				this.camera.x -= (at[0] - before[0]) / 2 / this.camera.scale, this.camera.y -= (at[1] - before[1]) / 2 / this.camera.scale;
				this.zoom((at[0] + other[0]) / 2, (at[1] + other[1]) / 2, gap(at) / Math.max(1, gap(before)));
			} else if (this.drag.moved || Math.hypot(at[0] - this.drag.from[0], at[1] - this.drag.from[1]) > 4) {
				this.drag.moved = true;
				if (this.drag.pin) return this.end(...at, this.drag.pin === "T", true);
				this.camera.x -= (at[0] - before[0]) / this.camera.scale, this.camera.y -= (at[1] - before[1]) / this.camera.scale;
				this.moved();
			}
		});
		const up = (e) => {
			const was = down.delete(e.pointerId);
			if (was && e.type === "pointerup" && !this.drag.moved) this.player.picks === "R" ? this.pickRoad(...place(e)) : this.end(...place(e), e.shiftKey || this.player.picks === "T", false);
			if (!down.size) this.player.remember();
		};
		canvas.addEventListener("pointerup", up);
		canvas.addEventListener("pointercancel", up);
		canvas.addEventListener("wheel", (e) => {
			e.preventDefault();
			this.zoom(...place(e), 2 ** (-e.deltaY * (e.deltaMode ? 16 : 1) / (e.ctrlKey ? 120 : 240)));
			this.player.remember();
		}, { passive: false });
	}
}

/** within limits what is drawn to one of several areas. */
function within(g, area, areas) {
	if (areas < 2) return;
	g.beginPath();
	g.rect(...area);
	g.clip();
}

/** pin draws a marker. */
function pin(g, x, y, colour, letter, theme) {
	g.beginPath();
	g.arc(x, y, 9, 0, 2 * Math.PI);
	[g.fillStyle, g.strokeStyle, g.lineWidth] = [colour, theme.text, 2];
	g.fill();
	g.stroke();
	[g.font, g.textAlign, g.textBaseline, g.fillStyle] = ["600 11px system-ui, sans-serif", "center", "middle", theme.background];
	g.fillText(letter, x, y + 0.5);
}
