#!/bin/sh
# Compiles each shader by glslangValidator and by glslc, without and with their optimizers, and assembles what is
# written by hand. The optimizers keep names only with -g, and glslc -O0 gives the code of glslangValidator.
cd "$(dirname "$0")" || exit 1
for f in *.comp; do
	n=${f%.comp}
	glslangValidator --quiet --target-env vulkan1.1 -I. "$f" -o "$n.glslang.spv" || exit 1
	glslangValidator --quiet -g -Os --target-env vulkan1.1 -I. "$f" -o "$n.small.spv" || exit 1
	glslc -g -O0 --target-env=vulkan1.1 -I. "$f" -o "$n.plain.spv" || exit 1
	glslc -g -O --target-env=vulkan1.1 -I. "$f" -o "$n.fast.spv" || exit 1
done
for f in *.spvasm; do
	spirv-as --target-env spv1.3 "$f" -o "${f%.spvasm}.hand.spv" || exit 1
done
glslc -g -O0 --target-env=vulkan1.1 precision/functions.comp -o precision/functions.spv || exit 1
for f in lavapipe/*.spvasm; do
	spirv-as --target-env spv1.3 "$f" -o "${f%.spvasm}.spv" || exit 1
done
