// The limit of prepared trees.
#ifndef PREPARED_LIMITS_GLSL
#define PREPARED_LIMITS_GLSL

const uint UNREACHED = 0x3fffffffu; // length of no path, and more than any distance: two of them still have a sum

#endif
