// Package simt executes SPIR-V compute modules on the host, instruction by instruction, and reports
// undefined and suspicious behaviour. It needs no device.
//
// A module is read and checked once (Load), then specialized and compiled for a width of subgroups
// (Module.Compile). A Machine runs the program over a grid of workgroups. All lanes of a subgroup
// execute an instruction before the next one begins; lanes that branch differently wait for each
// other at merge blocks. docs/simt.md says what this promises and what it does not model.
//
// Numbers of sections refer to the SPIR-V specification, version 1.6.
package simt
