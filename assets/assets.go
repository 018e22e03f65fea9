// Package assets embeds the files that the program needs to show something
// without any file of the user's.
package assets

import _ "embed"

//go:generate go run ./internal/cut
//go:generate go run ./internal/nest

// Delaware is the road network of the state of Delaware as an .osm.pbf file,
// © OpenStreetMap contributors, available under the Open Database License 1.0
// (https://www.openstreetmap.org/copyright).
//
//go:embed delaware-roads.osm.pbf
var Delaware string

// DelawareName is what the map is called in the program.
const DelawareName = "Delaware"

// Nest is a picture that is cut by nested clips, an SVG file: discs in discs, and a chain
// of 36 squares, each in the one before.
//
//go:embed nest.svg
var Nest string

// NestName is what the picture is called in the program.
const NestName = "Nest"
