#version 450
// Shows painted pixels on a white page, which has the size of the scene and a thin shadow, on a desk.
// The pixels may be of another view, in which the scene had another scale and place.
layout(std430, binding = 0) readonly buffer Pixels { uint pixels[]; }; // red, green, blue, alpha; not premultiplied

layout(push_constant) uniform Args {
	vec4 page;    // left, top, right, bottom, in pixels of the target
	float scale;  // from pixels of the target to painted ones
	float left, top;
	uint width;   // of the painted pixels
	uint height;
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
	vec2 at = floor(gl_FragCoord.xy * scale + vec2(left, top));
	vec4 c = vec4(0);
	if (at.x >= 0 && at.y >= 0 && at.x < width && at.y < height)
		c = unpackUnorm4x8(pixels[uint(at.y) * width + uint(at.x)]);
	vec2 outside = max(page.xy - gl_FragCoord.xy, gl_FragCoord.xy - page.zw);
	float far = length(max(outside, 0.0));
	float dark = 0.35 * pow(clamp(1.0 - far / shadow, 0.0, 1.0), 2.0);
	vec3 below = mix(unpackUnorm4x8(desk).rgb * (1.0 - dark), unpackUnorm4x8(paper).rgb, cover(page));
	result = vec4(mix(below, c.rgb, c.a), 1);
}
