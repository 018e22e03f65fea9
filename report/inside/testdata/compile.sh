#!/bin/sh
# Compiles each shader twice, as it is and with MENDED defined; needs glslc.
cd "$(dirname "$0")" || exit 1
for f in *.comp; do
	glslc --target-env=vulkan1.1 -O0 -g "$f" -o "${f%.comp}.faulty.spv" || exit 1
	glslc --target-env=vulkan1.1 -O0 -g -DMENDED "$f" -o "${f%.comp}.mended.spv" || exit 1
done
