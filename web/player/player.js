// The player: moves the program's timeline, shows its state, and keeps it in the URL fragment.

class Player {
	constructor(page) {
		this.page = page;
		this.about = JSON.parse(call("about"));
		this.look = { byDistance: false, tint: "" };
		this.picks = "S";
		this.plots = new Plots();
		this.theme = page.theme;
		this.state = JSON.parse(call("state"));
		this.panel = new Panel(this, this.about);
		this.dirty = true;
		for (const id of ["stage", "run", "panel", "foot"]) $(id).hidden = false;
		this.onMap = !!this.about.map && (this.about.family !== "hops" || !!this.state.runs[0].look); // the hops of few nodes have a picture of their own
		const pictures = { sorts: SortPicture, sums: SumsPicture, clips: ClipsPicture, hops: HopsPicture, labs: LabPicture };
		this.picture = new (this.onMap ? MapPicture : pictures[this.about.family])(this, this.about);
		this.#buttons();
		this.#keyboard();
		new ResizeObserver(() => (this.dirty = true, this.paint())).observe($("picture"));
		addEventListener("hashchange", () => this.#follow());
		addEventListener("beforeprint", () => (this.print = true, this.paint()));
		addEventListener("afterprint", () => (this.print = false, this.paint()));
		matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.paint());
		$("about").replaceChildren(...this.#statement());
		if (page.tour) this.tour = new Tour(this, page.tour);
	}

	/** do sends a request to the program and shows what follows. A refusal is told, and nothing changes. A tour
	 * rests, unless it is the tour's. */
	do(request, ofTour = false) {
		if (!ofTour) this.tour?.rest();
		try {
			if (request.do === "play" && this.about.family === "paths" && !this.aimed && !this.state.time.known) {
				this.aimed = true; // so that the search takes some seconds, however long it is
				call("do", JSON.stringify({ do: "aim" }));
			}
			call("do", JSON.stringify(request));
			this.tell("");
		} catch (e) {
			this.tell(e.message);
		}
		this.advance(0);
		this.remember();
	}

	/** see changes how the picture looks. */
	see(look) {
		Object.assign(this.look, look);
		this.dirty = true;
		this.paint();
		this.remember();
	}

	/** inspect asks for lines about a place, which become a part of the state. */
	inspect(request) {
		if ($("panel").inert || this.about.family === "hops") return; // another viewer drives, or nothing is told
		try {
			call("do", JSON.stringify(request));
			this.advance(0);
		} catch { /* there is nothing to tell */ }
	}

	tell(problem) {
		$("problem").className = "told";
		say($("problem"), problem);
	}

	/** advance lets the program work for a frame. */
	advance(dt) {
		try {
			call("advance", dt, 10);
		} catch (e) {
			this.tell(e.message);
		}
		this.paint();
		if (!this.frame && !this.page.served && (this.state.time.playing || this.state.busy)) this.#loop();
	}

	#loop() {
		let last = performance.now();
		const frame = (now) => {
			this.frame = 0;
			const dt = clamp(now - last, 0, 100);
			last = now;
			if (!this.state.time.playing && !this.state.busy) return this.remember();
			this.frame = requestAnimationFrame(frame);
			this.advance(dt);
		};
		this.frame = requestAnimationFrame(frame);
	}

	/** paint shows the present state. */
	paint() {
		if (document.documentElement.dataset.failed) return (this.state.time.playing = this.state.busy = false);
		const s = this.state = JSON.parse(call("state")), theme = this.colours();
		this.#dress(theme);
		this.#heads(s);
		this.#timeline(s);
		this.plots.show(s, theme);
		this.panel.show(s);
		this.#legend(s, theme);
		this.picture.draw(s, theme);
		$("marks").setAttribute("aria-label", s.runs.map((r) => `${r.title}: ${r.story}`).join(" "));
		$("picture").style.setProperty("--shape", $("picture").clientWidth / Math.max(1, $("picture").clientHeight));
		this.dirty = false;
	}

