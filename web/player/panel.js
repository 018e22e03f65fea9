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
		const shape = JSON.stringify([state.runs.map((r) => [r.algorithm, r.params.map((p) => p.name)]), !!state.all, state.roads?.picked?.lines, !!state.roads?.changes, state.dials?.map((d) => d.name)]);
		if (shape !== this.shape) {
			this.shape = shape;
			this.sets = [];
			const focus = document.activeElement?.id;
			const facts = this.#facts(state), legs = this.#legs();
			const runs = this.about.recorded ? [] : state.runs.map((run, lane) => this.#run(state, run, lane));
			$("panel").replaceChildren(...(this.about.recorded ? [facts, legs] : [...this.#input(state), facts, ...runs, this.#compare(), legs]));
			if (focus) $(focus)?.focus();
		}
		for (const set of this.sets) set(state);
	}

	/** #input makes the controls of what the runs work on. */
	#input(state) {
		const { family } = this.about;
		if (family === "labs") return []; // it is a part of the lab
		if (family === "hops") return [this.#numbers(), ...(state.view ? [this.#colours(state)] : [])];
		if (family === "trees") return [this.#query(state), this.#colours(state), ...this.#road(state)];
		return family === "paths" ? [this.#query(state), ...this.#road(state)] : [this.#numbers()];
	}

	/** #query makes the controls of a search or a tree: what a click moves, and how the map of a search is coloured. */
	#query(state) {
		const p = this.player, trees = this.about.family === "trees";
		const pick = (letter, name) => {
			const button = el("input", { type: "radio", name: "pick", id: `pick-${letter}`, checked: p.picks === letter, onchange: () => (p.picks = letter) });
			return el("label", {}, button, el("i", { style: `--c: var(--${name})` }), name);
		};
		const all = el("input", { type: "checkbox", id: "all", onchange: (e) => p.do({ do: "all", on: e.target.checked }) });
		const look = select("look", "colours", [["state", "colours by state"], ["distance", "colours by distance"]], (value) => p.see({ byDistance: value === "distance" }));
		this.sets.push((s) => (all.checked = !!s.all));
		this.sets.push(() => (look.value = p.look.byDistance ? "distance" : "state"));
		const others = trees ? (state.all ? [] : [el("button", { id: "all", onclick: () => p.do({ do: "all" }) }, "No target")]) : [look];
		return group(`${trees ? "Tree" : "Search"}: a click or tap moves`,
			el("div", { class: "ends" }, pick("S", "source"), pick("T", "target"), ...(trees ? [] : [el("label", {}, all, "to all")])),
			el("div", { class: "ends" }, el("label", {}, el("input", { type: "radio", name: "pick", id: "pick-R", checked: p.picks === "R", onchange: () => (p.picks = "R") }), "or picks a road, to change its speed")),
			el("div", { class: "row" }, this.#another("Random"), ...others));
	}

	/** #colours makes the controls of the meaning of colours, and of the pictures beside them. */
	#colours(state) {
		const p = this.player, names = { bands: "isochrones", smooth: "distances", level: "levels of the first search", searches: "how many searches have seen a node" };
		const colour = select("colour", "colours", this.about.inputs.map((name) => [name, names[name] ?? name]), (value) => p.do({ do: "view", name: value }));
		colour.classList.add("wide");
		this.sets.push((s) => (colour.value = s.view.colour));
		const box = (name, text) => {
			const input = el("input", { type: "checkbox", id: name, onchange: (e) => p.do({ do: name, on: e.target.checked }) });
			this.sets.push((s) => (input.checked = !!s.view[name]));
			return el("label", {}, input, text);
		};
		const boxes = this.about.family === "trees" ? [box("follow", "follow the mouse"), box("front", "lengths of a front")] : [box("joint", "mark the joint frontier")];
		return group("Colours", colour, el("div", { class: "ends below" }, ...boxes), ...(state.dials ?? []).map((d) => this.#dial(d)));
	}

	/** #dial makes the control of a number of the picture, which is chosen from a list. */
	#dial({ name, label, help, auto, autoHelp }) {
		const p = this.player, now = (s) => s.dials?.find((d) => d.name === name), set = (value) => p.do({ do: "dial", name, value }), text = el("output", { for: name });
		const slider = el("input", { type: "range", id: name, min: 0, step: 1, title: help, oninput: (e) => set(now(p.state).values[e.target.value]) });
		const box = el("input", { type: "checkbox", id: `${name}-auto`, onchange: (e) => set(e.target.checked ? 0 : now(p.state).values[slider.value]) });
		this.sets.push((s) => {
			const d = now(s);
			if (!d) return;
			slider.max = d.values.length - 1;
			if (!slider.matches(":active")) slider.value = d.at;
			slider.setAttribute("aria-valuetext", d.text);
			say(text, d.text);
			box.checked = d.isAuto;
		});
		return el("div", { class: "control dial" }, el("label", { for: name, title: help }, label), slider, text, ...(auto ? [el("label", { title: autoHelp }, box, auto)] : []));
	}

	/** #road makes the controls of the picked road, and of all changes. */
	#road(state) {
		const p = this.player, picked = state.roads?.picked, rows = [];
		if (picked) {
			const share = (s) => s.roads?.picked?.share ?? 100, text = el("span", { class: "share" }), set = (e) => p.do({ do: "road", at: Number(e.target.value) });
			const slider = el("input", { type: "range", id: "road", min: 0, max: 200, step: 1, "aria-label": "share of its own speed in percent, 0 closes it", oninput: set });
			this.sets.push((s) => {
				if (!slider.matches(":active")) slider.value = share(s);
				say(text, share(s) ? `${Math.round(share(s))} %` : "closed");
			});
			const close = el("button", { id: "close", onclick: () => p.do({ do: "road", at: share(p.state) ? 0 : 100 }) });
			this.sets.push((s) => say(close, share(s) ? "Close" : "Open"));
			rows.push(el("p", { class: "summary" }, picked.title), el("div", { class: "row" }, slider, text, close));
		}
		if (state.roads?.changes) rows.push(el("div", { class: "row below" }, el("button", { id: "reset", onclick: () => p.do({ do: "reset-roads" }) }, "Reset all roads")));
		return rows.length ? [group("Roads", ...rows)] : [];
	}

	/** #numbers makes the controls of generated keys or values. */
	#numbers() {
		const p = this.player, what = this.about.map ? "pairs" : this.about.name, inputs = this.about.map ? [] : this.about.inputs ?? [];
		const keys = () => p.do({ do: "keys", keys: { n: Number(n.value), distribution: inputs.length ? dist.value : "", seed: p.state.keys.seed } });
		const n = select("n", what, [], keys), dist = select("dist", inputs.includes("example") ? "shape" : "distribution", inputs.map((name) => [name, name]), keys);
		const clips = this.about.family === "clips", tints = clips ? [["", "links and partitions"], ["levels", "levels of a partition"]] : [["", "auto colour"], ["value", "colours by value"], ["digit", "colours by digit"], ["moved", "colours by what moved"]];
		const tint = select("tint", clips ? "picture" : "colours", tints, (value) => p.see({ tint: value }));
		const all = this.about.map ? [1, 2, 4, 8, 16, 32, 64] : [16, 64, 256, 1024, 4096, 16384, 65536];
		tint.hidden = this.about.family !== "sorts" && !clips;
		this.sets.push((s) => {
			const sizes = [...new Set([...all, s.keys.n])].sort((a, b) => a - b);
			if (n.options.length !== sizes.length) n.replaceChildren(...sizes.map((k) => el("option", { value: k }, `${thousands(k)} ${what}`)));
			n.value = s.keys.n;
			dist.hidden = !inputs.length || !!s.keys.text; // keys that are given
			tint.value = p.look.tint;
			if (inputs.length) dist.value = s.keys.distribution;
		});
		const rows = this.about.map ? [[n, this.#another("Random")]] : [[n, dist], [this.#another("Shuffle"), tint]];
		return group(what[0].toUpperCase() + what.slice(1), ...rows.map((row, i) => el("div", { class: i ? "row below" : "row" }, ...row)));
	}

	/** #another makes the button for another input of the same kind. */
	#another(text) {
		return el("button", { id: "random", onclick: () => this.player.do({ do: "random" }) }, text);
	}

	/** #run makes the controls of a run. */
	#run(state, run, lane) {
		const two = state.runs.length > 1, p = this.player, summary = el("p", { class: "summary" });
		const of = this.about.algorithms.map((a) => [a.name, a.title]);
		const choice = select(`algorithm${lane}`, two ? `algorithm of run ${lane + 1}` : "algorithm", of, (value) => p.do({ do: "set", lane, algorithm: value }));
		choice.classList.add("wide");
		choice.hidden = of.length < 2;
		this.sets.push((s) => {
			choice.value = s.runs[lane].algorithm;
			say(summary, this.about.algorithms.find((a) => a.name === choice.value).summary);
		});
		const shown = run.params.filter((q) => !p.page.params || p.page.params.includes(q.name)), usual = shown.filter((q) => !q.choices), more = shown.filter((q) => q.choices);
		const all = group(two ? el("span", { class: "lane" }, `Run ${lane + 1}`) : "Parameters", choice, summary, ...usual.map((q) => this.#param(q, lane)));
		all.style.setProperty("--lane", `var(--lane${lane})`);
		if (more.length) all.append(el("details", { id: `more${lane}` }, el("summary", {}, "more"), ...more.map((q) => this.#param(q, lane))));
		return all;
	}

	/** #param makes the control of a parameter from its description. */
	#param(q, lane) {
		const p = this.player, id = `${q.name}${lane}`, now = (s) => s.runs[lane].params.find((x) => x.name === q.name);
		const set = (value) => p.do({ do: "set", lane, values: { [q.name]: value } });
		const left = (e) => set(e.target.checked ? 0 : now(p.state).value);
		const auto = el("input", { type: "checkbox", id: `${id}-auto`, "aria-label": `${q.label}: auto`, title: q.auto, onchange: left });
		this.sets.push((s) => now(s) && (auto.checked = now(s).isAuto));
		const last = el("label", { title: q.auto }, auto, "auto"), label = el("label", { for: id, title: q.help }, q.label);
		if (q.choices) {
			const choice = select(id, q.label, q.choices.map((c, i) => [q.min + i, c]), (value) => set(Number(value)));
			this.sets.push((s) => now(s) && (choice.value = now(s).value));
			return el("div", { class: "control choice" }, label, choice, last);
		}
		const to = (x) => Math.log2(x), from = (x) => clamp(q.powers ? 2 ** Math.round(x) : Math.round(2 ** x), q.min, q.max);
		const slider = el("input", {
			type: "range", min: to(q.min), max: to(q.max), step: q.powers ? 1 : "any", "aria-label": `${q.label}, logarithmic`, tabindex: -1,
			oninput: (e) => (number.value = from(Number(e.target.value))), onchange: (e) => set(from(Number(e.target.value))),
		});
		const typed = (e) => set(clamp(Number(e.target.value) || q.min, q.min, q.max));
		const number = el("input", { type: "number", id, min: q.min, max: q.max, title: q.help, onchange: typed });
		this.sets.push((s) => {
			const x = now(s);
			if (!x || document.activeElement === number || slider.matches(":active")) return;
			[number.value, slider.value] = [x.value, to(Math.max(1, x.value))];
		});
		return el("div", { class: "control" }, label, slider, number, last);
	}

	#compare() {
		const p = this.player, on = el("input", { type: "checkbox", id: "compare", onchange: (e) => p.do({ do: "compare", on: e.target.checked }) });
		const clock = select("clock", "clock", this.about.clocks.map((c) => [c, `on one clock: ${c}`]), (value) => p.do({ do: "clock", name: value }));
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

/** select makes a list to choose from, of values and texts. */
function select(id, name, options, chosen) {
	return el("select", { id, "aria-label": name, onchange: (e) => chosen(e.target.value) }, ...options.map(([value, text]) => el("option", { value }, text)));
}

/** group makes a group of controls. */
const group = (name, ...children) => el("fieldset", { class: "setting" }, el("legend", {}, name), ...children);
