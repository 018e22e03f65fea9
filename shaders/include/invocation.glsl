// Sets the workgroup size and numbers the invocations of a dispatch. Grids have two dimensions if
// 65,535 workgroups in one dimension are not enough.
#ifndef INVOCATION_GLSL
#define INVOCATION_GLSL

// This must come before any use of gl_WorkGroupSize, which is 1 until then.
layout(local_size_x_id = 0) in;

uint workgroup() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }

uint invocation() { return workgroup() * gl_WorkGroupSize.x + gl_LocalInvocationID.x; }

#endif
