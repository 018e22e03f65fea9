#!/bin/sh
# Compiles formats.glsl for each format, and the other shaders; needs glslc.
cd "$(dirname "$0")" || exit 1
one() { # a format, the type of an image, and that of a texel
	printf '#version 450\n#extension GL_GOOGLE_include_directive : require\n#include "formats.glsl"\n' |
		glslc -fshader-stage=compute -I. -O0 -g --target-env=vulkan1.1 -DFORMAT="$1" -DIMAGE="$2" -DVECTOR="$3" - -o "$1.spv" || exit 1
}
for f in rgba32f rgba16f r32f rgba8 rgba8_snorm; do one $f image2D vec4; done
for f in rgba32i rgba16i rgba8i r32i; do one $f iimage2D ivec4; done
for f in rgba32ui rgba16ui rgba8ui r32ui; do one $f uimage2D uvec4; done
for f in *.comp; do
	glslc -O0 -g --target-env=vulkan1.1 "$f" -o "${f%.comp}.spv" || exit 1
done
