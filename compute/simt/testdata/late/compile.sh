#!/bin/sh
# Compiles the look-back for each way to order its words, and the others; needs glslc.
cd "$(dirname "$0")" || exit 1
form() { glslc --target-env=vulkan1.1 -O0 -g "-DWORDS=$2" "-DORDER=$3" $4 lookback.comp -o "lookback.$1.spv" || exit 1; }
form plain '' ''
form volatile volatile ''
form coherent coherent ''
form barriers coherent 'memoryBarrierBuffer();'
form packed coherent '' -DPACKED
for f in order noted learned random; do
	glslc --target-env=vulkan1.1 -O -g $f.comp -o $f.spv || exit 1
done
