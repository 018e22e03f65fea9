#ifndef CLIP_UNITS_GLSL
#define CLIP_UNITS_GLSL
#include "clip.glsl"
#include "scan_workgroup.glsl"

// Prefix minima over a workgroup.
shared int unit_minima[MOST_UNITS];

#ifdef NO_SUBGROUPS
int unit_min(int v) { return v; }
int unit_min_before(int v) { return NO_HEIGHT; }
#else
int unit_min(int v) { return subgroupMin(v); }
int unit_min_before(int v) { return subgroupExclusiveMin(v); }
#endif

UNITS_BEFORE(units_min_before, int, unit_minima, min, NO_HEIGHT, unit_min)

// Returns the number of an invocation in the order of sums.
uint rank() { return UNIT * UNIT_LANES + UNIT_LANE; }

#endif
