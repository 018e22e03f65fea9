// What all parts of the player share.

/** $ returns the element of an id. */
const $ = (id) => document.getElementById(id);

/** el makes an element with attributes and children. */
function el(name, attributes = {}, ...children) {
	const e = document.createElement(name);
	for (const [key, value] of Object.entries(attributes)) {
		if (key.startsWith("on")) e.addEventListener(key.slice(2), value);
		else if (value === true) e.setAttribute(key, "");
		else if (value !== false && value != null) e.setAttribute(key, value);
	}
	e.append(...children);
	return e;
}

/** say sets the text of an element, only if it differs: screen readers repeat what is set. */
function say(e, text) {
	if (e.textContent !== text) e.textContent = text;
}

const thousands = (n) => Math.round(n).toString().replace(/\B(?=(\d{3})+$)/g, ",");
const clamp = (x, min, max) => Math.max(min, Math.min(max, x));

/** rgb returns the components of a colour "#rrggbb", from 0 to 1. */
const rgb = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255);

/** ramp returns the colour at t, from 0 to 1, between the nine colours of a ramp. */
function ramp(colours, t) {
	const x = clamp(t, 0, 1) * (colours.length - 1), i = Math.min(Math.floor(x), colours.length - 2);
	return mix(colours[i], colours[i + 1], x - i);
}

function mix(a, b, t) {
	const [x, y] = [rgb(a), rgb(b)];
	return `rgb(${x.map((v, i) => Math.round(255 * (v + (y[i] - v) * t))).join(",")})`;
}

/** mixed is mix of a colour "rgb(…)". */
function mixed(a, b, t) {
	const x = a.match(/\d+/g).map(Number), y = rgb(b);
	return `rgb(${x.map((v, i) => Math.round(v + (255 * y[i] - v) * t)).join(",")})`;
}

/** call calls a function of the program, and throws what it returns as an error. */
function call(name, ...args) {
	const out = kernelscope[name](...args);
	if (out instanceof Error) throw out;
	return out;
}

/** words returns an array of the program as one of unsigned or, with a type, other numbers of 32 bits. */
const words = (lane, name, type = Uint32Array) => new type(call("array", lane, name).buffer);

/** fit sizes a canvas to its element and returns its ratio of pixels; it says whether the size is new. */
function fitCanvas(canvas) {
	const ratio = Math.min(window.devicePixelRatio || 1, 3);
	const w = Math.max(1, Math.round(canvas.clientWidth * ratio)), h = Math.max(1, Math.round(canvas.clientHeight * ratio));
	const changed = canvas.width !== w || canvas.height !== h;
	if (changed) [canvas.width, canvas.height] = [w, h];
	return { ratio, changed };
}

/** drawCells draws an image of cells in an area. */
function drawCells(g, area, cells, smooth) {
	const small = Object.assign(document.createElement("canvas"), { width: cells.width, height: cells.height });
	small.getContext("2d").putImageData(cells, 0, 0);
	g.imageSmoothingEnabled = smooth;
	g.drawImage(small, ...area);
}

/** wipe empties a canvas and returns its context. */
function wipe(canvas) {
	const g = canvas.getContext("2d");
	g.setTransform(1, 0, 0, 1, 0, 0);
	g.clearRect(0, 0, canvas.width, canvas.height);
	return g;
}
