// Package assets embeds what the program shows when the user opens no file.
package assets

import "embed"

//go:generate go run ../osmload/internal/cut
//go:generate go run ./internal/nest
//go:generate go run ./internal/cards

// Delaware is the road network of the state of Delaware as an .osm.pbf file,
// © OpenStreetMap contributors, available under the Open Database License 1.0
// (https://www.openstreetmap.org/copyright).
//
//go:embed delaware-roads.osm.pbf
var Delaware string

// Labs are the lab files of folder labs and their compiled shaders, and kernels to repair with their labs of folder quests.
//
//go:embed labs/*.toml labs/*.spv quests/*.toml quests/*.comp quests/*.spv
var Labs embed.FS

// DelawareName is the name of the map in the program.
const DelawareName = "Delaware"

// Wilmington is the part of it around the city of Wilmington, which fills a window. It has the same
// licence.
//
//go:embed wilmington-roads.osm.pbf
var Wilmington string

// WilmingtonName is the name of this map in the program.
const WilmingtonName = "Wilmington"

// Nest is a picture with nested clips, an SVG file: discs in discs, and a chain of 36
// squares, each inside the one before.
//
//go:embed nest.svg
var Nest string

// NestName is the name of the picture in the program.
const NestName = "Nest"

// Sweep is an experiment as 'viewer bench sweep' wrote it, gzipped JSON: Near-Far on Wilmington by delta and batch. It says
// where and when it was measured.
//
//go:embed charts/sweep.json.gz
var Sweep string

// Articles are storyboards, each with the example of an article that the program is based on. ArticlePrefix and
// the name of one stand for its path.
//
//go:embed articles/*.toml
var Articles embed.FS

// ArticlePrefix is how paths of Articles begin.
const ArticlePrefix = "article:"

// Cards are the moving pictures of the start card: GIF files of 256 × 160 pixels and 12 frames, which
// show the animations of docs/demos in short.
//
//go:embed cards/*.gif
var Cards embed.FS
