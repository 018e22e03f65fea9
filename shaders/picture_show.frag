#version 450
// Shows the painted pixels on a white page, which has the size of the picture and a thin shadow, on
// a desk.
layout(std430, binding = 0) readonly buffer Pixels { uint pixels[]; }; // red, green, blue, alpha; not premultiplied

layout(push_constant) uniform Args {
	vec4 page;    // left, top, right, bottom, in pixels of the target
	uint width;   // width of the target
	float shadow; // width of the shadow around the page, pixels
	uint paper;   // colours
	uint desk;
};
layout(location = 0) out vec4 result;

// Returns the share of a pixel inside a box.
float cover(vec4 box) {
	vec2 inside = clamp(min(gl_FragCoord.xy + 0.5, box.zw) - max(gl_FragCoord.xy - 0.5, box.xy), 0.0, 1.0);
	return inside.x * inside.y;
}

void main() {
	vec4 c = unpackUnorm4x8(pixels[uint(gl_FragCoord.y) * width + uint(gl_FragCoord.x)]);
	vec2 outside = max(page.xy - gl_FragCoord.xy, gl_FragCoord.xy - page.zw);
	float far = length(max(outside, 0.0));
	float dark = 0.35 * pow(clamp(1.0 - far / shadow, 0.0, 1.0), 2.0);
	vec3 below = mix(unpackUnorm4x8(desk).rgb * (1.0 - dark), unpackUnorm4x8(paper).rgb, cover(page));
	result = vec4(mix(below, c.rgb, c.a), 1);
}
