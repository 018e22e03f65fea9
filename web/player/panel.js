// The controls: algorithms, parameters, what a run has established, and the input.

/** Panel makes controls of the program's descriptions, and keeps them as its state is. */
class Panel {
	constructor(player, about) {
		this.player = player;
		this.about = about;
		this.shape = "";
	}

	/** show makes the controls anew where their number or kind has changed, and sets their values. */
	show(state) {
		const shape = JSON.stringify([state.runs.map((r) => [r.algorithm, r.params.map((p) => p.name)]), !!state.all]);
		if (shape !== this.shape) {
			this.shape = shape;
			this.sets = [];
			const focus = document.activeElement?.id;
			$("panel").replaceChildren(...this.#input(state), this.#facts(state), ...state.runs.map((run, lane) => this.#run(state, run, lane)), this.#compare(state), this.#legs());
			if (focus) $(focus)?.focus();
		}
		for (const set of this.sets) set(state);
	}

	#input(state) {
		const p = this.player, pick = (letter, name, colour) => el("label", {}, el("input", { type: "radio", name: "pick", id: `pick-${letter}`, checked: p.picks === letter, onchange: () => (p.picks = letter) }), el("i", { style: `--c: var(--${colour})` }), name);
		if (this.about.family === "paths") {
			const all = el("input", { type: "checkbox", id: "all", onchange: (e) => p.do({ do: "all", on: e.target.checked }) });
			this.sets.push((s) => (all.checked = !!s.all));
			const look = el("select", { id: "look", "aria-label": "colours", onchange: (e) => p.see({ byDistance: e.target.value === "distance" }) }, el("option", { value: "state" }, "colours by state"), el("option", { value: "distance" }, "colours by distance"));
			this.sets.push(() => (look.value = p.look.byDistance ? "distance" : "state"));
			return [el("fieldset", { class: "setting" }, el("legend", {}, "Search: a click or tap moves"),
				el("div", { class: "ends" }, pick("S", "source", "source"), pick("T", "target", "target"), el("label", {}, all, "to all")),
				el("div", { class: "row" }, el("button", { id: "random", onclick: () => p.do({ do: "random" }) }, "Random"), look))];
		}
		const what = this.about.name, inputs = this.about.inputs ?? [], keys = () => p.do({ do: "keys", keys: { n: Number(n.value), distribution: inputs.length ? dist.value : "", seed: p.state.keys.seed } });
		const n = el("select", { id: "n", "aria-label": what, onchange: keys }), dist = el("select", { id: "dist", "aria-label": "distribution", hidden: !inputs.length, onchange: keys }, ...inputs.map((name) => el("option", {}, name)));
		this.sets.push((s) => {
			const sizes = new Set([16, 64, 256, 1024, 4096, 16384, 65536, s.keys.n]);
			if (n.options.length !== sizes.size) n.replaceChildren(...[...sizes].sort((a, b) => a - b).map((k) => el("option", { value: k }, `${thousands(k)} ${what}`)));
			n.value = s.keys.n;
			if (inputs.length) dist.value = s.keys.distribution;
		});
		const tint = el("select", { id: "tint", "aria-label": "colours", hidden: this.about.family !== "sorts", onchange: (e) => p.see({ tint: e.target.value }) }, ...["", "value", "digit", "moved"].map((t) => el("option", { value: t }, t === "" ? "auto colour" : `colours by ${t === "moved" ? "what moved" : t}`)));
		this.sets.push(() => (tint.value = p.look.tint));
		return [el("fieldset", { class: "setting" }, el("legend", {}, what[0].toUpperCase() + what.slice(1)), el("div", { class: "row" }, n, dist), el("div", { class: "row", style: "margin-top: 6px" }, el("button", { id: "random", onclick: () => p.do({ do: "random" }) }, "Shuffle"), tint))];
	}

