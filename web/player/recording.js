// A recording in place of the program: states and arrays of each step, as web/record.go has written them.

/** Recording answers as the program does, and computes nothing. */
class Recording {
	/** open reads the recording, and goes to the step of a scene. */
	open(scene, bytes) {
		if (!this.moments) this.#read(bytes);
		const { step = 0 } = JSON.parse(scene), { speed } = this.moments[0].state.time;
		Object.assign(this, { playing: false, loop: false, speed });
		this.#go(step < 0 ? this.head.steps : step);
	}

	#read(bytes) {
		let at = 0;
		const number = () => { // a varint
			for (let x = 0, scale = 1; ; scale *= 128) {
				if (at >= bytes.length) throw new Error("the recording of this page is damaged");
				x += (bytes[at] & 127) * scale;
				if (bytes[at++] < 128) return x;
			}
		};
		const signed = () => { const x = number(); return x % 2 ? -(x + 1) / 2 : x / 2; };
		const text = () => { const n = number(); return JSON.parse(new TextDecoder().decode(bytes.subarray(at, at += n))); };
		const lengths = new Map();
		const changes = (key) => {
			const length = number(), n = number(), where = new Uint32Array(n), grows = new Int32Array(n), isNew = !lengths.get(key);
			for (let i = 0, last = -1, grown = 0; i < n; i++) {
				where[i] = last += number();
				grows[i] = signed() + grown;
				if (isNew) grown = grows[i];
			}
			lengths.set(key, length);
			return { key, length, where, grows };
		};
		this.head = text();
		this.still = this.head.still.map((name) => changes(`0 ${name}`));
		const moments = [];
		for (let step = 0; step <= this.head.steps; step++) {
			moments.push({ ...text(), changes: this.head.moving.flatMap((names, lane) => names.map((name) => changes(`${lane} ${name}`))) });
		}
		this.moments = moments;
		this.step = Infinity;
	}

	/** #go goes to a step: back to the start, if it has passed. */
	#go(to) {
		to = clamp(to, 0, this.head.steps);
		if (this.step > to) {
			[this.step, this.arrays] = [-1, new Map()];
			for (const c of this.still) this.#apply(c);
		}
		while (this.step < to) for (const c of this.moments[++this.step].changes) this.#apply(c);
		this.position = this.#at(this.step);
	}

	#apply({ key, length, where, grows }) {
		let all = this.arrays.get(key) ?? new Uint32Array(0);
		if (all.length !== length) {
			const other = new Uint32Array(length);
			other.set(all.subarray(0, length));
			all = other;
		}
		for (let i = 0; i < where.length; i++) all[where[i]] += grows[i];
		this.arrays.set(key, all);
	}

	/** #at returns where on the clock a step is. */
	#at(step) {
		return this.moments[step].state.time.at;
	}

	/** #goClock goes to the last step at a position of the clock or before. */
	#goClock(position) {
		let low = 0, high = this.head.steps;
		while (low < high) {
			const middle = Math.ceil((low + high) / 2);
			this.#at(middle) <= position ? (low = middle) : (high = middle - 1);
		}
		this.#go(low);
		this.position = clamp(position, 0, this.#at(this.head.steps));
	}

	/** do executes a request about time. */
	do(text) {
		const r = JSON.parse(text), actions = {
			play: () => (this.playing = this.step < this.head.steps || (this.#go(0), true)), pause: () => (this.playing = false),
			step: () => (this.playing = false, this.#go(this.step + r.step)), seek: () => (this.playing = false, this.#go(r.step)),
			scrub: () => this.#goClock(r.at), "clock-at": () => this.#goClock(r.at), rewind: () => this.#go(0), end: () => (this.playing = false, this.#go(this.head.steps)),
			speed: () => (this.speed = clamp(r.at, 0.1, 1e6)), loop: () => (this.loop = r.on),
		};
		if (!actions[r.do]) throw new Error("this page is a recording: it plays, and computes nothing anew");
		actions[r.do]();
	}

	/** advance plays for some milliseconds. */
	advance(dt) {
		if (!this.playing) return;
		const end = this.#at(this.head.steps), to = this.position + this.speed * dt / 1000;
		this.#goClock(this.loop && to > end ? 0 : to);
		this.playing = this.loop || this.step < this.head.steps;
	}

	about() {
		return JSON.stringify({ ...this.head.about, recorded: true });
	}

	state() {
		const { state } = this.moments[this.step], length = this.#at(this.head.steps), { playing, loop, speed, position } = this;
		return JSON.stringify({ ...state, busy: false, time: { ...state.time, playing, loop, speed, position, made: length, length, known: true } });
	}

	array(lane, name) {
		const all = this.arrays.get(`${lane} ${name}`);
		if (!all) throw new Error(`this recording has no ${name}`);
		return new Uint8Array(all.slice().buffer);
	}

	told() {
		return this.moments[this.step].told;
	}

	command() {
		return this.moments[this.step].command;
	}
}

/** recording hands a recording to the player as the program is handed to it: what fails is returned. */
function recording() {
	const r = new Recording(), safe = (f) => (...args) => {
		try {
			return f.apply(r, args);
		} catch (e) {
			return e;
		}
	};
	return Object.fromEntries(["open", "about", "state", "do", "advance", "array", "told", "command"].map((name) => [name, safe(r[name])]));
}
