// Draws the lines of a map, coloured by the states of nodes, with WebGL2. The colours, widths and levels of
// detail are the window's: see shaders/roads_colour.comp and render/style.go, render/detail.go.

const ROADS_VERTEX = `#version 300 es
precision highp float;
precision highp int;
precision highp usampler2D;
uniform vec2 centre, size;   // of the view, relative to the map's; pixels
uniform float scale, widen;  // pixels per unit; pixels added to the width for the casing
uniform float widths[9];     // by class; the last one is the path's
uniform vec3 states[4], road[2], above[2]; // colours by state; most and least important roads; casing and path
uniform vec3 colours[9];     // of distances
uniform float reach, more;   // distance at the end of the ramp; how much more opaque visited roads are
uniform uint band;           // width of a band of distances in one colour; 0 for continuous colours
uniform bool casing, byDistance, logarithmic, best;
uniform usampler2D nodes;    // words of node states
uniform usampler2D segments; // both ends relative to the map's origin, as floats; then node and kind
out vec2 local;
flat out vec3 colour;
flat out vec4 shape; // half length, radius, strength, how much more opaque it is
flat out float rank; // among roads: higher levels above lower ones, then by importance

vec4 colourOf(uint node, uint klass) {
	vec3 ground = mix(road[0], road[1], float(klass) / 7.0);
	uint word = node == 0xffffffffu ? 0u : texelFetch(nodes, ivec2(node & 2047u, node >> 11), 0).r;
	uint state = word >> 30;
	uint distance_ = word & 0x3fffffffu;
	float t = clamp(float(distance_) / reach, 0.0, 1.0);
	if (state == 0u) return vec4(ground, 1);
	if (state == 2u) return vec4(states[2], 1.0 + 3.0 * more);
	if (byDistance) {
		if (logarithmic) t = clamp(log2(1.0 + float(distance_)) / log2(1.0 + reach), 0.0, 1.0);
		if (band != 0u) t = clamp(float(distance_ / band * band) / max(float(band), reach - float(band)), 0.0, 1.0);
		int i = min(int(t * 8.0), 7);
		return vec4(mix(colours[i], colours[i + 1], t * 8.0 - float(i)), 1.0 + more);
	}
	return vec4(state == 3u ? mix(states[3], states[0], 0.8 * (1.0 - t)) : states[1], 1.0 + more);
}

void main() {
	int texel = 2 * (gl_VertexID / 6), vertex = gl_VertexID % 6;
	uvec4 of = texelFetch(segments, ivec2(texel + 1 & 2047, texel >> 11), 0);
	vec4 ends = uintBitsToFloat(texelFetch(segments, ivec2(texel & 2047, texel >> 11), 0));
	vec2 a = (ends.xy - centre) * scale, b = (ends.zw - centre) * scale, d = b - a;
	float len = length(d);
	vec2 along = len > 1e-4 ? d / len : vec2(1, 0);
	uint klass = of.y & 15u;
	float width = widths[klass] + widen;
	vec4 c = klass == 8u ? vec4(above[1], 1) : casing ? vec4(above[0], 1) : colourOf(of.x, klass);
	colour = c.rgb;
	shape = vec4(0.5 * len, 0.5 * max(width, 1.0) + 0.5, min(1.0, width), c.a);
	uint level = of.y >> 4 & 15u;
	rank = float((level > 8u ? 2u : level == 8u ? 1u : 0u) * 8u + 7u - min(klass, 7u));
	int k = vertex < 3 ? vertex : 6 - vertex; // two triangles: 0 1 2, 3 2 1
	vec2 corner = vec2(k & 1, k >> 1) * 2.0 - 1.0;
	local = corner * vec2(shape.x + shape.y, shape.y);
	vec2 at = 0.5 * (a + b) + along * local.x + vec2(-along.y, along.x) * local.y;
	gl_Position = vec4(at * vec2(2, -2) / size, 0, 1);
}`;

// Of thin roads a pixel shows the one that covers most of it, as the window's painter "splat" does: where
// all would add up, streets would outshine motorways. Depth chooses.
const ROADS_FRAGMENT = `#version 300 es
precision highp float;
uniform bool best;
in vec2 local;
flat in vec3 colour;
flat in vec4 shape;
flat in float rank;
out vec4 result;
void main() {
	float beyond = max(0.0, abs(local.x) - shape.x);
	float cover = clamp(shape.y - length(vec2(beyond, local.y)), 0.0, 1.0) * shape.z;
	if (cover < 0.5 / 127.0) discard;
	float alpha = min(1.0, cover * shape.w);
	result = vec4(colour * alpha, alpha);
	gl_FragDepth = best ? (floor(cover * 127.0 + 0.5) * 32.0 + rank) / 4096.0 : 0.0;
}`;