	/** #run makes the controls of a run. */
	#run(state, run, lane) {
		const two = state.runs.length > 1, p = this.player;
		const choice = el("select", { class: "wide", id: `algorithm${lane}`, "aria-label": two ? `algorithm of run ${lane + 1}` : "algorithm", onchange: (e) => p.do({ do: "set", lane, algorithm: e.target.value }) },
			...this.about.algorithms.map((a) => el("option", { value: a.name, title: a.summary }, a.title)));
		const summary = el("p", { class: "summary" });
		this.sets.push((s) => (choice.value = s.runs[lane].algorithm, say(summary, this.about.algorithms.find((a) => a.name === s.runs[lane].algorithm).summary)));
		const shown = run.params.filter((q) => !p.page.params || p.page.params.includes(q.name));
		choice.hidden = this.about.algorithms.length < 2;
		return el("fieldset", { class: "setting", style: `--lane: var(--lane${lane})` }, el("legend", {}, two ? el("span", { class: "lane" }, `Run ${lane + 1}`) : "Parameters"), choice, summary, ...shown.filter((q) => !q.choices).map((q) => this.#param(q, lane)),
			...(shown.some((q) => q.choices) ? [el("details", { id: `more${lane}` }, el("summary", {}, "more"), ...shown.filter((q) => q.choices).map((q) => this.#param(q, lane)))] : []));
	}

	#param(q, lane) {
		const p = this.player, id = `${q.name}${lane}`, now = (s) => s.runs[lane].params.find((x) => x.name === q.name);
		const set = (value) => p.do({ do: "set", lane, values: { [q.name]: value } });
		const auto = el("input", { type: "checkbox", id: `${id}-auto`, "aria-label": `${q.label}: auto`, title: q.auto, onchange: (e) => set(e.target.checked ? 0 : now(p.state).value) });
		this.sets.push((s) => now(s) && (auto.checked = now(s).isAuto));
		const last = el("label", { title: q.auto }, auto, "auto"), label = el("label", { for: id, title: q.help }, q.label);
		if (q.choices) {
			const choice = el("select", { id, title: q.help, onchange: (e) => set(Number(e.target.value)) }, ...q.choices.map((c, i) => el("option", { value: q.least + i }, c)));
			this.sets.push((s) => now(s) && (choice.value = now(s).value));
			return el("div", { class: "control choice" }, label, choice, last);
		}
		const to = (x) => Math.log2(x), from = (x) => clamp(q.powers ? 2 ** Math.round(x) : Math.round(2 ** x), q.least, q.most);
		const slider = el("input", { type: "range", min: to(q.least), max: to(q.most), step: q.powers ? 1 : "any", "aria-label": `${q.label}, logarithmic`, tabindex: -1, onchange: (e) => set(from(Number(e.target.value))), oninput: (e) => (number.value = from(Number(e.target.value))) });
		const number = el("input", { type: "number", id, min: q.least, max: q.most, title: q.help, onchange: (e) => set(clamp(Number(e.target.value) || q.least, q.least, q.most)) });
		this.sets.push((s) => {
			const x = now(s);
			if (!x || document.activeElement === number || slider.matches(":active")) return;
			[number.value, slider.value] = [x.value, to(Math.max(1, x.value))];
		});
		return el("div", { class: "control" }, label, slider, number, last);
	}

	#compare() {
		const p = this.player, on = el("input", { type: "checkbox", id: "compare", onchange: (e) => p.do({ do: "compare", on: e.target.checked }) });
		const clock = el("select", { id: "clock", "aria-label": "clock", onchange: (e) => p.do({ do: "clock", name: e.target.value }) }, ...this.about.clocks.map((c) => el("option", { value: c }, `on one clock: ${c}`)));
		this.sets.push((s) => {
			on.checked = s.runs.length > 1;
			[clock.hidden, clock.value] = [s.runs.length < 2 || this.about.clocks.length < 2, s.time.clock];
		});
		return el("fieldset", { class: "setting" }, el("div", { class: "row" }, el("label", {}, on, "compare two"), clock));
	}

	/** #facts lists what the last step has established; of a comparison the costs of both runs. */
	#facts(state) {
		const two = state.runs.length > 1, list = el("dl", { id: "facts", class: two ? "two" : "" });
		this.sets.push((s) => {
			const rows = two ? this.#both(s) : this.#one(s.runs[0]), cells = rows.flat();
			const size = rows[0]?.length ?? 0;
			list.style.setProperty("--columns", two ? size - 1 : 2);
			if (list.children.length !== cells.length) list.replaceChildren(...cells.map((_, i) => el(i % size ? "dd" : "dt")));
			cells.forEach((text, i) => say(list.children[i], text));
		});
		return el("fieldset", {}, el("legend", {}, two ? "Both runs so far" : "Facts of this step"), list);
	}

	/** #legs lists the roads of the path, of a map with names. */
	#legs() {
		const list = el("ol"), all = el("details", { id: "legs", class: "setting", hidden: true }, el("summary", {}, "Directions"), list);
		this.sets.push((s) => {
			const legs = s.runs.length === 1 && s.runs[0].done ? s.runs[0].legs ?? [] : [];
			all.hidden = !legs.length;
			if (list.children.length !== legs.length) list.replaceChildren(...legs.map(() => el("li")));
			legs.forEach((text, i) => say(list.children[i], text));
		});
		return all;
	}

	#one(run) {
		return [...run.facts.map((f) => f.slice()), ...(run.result ? [["result", run.result]] : [])];
	}

	#both(s) {
		const head = ["", "first", "second", "ratio"];
		if (s.measures) return [head, ...s.measures.map((m) => [m.name, ...m.of, m.ratio])];
		const of = (r, name) => r.facts.find((f) => f[0] === name)?.[1] ?? "–";
		return [head.slice(0, 3), ...[...new Set(s.runs.flatMap((r) => r.facts.map((f) => f[0])))].map((name) => [name, ...s.runs.map((r) => of(r, name))])];
	}
}

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
