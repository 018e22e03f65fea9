package osmload

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/paulmach/osm"

	"kernelscope/scene"
)

// tagKeys are the tags of ways that decide who may use them, those that name them, and those of water.
var tagKeys = []string{
	"highway", "oneway", "junction", "maxspeed", "maxspeed:forward", "maxspeed:backward",
	"access", "vehicle", "motor_vehicle", "motorcar", "area", "layer", "bridge", "tunnel",
	"name", "ref", "natural", "waterway",
	"bicycle", "foot", "oneway:bicycle", "oneway:foot", "cycleway", "cycleway:left", "cycleway:right", "motorroad",
}

// Profile is a mode of travel.
type Profile int

// The profiles.
const (
	Car Profile = iota
	Bicycle
	Foot
	profiles = iota
)

// Profiles are the names of all profiles, in their order.
var Profiles = []string{"car", "bicycle", "foot"}

// String returns the name.
func (p Profile) String() string { return Profiles[p] }

// Set makes p the profile of a name, as flags do.
func (p *Profile) Set(name string) error {
	i := slices.Index(Profiles, name)
	if i < 0 {
		return fmt.Errorf("it is one of %s", strings.Join(Profiles, ", "))
	}
	*p = Profile(i)
	return nil
}

// Type returns the type of a flag's value.
func (p *Profile) Type() string { return "profile" }

// highways says which values of highway=* are drawn, as what, and how fast one travels there,
// in km/h, by car, by bicycle and on foot. Zero means that the profile does not go there, and a
// number below zero that it goes there, at that speed, only where a tag of its own admits it.
// A maxspeed takes the place of the speed of cars, and bounds that of bicycles.
//
// Sources: the use of roads, OpenStreetMap wiki, "Key:highway" and "OSM tags for
// routing/Access restrictions" (defaults for all countries); speeds, the typical ones that
// public routing profiles agree on (OSRM's and RoutingKit's for cars, OSRM's for bicycles and
// pedestrians), rounded to 5 km/h for cars.
var highways = map[string]struct {
	class scene.Class
	speed [profiles]int8
}{
	"motorway":       {scene.Motorway, [...]int8{100, -15, -5}},
	"motorway_link":  {scene.Motorway, [...]int8{50, -15, -5}},
	"trunk":          {scene.Trunk, [...]int8{85, 15, 5}},
	"trunk_link":     {scene.Trunk, [...]int8{45, 15, 5}},
	"primary":        {scene.Primary, [...]int8{65, 15, 5}},
	"primary_link":   {scene.Primary, [...]int8{35, 15, 5}},
	"secondary":      {scene.Secondary, [...]int8{55, 15, 5}},
	"secondary_link": {scene.Secondary, [...]int8{30, 15, 5}},
	"tertiary":       {scene.Tertiary, [...]int8{45, 15, 5}},
	"tertiary_link":  {scene.Tertiary, [...]int8{25, 15, 5}},
	"unclassified":   {scene.Street, [...]int8{35, 15, 5}},
	"residential":    {scene.Street, [...]int8{30, 15, 5}},
	"road":           {scene.Street, [...]int8{25, 15, 5}},
	"living_street":  {scene.Street, [...]int8{10, 10, 5}},
	"service":        {scene.Service, [...]int8{15, 15, 5}},
	"track":          {scene.Path, [...]int8{0, 12, 5}},
	"busway":         {scene.Service, [...]int8{0, -15, -5}},
	"pedestrian":     {scene.Path, [...]int8{0, -6, 5}},
	"footway":        {scene.Path, [...]int8{0, -10, 5}},
	"cycleway":       {scene.Path, [...]int8{0, 15, 5}},
	"bridleway":      {scene.Path, [...]int8{0, -10, -5}},
	"path":           {scene.Path, [...]int8{0, 12, 5}},
	"steps":          {scene.Path, [...]int8{0, 0, 4}},
}

