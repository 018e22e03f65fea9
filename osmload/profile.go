package osmload

import (
	"strconv"
	"strings"

	"github.com/paulmach/osm"

	"kernelscope/scene"
)

// tagKeys are the tags of ways that decide how a car may use them, those that name them, and those of water.
var tagKeys = []string{
	"highway", "oneway", "junction", "maxspeed", "maxspeed:forward", "maxspeed:backward",
	"access", "vehicle", "motor_vehicle", "motorcar", "area", "layer", "bridge", "tunnel",
	"name", "ref", "natural", "waterway",
}

// highways is the car profile: which values of highway=* are drawn, as what,
// and how fast a car goes there where no maxspeed says otherwise, in km/h;
// zero means that cars do not go there.
//
// Sources: which roads cars use, OpenStreetMap wiki, "Key:highway" and
// "OSM tags for routing/Access restrictions" (default for motorcar); speeds,
// the typical driving speeds that public routing profiles agree on (OSRM's
// and RoutingKit's car profiles), rounded to 5 km/h.
var highways = map[string]struct {
	class scene.Class
	speed uint8
}{
	"motorway":       {scene.Motorway, 100},
	"motorway_link":  {scene.Motorway, 50},
	"trunk":          {scene.Trunk, 85},
	"trunk_link":     {scene.Trunk, 45},
	"primary":        {scene.Primary, 65},
	"primary_link":   {scene.Primary, 35},
	"secondary":      {scene.Secondary, 55},
	"secondary_link": {scene.Secondary, 30},
	"tertiary":       {scene.Tertiary, 45},
	"tertiary_link":  {scene.Tertiary, 25},
	"unclassified":   {scene.Street, 35},
	"residential":    {scene.Street, 30},
	"road":           {scene.Street, 25},
	"living_street":  {scene.Street, 10},
	"service":        {scene.Service, 15},
	"track":          {scene.Path, 0},
	"busway":         {scene.Service, 0},
	"pedestrian":     {scene.Path, 0},
	"footway":        {scene.Path, 0},
	"cycleway":       {scene.Path, 0},
	"bridleway":      {scene.Path, 0},
	"path":           {scene.Path, 0},
	"steps":          {scene.Path, 0},
}

// closed are the values of access tags that keep a car of the public out. The
// most specific tag decides: motorcar, motor_vehicle, vehicle, access.
// Source: OpenStreetMap wiki, "Key:access".
var closed = map[string]bool{
	"no": true, "private": true, "agricultural": true, "forestry": true, "agricultural;forestry": true,
	"emergency": true, "military": true, "psv": true, "bus": true, "delivery": true, "permit": true,
}

// implicitSpeeds are the limits that maxspeed=COUNTRY:CONTEXT stands for, km/h. A country
// that is not listed gets the limit of the bare context. Source: OpenStreetMap wiki,
// "Key:maxspeed/Default speed limits" and "Key:maxspeed".
var implicitSpeeds = map[string]uint8{
	"urban": 50, "rural": 90, "trunk": 100, "motorway": 120, "living_street": 10, "bicycle_road": 30,
	"zone10": 10, "zone20": 20, "zone30": 30, "zone40": 40, "school": 30,

	"AT:rural": 100, "AT:motorway": 130, "BE:rural": 70, "BG:motorway": 140, "CH:rural": 80, "CZ:motorway": 130,
	"DE:rural": 100, "DE:motorway": 130, "DK:rural": 80, "DK:motorway": 130, "FI:rural": 80, "FR:rural": 80,
	"FR:motorway": 130, "GB:nsl_restricted": 48, "GB:nsl_single": 97, "GB:nsl_dual": 113, "GB:motorway": 113,
	"HU:trunk": 110, "HU:motorway": 130, "IT:motorway": 130, "LI:rural": 80, "NL:rural": 80, "NL:motorway": 100,
	"NO:rural": 80, "PL:motorway": 140, "RO:motorway": 130, "RU:urban": 60, "RU:motorway": 110, "SE:rural": 70,
	"SE:motorway": 110, "UK:nsl_restricted": 48, "UK:nsl_single": 97, "UK:nsl_dual": 113, "UK:motorway": 113,
}