const FINEST = 6, COARSEST = 26, CHUNK = 512, PATH_CLASS = 8;

/** Lines holds the lines of a map in the order of painting, with their levels of detail. */
class Lines {
	constructor(box) {
		this.points = words(0, "points", Int32Array);
		this.lines = words(0, "lines");
		this.box = box;
		this.origin = [Math.round((box[0] + box[2]) / 2), Math.round((box[1] + box[3]) / 2)];
		this.levels = new Map();
		this.#sort();
	}

	/** #sort orders lines: lower levels first, then less important classes, then by place, so that chunks are compact. */
	#sort() {
		const n = this.lines.length / 5, keys = new Float64Array(n);
		const [left, top, right, bottom] = this.box, cell = (x, low, high) => Math.floor(255.99 * (x - low) / Math.max(1, high - low));
		const spread = (x) => { let y = 0; for (let i = 0; i < 8; i++) y |= (x >> i & 1) << (2 * i); return y; };
		for (let i = 0; i < n; i++) {
			const kind = this.lines[5 * i + 4], first = 2 * this.lines[5 * i];
			const place = spread(cell(this.points[first], left, right)) | spread(cell(this.points[first + 1], top, bottom)) << 1;
			keys[i] = ((kind & 0xf0 | 15 - (kind & 15)) * 65536 + place) * 2 ** 24 + i;
		}
		this.order = Array.from(keys.sort(), (k) => k % 2 ** 24);
	}

	/** at returns the segments of a level, at which points closer than 2^level units coincide. */
	at(level) {
		if (!this.levels.has(level)) this.levels.set(level, this.#make(level));
		return this.levels.get(level);
	}

	#make(level) {
		const p = this.points, most = p.length / 2;
		const data = new Uint32Array(8 * most), ends = new Float32Array(data.buffer), chunks = [];
		const seen = new Set(); // pairs of cells with a segment of the present kind
		let n = 0, kindBefore = -1;
		for (const line of this.order) {
			const at = 5 * line, first = this.lines[at], end = this.lines[at + 1], from = this.lines[at + 2], to = this.lines[at + 3], kind = this.lines[at + 4];
			const middle = middleOf(p, first, end);
			if (kind !== kindBefore) seen.clear();
			kindBefore = kind;
			let last = first;
			for (let i = first + 1; i < end; i++) {
				if (level > FINEST && p[2 * i] >> level === p[2 * last] >> level && p[2 * i + 1] >> level === p[2 * last + 1] >> level) continue;
				const before = last;
				last = i;
				if (level > FINEST && !added(seen, p, before, i, level)) continue;
				let c = chunks[chunks.length - 1];
				if (!c || n - c.first >= CHUNK || c.kind !== kind) chunks.push(c = { first: n, end: n, kind, box: [Infinity, Infinity, -Infinity, -Infinity] });
				for (let k = 0; k < 4; k += 2) {
					const v = k ? i : before, x = p[2 * v] - this.origin[0], y = p[2 * v + 1] - this.origin[1];
					ends[8 * n + k] = x, ends[8 * n + k + 1] = y;
					if (x < c.box[0]) c.box[0] = x;
					if (y < c.box[1]) c.box[1] = y;
					if (x > c.box[2]) c.box[2] = x;
					if (y > c.box[3]) c.box[3] = y;
				}
				data[8 * n + 4] = i >= middle ? to : from, data[8 * n + 5] = kind;
				c.end = ++n;
			}
		}
		return { data: data.subarray(0, 8 * n), chunks };
	}
}

/** added adds the pair of cells of two points, in either order, and says whether it is new. */
function added(seen, p, a, b, level) {
	const hash = (i) => (Math.imul(p[2 * i] >> level, 0x9e3779b1) ^ Math.imul(p[2 * i + 1] >> level, 0x85ebca6b)) >>> 0;
	const x = hash(a), y = hash(b), key = Math.min(x, y) * 2 ** 21 + (Math.max(x, y) & 0x1fffff), n = seen.size;
	return seen.add(key).size > n;
}

/** middleOf returns the first point of a line after the middle of its length: from there on, it has the colour of its last node. */
function middleOf(p, first, end) {
	const length = (i) => Math.hypot(p[2 * i] - p[2 * i - 2], p[2 * i + 1] - p[2 * i - 1]);
	let total = 0, passed = 0;
	for (let i = first + 1; i < end; i++) total += length(i);
	for (let i = first + 1; i < end; i++) if ((passed += length(i)) > total / 2) return i;
	return end;
}

