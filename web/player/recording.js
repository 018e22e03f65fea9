// What a player has in place of the program: a recording, or frames that arrive. web/frame.go writes both.

/** Frames reads texts, and arrays as changes. */
class Frames {
	constructor() {
		this.lengths = new Map(); // of the arrays that the last frame had
	}

	/** feed takes bytes that are read next. */
	feed(bytes) {
		[this.bytes, this.at] = [bytes, 0];
		return this;
	}

	#number() { // a varint
		for (let x = 0, scale = 1; ; scale *= 128) {
			if (this.at >= this.bytes.length) throw new Error("the recording of this page is damaged");
			x += (this.bytes[this.at] & 127) * scale;
			if (this.bytes[this.at++] < 128) return x;
		}
	}

	#signed() {
		const x = this.#number();
		return x % 2 ? -(x + 1) / 2 : x / 2;
	}

	#text() {
		const n = this.#number();
		return JSON.parse(new TextDecoder().decode(this.bytes.subarray(this.at, this.at += n)));
	}

	#changes(key, isNew) {
		const length = this.#number(), n = this.#number(), where = new Uint32Array(n), grows = new Int32Array(n);
		for (let i = 0, last = -1, grown = 0; i < n; i++) {
			where[i] = last += this.#number();
			grows[i] = this.#signed() + grown;
			if (isNew) grown = grows[i];
		}
		return { key, length, where, grows };
	}

	/** more says whether there is more to read. */
	get more() {
		return this.at < this.bytes.length;
	}

	/** head reads the beginning. */
	head() {
		const head = this.#text();
		this.lengths = new Map();
		return { ...head, still: head.still.map((name) => this.#changes(`0 ${name}`, true)) };
	}

	/** next reads a frame. */
	next() {
		const frame = this.#text(), lengths = this.lengths;
		frame.changes = frame.moving.flatMap((names, lane) => names.map((name) => this.#changes(`${lane} ${name}`, !lengths.get(`${lane} ${name}`))));
		this.lengths = new Map(frame.changes.map((c) => [c.key, c.length]));
		return frame;
	}
}

/** Arrays are the arrays of the last frame. */
class Arrays {
	constructor(still) {
		this.still = new Map(still.map((c) => [c.key, this.#changed(new Uint32Array(0), c)]));
		this.moving = new Map();
	}

	#changed(all, { length, where, grows }) {
		if (all.length !== length) {
			const other = new Uint32Array(length);
			other.set(all.subarray(0, length));
			all = other;
		}
		for (let i = 0; i < where.length; i++) all[where[i]] += grows[i];
		return all;
	}

	/** apply makes them the arrays of the next frame. */
	apply(frame) {
		this.moving = new Map(frame.changes.map((c) => [c.key, this.#changed(this.moving.get(c.key) ?? new Uint32Array(0), c)]));
	}

	/** copy returns the bytes of an array. */
	copy(lane, name) {
		const all = this.moving.get(`${lane} ${name}`) ?? this.still.get(`0 ${name}`);
		if (!all) throw new Error(`this page has no ${name}`);
		return new Uint8Array(all.slice().buffer);
	}
}

/** Recording answers as the program does, and computes nothing. */
class Recording {
	/** open reads the recording, and goes to the step of a scene: of the part that it names, where a tour has several. */
	open(scene, bytes) {
		this.parts ??= this.#read(bytes);
		const { step = 0, part = 0 } = JSON.parse(scene), { head, frames } = this.parts[part] ?? this.parts[0], { speed } = frames[0].state.time;
		Object.assign(this, { frames, last: head.steps, step: Infinity, playing: false, loop: false, speed });
		this.#go(step < 0 ? this.last : step);
	}

	/** #read reads all parts, each with its head and the frames of its steps. */
	#read(bytes) {
		const parts = [];
		for (const from = new Frames().feed(bytes); !parts.length || from.more;) {
			const head = from.head();
			parts.push({ head, frames: Array.from({ length: head.steps + 1 }, () => from.next()) });
		}
		return parts;
	}

	/** #go goes to a step: back to the start, if it has passed. */
	#go(to) {
		to = clamp(to, 0, this.last);
		this.arrays ??= new Arrays(this.parts[0].head.still);
		if (this.step > to) [this.step, this.arrays.moving] = [-1, new Map()];
		while (this.step < to) this.arrays.apply(this.frames[++this.step]);
		this.position = this.#at(this.step);
	}

	/** #at returns where on the clock a step is. */
	#at(step) {
		return this.frames[step].state.time.at;
	}

	/** #goClock goes to the last step at a position of the clock or before. */
	#goClock(position) {
		let low = 0, high = this.last;
		while (low < high) {
			const middle = Math.ceil((low + high) / 2);
			this.#at(middle) <= position ? (low = middle) : (high = middle - 1);
		}
		this.#go(low);
		this.position = clamp(position, 0, this.#at(this.last));
	}

	/** do executes a request about time. */
	do(text) {
		const r = JSON.parse(text), actions = {
			play: () => (this.playing = this.step < this.last || (this.#go(0), true)), pause: () => (this.playing = false),
			step: () => (this.playing = false, this.#go(this.step + r.step)), seek: () => (this.playing = false, this.#go(r.step)),
			scrub: () => this.#goClock(r.at), "clock-at": () => this.#goClock(r.at), rewind: () => this.#go(0), end: () => (this.playing = false, this.#go(this.last)),
			speed: () => (this.speed = clamp(r.at, 0.1, 1e6)), loop: () => (this.loop = r.on),
		};
		if (!actions[r.do]) throw new Error("this page is a recording: it plays, and computes nothing anew");
		actions[r.do]();
	}

	/** advance plays for some milliseconds. */
	advance(dt) {
		if (!this.playing) return;
		const end = this.#at(this.last), to = this.position + this.speed * dt / 1000;
		this.#goClock(this.loop && to > end ? 0 : to);
		this.playing = this.loop || this.step < this.last;
	}

	about() {
		return JSON.stringify({ ...this.parts[0].head.about, recorded: true });
	}

	state() {
		const { state } = this.frames[this.step], length = this.#at(this.last), { playing, loop, speed, position } = this;
		return JSON.stringify({ ...state, busy: false, time: { ...state.time, playing, loop, speed, position, made: length, length, known: true } });
	}

	array(lane, name) {
		return this.arrays.copy(lane, name);
	}

	told() {
		return this.frames[this.step].told;
	}

	command() {
		return this.frames[this.step].command;
	}
}

/** inPlace hands what answers as the program does to the player, as the program is handed to it: what fails is returned. */
function inPlace(of) {
	const safe = (f) => (...args) => {
		try {
			return f.apply(of, args);
		} catch (e) {
			return e;
		}
	};
	return Object.fromEntries(["open", "about", "state", "do", "advance", "array", "told", "command"].map((name) => [name, safe(of[name])]));
}
