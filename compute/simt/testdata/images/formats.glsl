// Reads each texel of an image, writes what it read to a buffer, and writes the texel of the other image. FORMAT, IMAGE
// and VECTOR are those of a format.
layout(local_size_x = 4, local_size_y = 2) in;
layout(binding = 0, FORMAT) uniform readonly IMAGE from;
layout(binding = 1, FORMAT) uniform writeonly IMAGE to;
layout(std430, binding = 2) buffer Components { VECTOR components[]; };
layout(std430, binding = 3) buffer Values { VECTOR values[]; };
layout(std430, binding = 4) buffer Size { ivec2 size; };

void main() {
	ivec2 at = ivec2(gl_GlobalInvocationID.xy);
	size = imageSize(from);
	int i = at.y * imageSize(from).x + at.x;
	components[i] = imageLoad(from, at);
	imageStore(to, at.yx, values[i]);
}