const (
	walkingSpeed   = 7   // maxspeed=walk; km/h
	unlimitedSpeed = 130 // maxspeed=none: the advisory limit in Germany; km/h
	fastest        = 150 // no posted limit is higher; km/h
)

// road is a way as the profile sees it.
type road struct {
	class             scene.Class
	level             int8
	drawn             bool
	forward, backward uint8 // km/h; zero where closed
}

// open reports whether the search may use the road in some direction.
func (r road) open() bool { return r.forward > 0 || r.backward > 0 }

// classify applies the car profile to the tags of a way.
func classify(tags osm.Tags) road {
	h, known := highways[tags.Find("highway")]
	if !known {
		return road{}
	}
	r := road{class: h.class, level: level(tags), drawn: true}
	if h.speed == 0 || tags.Find("area") == "yes" || !admits(tags) {
		return r
	}
	forward, backward := directions(tags)
	if forward {
		r.forward = speed(h.speed, tags.Find("maxspeed:forward"), tags.Find("maxspeed"))
	}
	if backward {
		r.backward = speed(h.speed, tags.Find("maxspeed:backward"), tags.Find("maxspeed"))
	}
	return r
}

// admits reports whether the access tags let a car in.
func admits(tags osm.Tags) bool {
	for _, key := range [...]string{"motorcar", "motor_vehicle", "vehicle", "access"} {
		if value := tags.Find(key); value != "" {
			return !closed[value]
		}
	}
	return true
}

// directions reports in which directions, relative to the order of its nodes, a way is
// open. A reversible way is closed both ways: its direction depends on the time of day.
// Source: OpenStreetMap wiki, "Key:oneway".
func directions(tags osm.Tags) (forward, backward bool) {
	switch tags.Find("oneway") {
	case "yes", "true", "1":
		return true, false
	case "-1", "reverse":
		return false, true
	case "reversible":
		return false, false
	case "no", "false", "0", "alternating":
		return true, true
	}
	implied := tags.Find("highway") == "motorway" || tags.Find("junction") == "roundabout" || tags.Find("junction") == "circular"
	return true, !implied
}

// speed returns the first limit that can be read, or the default.
func speed(byDefault uint8, limits ...string) uint8 {
	for _, l := range limits {
		if v := parseSpeed(l); v > 0 {
			return v
		}
	}
	return byDefault
}

// parseSpeed returns a maxspeed in km/h, 1 to 150, or zero if it has no usable value. Of
// several limits the lowest counts.
func parseSpeed(s string) uint8 {
	if before, after, several := strings.Cut(s, ";"); several {
		a, b := parseSpeed(before), parseSpeed(after)
		if a == 0 || b != 0 && b < a {
			return b
		}
		return a
	}
	switch s = strings.TrimSpace(s); s {
	case "":
		return 0
	case "walk":
		return walkingSpeed
	case "none":
		return unlimitedSpeed
	}
	if country, context, ok := strings.Cut(s, ":"); ok {
		context = strings.TrimPrefix(context, "zone:")
		if n, err := strconv.ParseUint(context, 10, 8); err == nil { // DE:30, DE:zone:30
			return uint8(min(n, fastest))
		}
		if v, ok := implicitSpeeds[country+":"+context]; ok {
			return v
		}
		return implicitSpeeds[context]
	}
	digits := len(s) - len(strings.TrimLeft(s, "0123456789."))
	v, err := strconv.ParseFloat(s[:digits], 64)
	if err != nil {
		return 0
	}
	switch unit := strings.TrimSpace(s[digits:]); unit {
	case "", "km/h", "kmh", "kph":
	case "mph":
		v *= 1.609344
	case "knots":
		v *= 1.852
	default:
		return 0
	}
	if v < 1 {
		return 0
	}
	return uint8(min(v+0.5, fastest))
}

// level returns the height of a way among those that it crosses, -5 to 5. The
// layer tag decides; without it bridges are above and tunnels below the ground.
func level(tags osm.Tags) int8 {
	if tags.Find("layer") != "" {
		if n, err := strconv.ParseInt(tags.Find("layer"), 10, 8); err == nil {
			return int8(max(-5, min(5, n)))
		}
	}
	switch {
	case tags.Find("bridge") != "" && tags.Find("bridge") != "no":
		return 1
	case tags.Find("tunnel") != "" && tags.Find("tunnel") != "no":
		return -1
	}
	return 0
}