// rules are what tags mean for a profile.
var rules = [profiles]struct {
	// access are the keys that admit or keep out, the most specific first; only that decides.
	access []string
	// oneway are the keys that say in which directions, the most specific first. Without any,
	// and without a value that is known, both are open.
	oneway []string
	// limited says that a maxspeed counts.
	limited bool
	// across says that areas are crossed, along their outlines.
	across bool
}{
	Car:     {access: []string{"motorcar", "motor_vehicle", "vehicle", "access"}, oneway: []string{"oneway"}, limited: true},
	Bicycle: {access: []string{"bicycle", "vehicle", "access"}, oneway: []string{"oneway:bicycle", "oneway"}, limited: true},
	Foot:    {access: []string{"foot", "access"}, oneway: []string{"oneway:foot"}, across: true},
}

// closed are the values of access tags that keep the public out.
// Source: OpenStreetMap wiki, "Key:access" and "Key:bicycle".
var closed = map[string]bool{
	"no": true, "private": true, "agricultural": true, "forestry": true, "agricultural;forestry": true,
	"emergency": true, "military": true, "psv": true, "bus": true, "delivery": true, "permit": true,
	"use_sidepath": true,
}

// admitting are the values of a profile's own tag that open what is closed to it otherwise.
var admitting = map[string]bool{"yes": true, "designated": true, "permissive": true, "official": true, "destination": true, "customers": true}

// pushed is the speed where bicycle=dismount; km/h.
const pushed = 4

// road is a way as the profile sees it.
type road struct {
	class             scene.Class
	level             int8
	drawn             bool
	forward, backward uint8 // km/h; zero if closed
}

// open reports whether the search may use the road in some direction.
func (r road) open() bool { return r.forward > 0 || r.backward > 0 }

// classify applies the profile to the tags of a way.
func (p Profile) classify(tags osm.Tags) road {
	h, known := highways[tags.Find("highway")]
	if !known {
		return road{}
	}
	r := road{class: h.class, level: level(tags), drawn: true}
	usual := p.usual(h.speed[p], tags)
	if usual == 0 || tags.Find("area") == "yes" && !rules[p].across {
		return r
	}
	forward, backward := p.directions(tags)
	if forward {
		r.forward = p.speed(usual, tags.Find("maxspeed:forward"), tags.Find("maxspeed"))
	}
	if backward {
		r.backward = p.speed(usual, tags.Find("maxspeed:backward"), tags.Find("maxspeed"))
	}
	return r
}

// usual returns the speed without a limit, by that of the highway and the access tags; zero
// if the profile is kept out.
func (p Profile) usual(speed int8, tags osm.Tags) uint8 {
	keys := rules[p].access
	own := tags.Find(keys[0])
	switch {
	case p != Car && own == "dismount":
		return pushed
	case speed < 0 && admitting[own]:
		return uint8(-speed)
	case speed <= 0, p != Car && own == "" && tags.Find("motorroad") == "yes":
		return 0
	}
	for _, key := range keys {
		if value := tags.Find(key); value != "" {
			if closed[value] {
				return 0
			}
			break
		}
	}
	return uint8(speed)
}

// directions reports in which directions, relative to the order of its nodes, a way is
// open. A reversible way is closed both ways: its direction depends on the time of day.
// Sources: OpenStreetMap wiki, "Key:oneway", "Key:oneway:bicycle" and "Key:cycleway".
func (p Profile) directions(tags osm.Tags) (forward, backward bool) {
	for _, key := range rules[p].oneway {
		switch tags.Find(key) {
		case "yes", "true", "1":
			return true, p == Bicycle && key == "oneway" && hasContraflow(tags)
		case "-1", "reverse":
			return p == Bicycle && key == "oneway" && hasContraflow(tags), true
		case "reversible":
			return false, false
		case "no", "false", "0", "alternating":
			return true, true
		}
	}
	implied := p != Foot && (tags.Find("highway") == "motorway" || tags.Find("junction") == "roundabout" || tags.Find("junction") == "circular")
	return true, !implied
}

// hasContraflow reports whether bicycles may use a one-way street against its direction.
func hasContraflow(tags osm.Tags) bool {
	for _, key := range [...]string{"cycleway", "cycleway:left", "cycleway:right"} {
		if strings.HasPrefix(tags.Find(key), "opposite") {
			return true
		}
	}
	return false
}

// speed returns the speed on a road by its limits, the first one that can be read.
func (p Profile) speed(usual uint8, limits ...string) uint8 {
	if !rules[p].limited {
		return usual
	}
	limit := speed(usual, limits...)
	if p == Car {
		return limit
	}
	return min(usual, limit)
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