/** Roads draws the lines of a map. */
class Roads {
	constructor(canvas, box, widths) {
		const gl = this.gl = canvas.getContext("webgl2", { antialias: false, depth: true, preserveDrawingBuffer: true, premultipliedAlpha: true });
		if (!gl) throw new Error("this browser has no WebGL2, which draws the map");
		this.canvas = canvas;
		this.lines = new Lines(box);
		this.widths = widths;
		this.textures = new Map();
		this.states = [null, null];
		this.paths = [null, null];
		this.marks = [];
		this.reaches = [1, 1];
		this.#build();
	}

	#build() {
		const gl = this.gl, program = gl.createProgram();
		for (const [type, source] of [[gl.VERTEX_SHADER, ROADS_VERTEX], [gl.FRAGMENT_SHADER, ROADS_FRAGMENT]]) {
			const s = gl.createShader(type);
			gl.shaderSource(s, source);
			gl.compileShader(s);
			gl.attachShader(program, s);
		}
		gl.linkProgram(program);
		if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error("the map cannot be drawn: " + gl.getProgramInfoLog(program));
		this.program = program;
		this.uniform = (name) => gl.getUniformLocation(program, name);
		gl.depthFunc(gl.GREATER);
		gl.clearDepth(0);
		gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
	}

	/** setStates uploads the words of node states of a run. */
	setStates(lane, all) {
		this.states[lane] = this.#upload(all, 1, this.states[lane]);
	}

	/** setPath shows a path of a run along points, or none. */
	setPath(lane, points) {
		if (this.paths[lane]) this.gl.deleteTexture(this.paths[lane].texture);
		this.paths[lane] = this.#along([[points, 0, points.length / 2, PATH_CLASS]]);
	}

	/** setMarks marks lines by rims of a colour, of a width in pixels on each side; the last mark is on top. */
	setMarks(marks) {
		for (const m of this.marks) this.gl.deleteTexture(m.texture);
		const { points, lines } = this.lines;
		this.marks = marks.map((m) => ({ ...m, ...this.#along(m.lines.map((l) => [points, lines[5 * l], lines[5 * l + 1], lines[5 * l + 4]])) })).filter((m) => m.n);
	}

	/** #along uploads the segments along points, each given with its first and its end, and a kind; it returns null if there are none. */
	#along(all) {
		const n = all.reduce((sum, [, first, end]) => sum + Math.max(0, end - first - 1), 0), data = new Uint32Array(8 * n), ends = new Float32Array(data.buffer);
		let at = 0;
		for (const [points, first, end, kind] of all) {
			for (let i = first; i < end - 1; i++, at += 8) {
				for (let k = 0; k < 4; k++) ends[at + k] = points[2 * i + k] - this.lines.origin[k & 1];
				[data[at + 4], data[at + 5]] = [0xffffffff, kind];
			}
		}
		return n ? { texture: this.#upload(data, 4), n } : null;
	}

	/** #upload makes a texture of words, 2048 texels of some words in a row. */
	#upload(data, each, texture) {
		const gl = this.gl, rows = Math.max(1, Math.ceil(data.length / each / 2048)), padded = new Uint32Array(2048 * each * rows);
		padded.set(data);
		const known = texture ?? gl.createTexture();
		gl.bindTexture(gl.TEXTURE_2D, known);
		if (!texture) {
			gl.texStorage2D(gl.TEXTURE_2D, 1, each === 1 ? gl.R32UI : gl.RGBA32UI, 2048, rows);
			for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, filter, gl.NEAREST);
		}
		gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, 2048, rows, each === 1 ? gl.RED_INTEGER : gl.RGBA_INTEGER, gl.UNSIGNED_INT, padded);
		return known;
	}

	/** width returns the width of a class in pixels; it is the one of render/style.go. */
	width(w, perPixel, ratio) {
		const plain = perPixel * ratio, t = clamp(Math.log2(200 / plain) / Math.log2(200 / 8), 0, 1);
		return Math.max(w.Metres / plain, w.Far * (w.Town / w.Far) ** t) * ratio;
	}

	/** draw draws the areas of the runs, each [x, y, width, height] in pixels, as a camera sees them. looks have the colours of each run. */
	draw(areas, camera, theme, looks) {
		const gl = this.gl, { ratio } = fitCanvas(this.canvas), set = this.uniform;
		gl.disable(gl.SCISSOR_TEST);
		gl.clearColor(0, 0, 0, 0);
		gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
		gl.enable(gl.SCISSOR_TEST);
		gl.useProgram(this.program);
		const scale = camera.scale * ratio, perPixel = camera.metres / scale, plain = perPixel * ratio;
		const widths = this.widths.map((w) => this.width(w, perPixel, ratio));
		const level = clamp(Math.floor(Math.log2(0.67 / scale)), FINEST, COARSEST);
		if (!this.textures.has(level)) this.textures.set(level, this.#upload(this.lines.at(level).data, 4));
		gl.uniform1fv(set("widths"), [...widths, Math.max(3.4 * ratio, widths[0] * 0.6)]);
		gl.uniform3fv(set("road"), [theme.major, theme.minor].flatMap(rgb));
		gl.uniform2f(set("centre"), camera.x - this.lines.origin[0], camera.y - this.lines.origin[1]);
		gl.uniform1f(set("scale"), scale);
		gl.uniform1f(set("more"), clamp(Math.log2(plain / 2) / Math.log2(8), 0, 1));
		gl.uniform1i(set("nodes"), 0);
		gl.uniform1i(set("segments"), 1);
		areas.forEach((area, lane) => {
			const [x, y, w, h] = area.map((v) => Math.round(v * ratio));
			for (const f of ["viewport", "scissor"]) gl[f](x, this.canvas.height - y - h, w, h);
			gl.uniform2f(set("size"), w, h);
			gl.uniform1f(set("reach"), Math.max(1, this.reaches[lane]));
			const look = looks[lane];
			gl.uniform3fv(set("states"), look.theme.states.flatMap(rgb));
			gl.uniform3fv(set("colours"), look.theme.ramp.flatMap(rgb));
			for (const name of ["byDistance", "logarithmic"]) gl.uniform1i(set(name), look[name]);
			gl.uniform1ui(set("band"), look.band);
			gl.activeTexture(gl.TEXTURE0);
			gl.bindTexture(gl.TEXTURE_2D, this.states[lane]);
			gl.activeTexture(gl.TEXTURE1);
			const ranges = this.#visible(this.lines.at(level).chunks, camera, w / scale, h / scale, widths, ratio);
			const lines = this.textures.get(level), cased = plain <= 2;
			this.#best(false);
			for (const m of this.marks) {
				gl.uniform3fv(set("above"), [m.tint, m.tint].flatMap(rgb));
				this.#pass(m.texture, [[0, m.n]], true, m.rim * ratio);
			}
			gl.uniform3fv(set("above"), [theme.casing, theme.path].flatMap(rgb));
			this.#best(!cased);
			for (const casing of cased ? [true, false] : [false]) this.#pass(lines, ranges, casing, casing ? ratio : 0);
			this.#best(false);
			if (this.paths[lane]) this.#pass(this.paths[lane].texture, [[0, this.paths[lane].n]], false, 0);
		});
	}

	/** #visible returns ranges of segments in view, of the classes that are not too faint. */
	#visible(chunks, camera, w, h, widths, ratio) {
		const out = [], x = camera.x - this.lines.origin[0], y = camera.y - this.lines.origin[1], grow = 40 / camera.scale;
		for (const c of chunks) {
			const faint = widths[c.kind & 15] < 0.15 * ratio;
			if (faint || c.box[0] > x + w / 2 + grow || c.box[2] < x - w / 2 - grow || c.box[1] > y + h / 2 + grow || c.box[3] < y - h / 2 - grow) continue;
			if (out.length && out[out.length - 1][1] === c.first) out[out.length - 1][1] = c.end;
			else out.push([c.first, c.end]);
		}
		return out;
	}

	/** #best selects whether a pixel shows the line that covers most of it, or all, one above the other. */
	#best(on) {
		const gl = this.gl;
		gl.uniform1i(this.uniform("best"), on);
		on ? gl.enable(gl.DEPTH_TEST) : gl.disable(gl.DEPTH_TEST);
		on ? gl.disable(gl.BLEND) : gl.enable(gl.BLEND);
	}

	/** #pass draws segments: with casing in the colour of casings, as much wider on each side as rim says. */
	#pass(segments, ranges, casing, rim) {
		const gl = this.gl;
		gl.bindTexture(gl.TEXTURE_2D, segments);
		gl.uniform1i(this.uniform("casing"), casing);
		gl.uniform1f(this.uniform("widen"), 2 * rim);
		for (const [first, end] of ranges) gl.drawArrays(gl.TRIANGLES, 6 * first, 6 * (end - first));
	}
}