	/** colours returns the theme: the one that was chosen, else the system's; on paper the light one. */
	colours() {
		const named = (name) => this.page.themes.find((t) => t.name === name);
		if (this.print) return named("light");
		return named(this.theme) ?? named(matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");
	}

	#dress(theme) {
		if (this.dressed === theme.name) return;
		this.dressed = theme.name;
		dress(theme);
	}

	#heads(s) {
		const two = s.runs.length > 1, heads = $("heads");
		heads.className = two ? "two" : "";
		heads.setAttribute("aria-live", s.time.playing ? "off" : "polite");
		if (heads.children.length !== s.runs.length) {
			heads.replaceChildren(...s.runs.map((_, i) => el("div", { style: `--lane: var(--lane${i})` }, el("b", { hidden: !two }), el("span"), el("span", { class: "right" }))));
		}
		const titles = [...new Set(s.runs.map((r) => r.title))].join(" and ");
		const title = this.page.title || (s.heading ? `${s.heading}, ${this.about.name}` : s.keys && !this.about.map ? `${titles}: ${thousands(s.keys.n)} ${this.about.name}` : this.about.family === "labs" ? titles : `${titles} on ${this.about.name}`);
		say($("title"), title);
		if (document.title !== title) document.title = title;
		s.runs.forEach((r, i) => {
			const [name, story, verdict] = heads.children[i].children, given = r.params.filter((p) => s.runs.some((o) => o.params.some((q) => q.name === p.name && !q.isAuto)));
			say(name, [r.title, ...given.map((p) => `${p.label} ${p.choices ? p.choices[p.value - p.min] : thousands(p.value)}`)].join(", "));
			say(story, r.story);
			verdict.className = !r.verdict || r.right ? "right" : "right wrong";
			verdict.title = "a textbook algorithm has computed the same";
			say(verdict, r.unchecked && r.done ? s.heading ? "estimate" : "no check" : r.right ? "✓ verified" : r.verdict ? `WRONG: ${r.verdict}` : "");
		});
		const all = s.runs.every((r) => r.right);
		say($("verdict"), all ? "verified by a textbook algorithm" : "");
		if (!s.time.playing && !s.busy) say($("hash"), `hash ${call("told")}`);
	}

	#timeline(s) {
		const t = s.time, steps = t.clock === "steps", at = $("at");
		say($("play"), t.playing ? "Pause" : "Play");
		if (!this.holding) {
			[at.max, at.step] = [Math.max(t.length, t.at, 1), steps ? 1 : "any"];
			at.value = t.at;
		}
		const position = `${steps ? "step" : t.clock} ${thousands(t.at)} of ${thousands(t.length)}${t.known ? "" : "+"}`;
		say($("where"), s.ready < 1 ? "measuring both …" : position);
		at.setAttribute("aria-valuetext", position);
		$("loop").checked = t.loop;
		if (document.activeElement !== $("speed")) $("speed").value = Math.log2(t.speed);
		say($("pace"), `${t.speed < 10 ? t.speed.toFixed(1) : thousands(t.speed)} ${steps ? "steps" : t.clock}/s`);
	}

	/** #legend explains the colours, in the words of the algorithms. */
	#legend(s, theme) {
		const sorts = this.about.family === "sorts", tint = sorts && this.picture.tint(s.keys.n, $("marks").width);
		const entries = [], of = (r) => this.about.algorithms.find((a) => a.name === r.algorithm);
		if (this.about.family === "paths") {
			for (let i = 0; i < 4; i++) {
				const name = [...new Set(s.runs.map((r) => of(r).states[i]).filter(Boolean))].join(", ");
				if (name && (!this.look.byDistance || i === 2)) entries.push([name, theme.states[i]]);
			}
			if (s.runs.some((r) => r.result && r.done && !s.all)) entries.push(["path", theme.path]);
		} else if (s.legend) {
			const palette = paletteOf(theme, s.runs[0].look);
			for (const [name, colour] of s.legend.entries ?? []) entries.push([name, tintOf(palette, colour)]);
		} else if (this.picture.legend) entries.push(...this.picture.legend(s, theme));
		else if (tint === "moved") entries.push(["moved by this step", theme.states[2]], ["unmoved", theme.still]);
		for (const [name, colour] of [["changed", theme.changed], ["closed", theme.closed]]) {
			if (s.roads?.changes?.some((c) => !c.sign === (name === "closed"))) entries.push([name, colour]);
		}
		let wide = null; // the ends of a ramp
		if (this.about.family === "paths" && this.look.byDistance) wide = ["0", s.runs.map((r) => r.extent).sort((a, b) => b.length - a.length)[0]];
		if (sorts && tint !== "moved") wide = [`least ${tint === "digit" ? "digit" : "key"}`, "greatest"];
		const scale = s.legend?.ticks ? { ...s.legend, ramp: paletteOf(theme, s.runs[0].look).ramp } : null;
		const key = JSON.stringify([entries, wide, scale, theme.name]);
		if (this.legend === key) return;
		this.legend = key;
		const bar = wide ? [el("li", { class: "ramp" }, wide[0], el("i", { style: `background: linear-gradient(90deg, ${theme.ramp.join(",")})` }), wide[1])] : [];
		$("legend").replaceChildren(...bar, ...(scale ? [scaleOf(scale)] : []), ...entriesOf(entries));
	}

	#statement() {
		say($("attribution"), this.about.attribution ?? "");
		const how = this.page.served ? `Computed by ${this.page.served}, and sent here step by step.` : this.about.recorded ? "This is a recording: each step was computed, and the end verified, when the page was written." : this.about.family === "labs" ? "Everything is computed here: an interpreter executes the kernels." : "Everything is computed here, by the program's kernels as plain code.";
		const out = [`Kernelscope ${this.page.version}, MIT licence. ${how}`];
		if (this.about.attribution) {
			const link = el("a", { href: "https://www.openstreetmap.org/copyright", rel: "noreferrer" }, this.about.attribution);
			out.push(" Map data ", link, ", Open Database Licence 1.0.");
		}
		return out;
	}

	#buttons() {
		const on = (id, f) => $(id).addEventListener("click", f);
		on("start", () => this.do({ do: "seek", step: 0 }));
		on("back", () => this.do({ do: "step", step: -1 }));
		on("play", () => this.toggle());
		on("step", () => this.do({ do: "step", step: 1 }));
		on("end", () => this.do({ do: "end" }));
		on("theme", () => this.nextTheme());
		on("copy", (e) => this.#copy(e.target, call("command")));
		on("link", (e) => (this.#write(), this.#copy(e.target, location.href)));
		on("yield", () => this.do({ do: "yield" }));
		on("in", () => this.#zoom(2));
		on("out", () => this.#zoom(0.5));
		on("fit", () => this.#fit());
		$("loop").addEventListener("change", (e) => this.do({ do: "loop", on: e.target.checked }));
		$("speed").addEventListener("input", (e) => this.do({ do: "speed", at: 2 ** Number(e.target.value) }));
		$("at").addEventListener("input", (e) => (this.holding = true, this.do({ do: "scrub", at: Number(e.target.value), on: false })));
		$("at").addEventListener("change", (e) => (this.holding = false, this.do({ do: "clock-at", at: Number(e.target.value) })));
	}

	toggle() {
		this.do({ do: this.state.time.playing ? "pause" : "play" });
	}

	nextTheme() {
		const names = this.page.themes.map((t) => t.name);
		this.theme = names[(names.indexOf(this.colours().name) + 1) % names.length];
		this.dirty = true;
		this.paint();
		this.remember();
	}

	#zoom(factor) {
		if (!this.picture.zoom) return;
		this.picture.zoom($("marks").clientWidth / 2, $("marks").clientHeight / 2, factor);
		this.paint();
		this.remember();
	}

	#fit() {
		this.box = null;
		this.picture.fit?.();
		this.paint();
		this.remember();
	}

	/** #copy copies a text, and says so on the button for a moment. */
	async #copy(button, text) {
		const before = button.dataset.says ??= button.textContent;
		try {
			await navigator.clipboard.writeText(text);
			say(button, "Copied");
		} catch {
			prompt("Copy this:", text);
		}
		setTimeout(() => say(button, before), 1500);
	}

	/** #keyboard has the window's keys. */
	#keyboard() {
		const keys = {
			" ": () => this.toggle(), k: () => this.toggle(),
			ArrowLeft: () => this.do({ do: "step", step: -1 }), ArrowRight: () => this.do({ do: "step", step: 1 }),
			j: () => this.do({ do: "step", step: -10 }), l: () => this.do({ do: "step", step: 10 }),
			Home: () => this.do({ do: "seek", step: 0 }), End: () => this.do({ do: "end" }), r: () => this.do({ do: "rewind" }),
			"[": () => this.do({ do: "speed", at: this.state.time.speed / 2 }), "]": () => this.do({ do: "speed", at: this.state.time.speed * 2 }),
			f: () => this.#fit(), t: () => this.nextTheme(), "?": () => ($("keys").open = !$("keys").open),
			PageDown: () => this.tour?.turn(1), PageUp: () => this.tour?.turn(-1),
			"+": () => this.#zoom(2), "=": () => this.#zoom(2), "-": () => this.#zoom(0.5),
		};
		addEventListener("keydown", (e) => {
			const key = e.key.length === 1 ? e.key.toLowerCase() : e.key, on = e.target.tagName;
			const typing = /^(INPUT|SELECT|SUMMARY|A)$/.test(on), pressing = on === "BUTTON" && key === " ";
			if (typing || pressing || e.ctrlKey || e.metaKey || e.altKey || !keys[key]) return;
			e.preventDefault();
			keys[key]();
		});
		const hops = [["click", "source of the first pair"], ["Shift-click", "its target"]], map = [["click", "source"], ["Shift-click", "target"], ["drag", "move the map, or a marker"], ["wheel, +, −", "zoom"], ["F", "show everything"]];
		const all = [
			...(this.onMap ? map : { hops, clips: [["click", "an element, or a partition"]] }[this.about.family] ?? []), ["Space, K", "play or pause"], ["←, →", "a step"], ["J, L", "ten steps"],
			["Home, End", "start, end"], ["R", "restart"], ["[, ]", "slower, faster"], ["T", "theme"], ["?", "these keys"],
			...(this.page.tour ? [["Page Down, Page Up", "next, previous"]] : []),
		];
		$("keys").lastElementChild.replaceChildren(...all.map(([key, does]) => el("span", {}, el("kbd", {}, key), ` ${does}`)));
	}

	/** scene returns what the page shows now, as live.Scene has it, with what only the player knows. */
	scene() {
		const s = this.state, given = (r) => Object.fromEntries(r.params.filter((p) => !p.isAuto).map((p) => [p.name, p.value]));
		const runs = s.runs.map((r) => ({ algorithm: r.algorithm, values: given(r) }));
		let step = s.time.clock === "steps" ? Math.floor(s.time.at) : s.runs[0].event.step;
		if (s.runs.every((r) => r.done)) step = -1;
		const out = { family: this.about.family, runs, step, clock: s.time.clock, theme: this.theme, look: this.look, stop: this.tour?.at, part: this.part };
		if (this.about.family === "labs") return out;
		const ends = s.keys?.chosen ? { source: s.source, target: s.target } : {};
		if (!this.onMap) return { ...out, keys: s.keys, element: s.element, levels: this.look.tint === "levels", ...ends };
		const c = this.picture.fitted ? undefined : [Math.round(this.picture.camera.x), Math.round(this.picture.camera.y), Number(this.picture.camera.scale.toPrecision(5))];
		const shown = { ...out, view: s.view, roads: s.roads?.changes?.map(({ lines, kmh, factor }) => ({ lines, kmh, factor })) ?? [], camera: c, frame: c ? undefined : this.box };
		return s.keys ? { ...shown, keys: s.keys, ...ends } : { ...shown, source: s.source, target: s.all ? undefined : s.target, all: s.all };
	}

	/** remember writes the state to the URL fragment, a little later. */
	remember() {
		clearTimeout(this.later);
		if (!this.state.time.playing && !this.quiet) this.later = setTimeout(() => this.#write(), 250);
	}

	#write() {
		const text = "#" + encodeURIComponent(JSON.stringify(this.scene())).replaceAll("%22", "'").replaceAll("%2C", ",").replaceAll("%3A", ":");
		if (text === location.hash) return;
		try {
			history.replaceState(null, "", text);
		} catch { /* a frame without an address of its own */ }
	}

	/** #follow goes where a fragment that a person has typed or pasted says. */
	#follow() {
		const scene = fragment();
		if (!scene) return;
		this.tour?.rest();
		this.open(asked(this.page, scene));
		this.adopt(scene);
		this.advance(0);
	}

	/** open opens another scene of the page. */
	open(scene) {
		try {
			call("open", JSON.stringify({ ...scene, family: this.about.family }), this.page.data);
			[this.picture.moments, this.plots.sizes, this.part] = [[], [], scene.part];
			if (this.about.family === "clips") this.look.tint = scene.levels ? "levels" : "";
			this.state = JSON.parse(call("state"));
			this.tell("");
		} catch (e) {
			this.tell(e.message);
		}
	}

	/** adopt takes over what only the player knows. */
	adopt(scene) {
		[this.theme, this.part] = [scene.theme ?? this.theme, scene.part];
		Object.assign(this.look, scene.levels ? { tint: "levels" } : {}, scene.look);
		if ("stop" in scene) this.tour?.adopt(scene.stop);
		this.box = scene.frame ?? null; // that the camera shows
		if (!scene.camera || !this.picture.fit) return;
		const [x, y, scale] = scene.camera;
		[this.picture.fitted, this.picture.camera] = [false, { x, y, scale, metres: this.about.map.metres }];
	}
}

