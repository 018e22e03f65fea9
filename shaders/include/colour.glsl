// The colour of a road according to the state of its node. Needs roads.glsl and the block Colours.
// It uses no tables, because software devices load every lane of a pixel separately.
#ifndef COLOUR_GLSL
#define COLOUR_GLSL

vec3 rgb(uint packed) { return unpackUnorm4x8(packed).rgb; }

// Returns the colour and coverage of a road that covers part of a pixel. The last byte of a node's
// colour is zero if no search has reached the node. Otherwise it tells how much more opaque the
// road is, in sixteenths, so that thin roads are visible when much is in view.
vec4 road_colour(uint node, uint class_, float cover) {
	vec4 c = unpackUnorm4x8(colours[node]);
	vec3 ground = mix(rgb(major), rgb(minor), float(class_) / 7.0);
	return vec4(c.a > 0.0 ? c.rgb : ground, min(1.0, cover * (1.0 + 255.0 / 16.0 * c.a)));
}

// Returns the same as a packed colour, with the increase of opacity in the last byte.
uint road_packed(uint node, uint class_) {
	uint c = colours[node];
	return c >> 24 != 0 ? c : packUnorm4x8(vec4(mix(rgb(major), rgb(minor), float(class_) / 7.0), 0));
}

#endif
