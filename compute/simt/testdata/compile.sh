#!/bin/sh
# Compiles each shader twice, as it is and with RIGHT defined, and those of named once; needs glslc.
cd "$(dirname "$0")" || exit 1
for f in *.comp; do
	glslc --target-env=vulkan1.1 -O0 -g "$f" -o "${f%.comp}.wrong.spv" || exit 1
	glslc --target-env=vulkan1.1 -O0 -g -DRIGHT "$f" -o "${f%.comp}.right.spv" || exit 1
done
glslc --target-env=vulkan1.1 -O0 -g named/names.comp -o named/names.spv || exit 1
sh images/compile.sh
sh late/compile.sh