/** entriesOf makes the entries of a legend, of names and colours. */
const entriesOf = (all) => all.map(([name, colour]) => el("li", {}, el("i", { style: `--c: ${colour}` }), name));

/** scaleOf makes the scale of a ramp, with boxes or without, and its ticks. */
function scaleOf({ title, boxes, ticks, ramp: colours }) {
	const box = (i) => el("i", { style: `background: ${ramp(colours, i / Math.max(1, boxes - 1))}` });
	const bar = boxes ? el("span", { class: "bar boxes" }, ...Array.from({ length: boxes }, (_, i) => box(i))) : el("span", { class: "bar", style: `background: linear-gradient(90deg, ${colours.join(",")})` });
	const wide = 252, room = ({ text }) => 6.2 * text.length + 6, left = (t) => clamp(t.part * wide - room(t) / 2, 0, wide - room(t)); // in pixels, about
	const last = ticks[ticks.length - 1];
	let free = 0; // the last one has priority, then from left to right
	const shown = ticks.filter((t) => t === last || left(t) >= free && left(t) + room(t) <= left(last) && (free = left(t) + room(t)));
	const at = ({ part }) => `left: ${100 * part}%; transform: translateX(${-100 * part}%)`;
	return el("li", { class: "scale" }, title ?? "", bar, el("span", { class: "ticks" }, ...shown.map((t) => el("span", { style: at(t) }, t.text))));
}

/** dress sets the colours of the page. */
function dress(theme) {
	const style = document.documentElement.style;
	const names = ["background", "text", "dim", "panel", "field", "hover", "active", "line", "chart", "popup", "accent", "onAccent", "error", "good", "source", "target"];
	for (const name of names) style.setProperty(`--${name}`, theme[name]);
	theme.laneText.forEach((c, i) => style.setProperty(`--lane${i}`, c));
	style.setProperty("--scheme", theme.isLight ? "light" : "dark");
}

/** asked returns the scene of a page with what a fragment asks for; values are set in the first run. */
function asked(page, { values, ...scene }) {
	const all = { ...page.scene, ...scene, family: page.scene.family };
	return values ? { ...all, runs: all.runs.map((r, i) => (i ? r : { ...r, values: { ...r.values, ...values } })) } : all;
}

/** fragment returns the scene of the URL fragment, if it has one. */
function fragment() {
	try {
		return location.hash.length > 1 ? JSON.parse(decodeURIComponent(location.hash.slice(1)).replaceAll("'", '"')) : null;
	} catch {
		return null;
	}
}
