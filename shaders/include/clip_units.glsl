#ifndef CLIP_UNITS_GLSL
#define CLIP_UNITS_GLSL
#include "clip.glsl"
#include "scan_workgroup.glsl"

// Prefix minima over a workgroup, intersections of boxes and ballots over a unit.
shared int unit_minima[MOST_UNITS];

#ifdef NO_SUBGROUPS
int unit_min(int v) { return v; }
int unit_min_before(int v) { return NO_HEIGHT; }
ivec4 unit_cut(ivec4 b) { return b; }
ivec4 unit_cut_up_to(ivec4 b) { return b; }
uint unit_ballot(bool b) { return uint(b); }
#else
int unit_min(int v) { return subgroupMin(v); }
int unit_min_before(int v) { return subgroupExclusiveMin(v); }
ivec4 unit_cut(ivec4 b) { return ivec4(subgroupMax(b.xy), subgroupMin(b.zw)); }
ivec4 unit_cut_up_to(ivec4 b) { return ivec4(subgroupInclusiveMax(b.xy), subgroupInclusiveMin(b.zw)); }
uint unit_ballot(bool b) { return subgroupBallot(b).x; } // of the first 32 lanes
#endif

UNITS_BEFORE(units_min_before, int, unit_minima, min, NO_HEIGHT, unit_min)

// Returns the number of an invocation in the order of sums.
uint rank() { return UNIT * UNIT_LANES + UNIT_LANE; }

#endif
