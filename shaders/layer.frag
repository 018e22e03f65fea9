#version 450
// Shows a layer, pixel by pixel.
layout(binding = 0) uniform sampler2D Layer;
layout(location = 0) out vec4 result;

void main() { result = texelFetch(Layer, ivec2(gl_FragCoord.xy), 0); }
