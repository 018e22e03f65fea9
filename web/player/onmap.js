// Drawings over a map: dots, signs of changed roads, texts and the lengths of a front.

// What a length of a front is at least that no path has: compute/prepared.Unreached.
const UNREACHED_LENGTH = 2 ** 30 - 1;

/** paletteOf returns the colours of a run: of the theme, or adapted to a family. */
const paletteOf = (theme, look) => look ? { ...theme, ...theme.palettes[look.palette] } : theme;

/** tintOf returns the colour that a name means, or that is at a place of the ramp. */
const tintOf = (theme, name) => ({ near: theme.states[2], far: theme.states[1], seen: theme.states[3] })[name] ?? theme[name] ?? ramp(theme.ramp, Number(name));

/** drawDots marks nodes; few of them have a soft light, if they have any, as in render/dots.go. place returns where a node is. */
function drawDots(g, glow, area, { nodes, colour, size, halo }, place, camera, theme) {
	const plain = camera.metres / camera.scale, r = size * clamp(2.8 - 0.35 * Math.log2(plain / 20), 1.5, 4.5), n = nodes.length;
	const seen = ([x, y]) => x > area[0] - 40 && x < area[0] + area[2] + 40 && y > area[1] - 40 && y < area[1] + area[3] + 40;
	const places = Array.from(nodes, place).filter(seen), tint = tintOf(theme, colour);
	const strength = halo ? (theme.isLight ? 0.54 : 0.9) * (1 - n / 900) : 0, wide = r * clamp(6 * Math.sqrt(32 / n), 4.5, 6);
	for (const [x, y] of strength > 0 ? places : []) {
		const light = glow.createRadialGradient(x, y, 0, x, y, wide);
		for (let f = 0; f <= 1; f += 0.125) light.addColorStop(f, mix(theme.isLight ? "#ffffff" : "#000000", tint, strength * (1 - f) * (1 - f * f)));
		glow.fillStyle = light;
		glow.fillRect(x - wide, y - wide, 2 * wide, 2 * wide);
	}
	g.fillStyle = tint;
	if (places.length > 5000) { // whose circles would take software long
		for (const [x, y] of places) g.fillRect(x - r, y - r, 2 * r, 2 * r);
		return;
	}
	g.beginPath();
	for (const [x, y] of places) g.moveTo(x + r, y), g.arc(x, y, r, 0, 2 * Math.PI);
	g.fill();
}

/** drawSigns draws a sign at each changed road: its speed, or no entry. */
function drawSigns(g, changes, place, theme) {
	[g.font, g.textAlign, g.textBaseline] = ["12px system-ui, sans-serif", "center", "middle"];
	for (const { at, sign } of changes) {
		const [x, y] = place(at);
		if (!sign) {
			dot(g, x, y, 11, theme.background);
			dot(g, x, y, 9, theme.closed);
			g.fillStyle = theme.text;
			g.fillRect(x - 5, y - 1.5, 10, 3);
			continue;
		}
		const half = Math.max(9, g.measureText(sign).width / 2 + 4);
		for (const [edge, colour] of [[0, theme.changed], [2, theme.text]]) {
			g.fillStyle = colour;
			g.beginPath();
			g.roundRect(x - half + edge, y - 9 + edge, 2 * (half - edge), 2 * (9 - edge), 9 - edge);
			g.fill();
		}
		g.fillStyle = theme.background;
		g.fillText(sign, x, y + 0.5);
	}
}

/** placeText returns where a text beside a marker is, from its left end in the middle, below the marker where it would not fit, and its width. */
function placeText(g, area, [x, y], text) {
	g.font = "13px system-ui, sans-serif";
	const w = g.measureText(text).width, fits = x + 14 + w < area[0] + area[2];
	return fits ? [x + 14, y, w] : [clamp(x - w / 2, area[0] + 4, area[0] + area[2] - w - 4), y + 20, w];
}

/** drawText writes a text that is placed. */
function drawText(g, [x, y], text, theme) {
	[g.font, g.textAlign, g.textBaseline, g.lineJoin, g.lineWidth] = ["13px system-ui, sans-serif", "left", "middle", "round", 3.4];
	[g.strokeStyle, g.fillStyle] = [theme.background, theme.text];
	g.strokeText(text, x, y);
	g.fillText(text, x, y);
}

/** frontBox returns the left, top, right and bottom of the picture of a front, and its side; nothing where there is no room. */
function frontBox([x, y, w, h]) {
	const side = Math.min(232, w * 0.46, h - 90);
	return side < 90 ? null : { box: [x + w - side - 28, y + 8, x + w - 8, y + side + 68], side };
}

/** drawFront draws the lengths of a front: a row for each node where paths begin, the separator's first. */
function drawFront(g, area, f, lengths, theme) {
	const place = frontBox(area);
	if (!place) return;
	const { side, box } = place, n = f.separator + f.boundary, cell = side / n, space = cell >= 6 ? 1 : 0;
	const left = box[0] + 10, top = box[1] + 50, colours = [theme.ramp[0], theme.ramp[4], theme.ramp[8]];
	g.fillStyle = theme.panel;
	g.beginPath();
	g.roundRect(box[0], box[1], side + 20, side + 60, 6);
	g.fill();
	[g.textAlign, g.textBaseline, g.font, g.fillStyle] = ["left", "middle", "13px system-ui, sans-serif", theme.text];
	g.fillText(f.title, left, area[1] + 22);
	g.font = "11px system-ui, sans-serif";
	let x = left;
	for (const [text, colour] of [[`separator ${f.separator}`, theme.inside], [`boundary ${f.boundary}`, theme.boundary]]) {
		g.fillStyle = colour;
		g.fillText(text, x, area[1] + 40);
		x += g.measureText(text).width + 9;
	}
	[g.textAlign, g.fillStyle] = ["right", theme.dim];
	if (f.text && x + g.measureText(f.text).width < left + side) g.fillText(f.text, left + side, area[1] + 40);
	for (const [from, to, colour] of [[0, f.separator, theme.inside], [f.separator, n, theme.boundary]]) {
		g.fillStyle = colour;
		g.fillRect(left + from * cell, top - 3, (to - from) * cell, 2);
		g.fillRect(left - 3, top + from * cell, 2, (to - from) * cell);
	}
	for (let row = 0; row < n; row++) {
		for (let column = 0; column < n; column++) {
			const length = lengths[row * f.stride + column], known = length < UNREACHED_LENGTH, t = Math.min(1, Math.sqrt(length / Math.max(1, f.most)));
			const colour = known ? ramp(colours, t) : theme.field;
			g.fillStyle = known && Math.min(row, column) >= f.separator ? mixed(colour, theme.field, 0.45) : colour;
			const [x0, y0] = [Math.round(left + column * cell), Math.round(top + row * cell)];
			g.fillRect(x0 + space, y0 + space, Math.round(left + (column + 1) * cell) - x0 - space, Math.round(top + (row + 1) * cell) - y0 - space);
		}
	}
}
