package osmload

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/paulmach/osm"

	"kernelscope/scene"
)

// WayKeys are the keys of the tags of ways for access, speed, names and water.
var WayKeys = []string{
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

// Profiles are the names of the profiles, in order.
var Profiles = []string{"car", "bicycle", "foot"}

// String returns the name.
func (p Profile) String() string { return Profiles[p] }

// Set sets p to the profile with a name; it implements the flag interface.
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

// highways maps the values of highway=* that are drawn to a class and to speeds in km/h by car, by
// bicycle and on foot. At zero the profile may not use the road. At a negative number it may use
// the road, at that speed, only if a tag of the profile's own admits it. A maxspeed replaces the
// speed of cars and limits the speed of bicycles.
//
// Sources: for the use of roads, OpenStreetMap wiki, "Key:highway" and "OSM tags for routing/Access
// restrictions" (defaults for all countries); for speeds, typical values common to public routing
// profiles (OSRM's and RoutingKit's for cars, OSRM's for bicycles and pedestrians), rounded to 5
// km/h for cars.
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

// rules are the rules of a profile for tags.
var rules = [profiles]struct {
	// access lists the keys of access tags, the most specific first. The first one present decides.
	access []string
	// oneway lists the keys of direction tags, the most specific first. Without a known value, both
	// directions are open.
	oneway []string
	// limited makes maxspeed count.
	limited bool
	// across makes areas crossable, along their outlines.
	across bool
}{
	Car:     {access: []string{"motorcar", "motor_vehicle", "vehicle", "access"}, oneway: []string{"oneway"}, limited: true},
	Bicycle: {access: []string{"bicycle", "vehicle", "access"}, oneway: []string{"oneway:bicycle", "oneway"}, limited: true},
	Foot:    {access: []string{"foot", "access"}, oneway: []string{"oneway:foot"}, across: true},
}

// closed are the values of access tags that exclude the public.
// Source: OpenStreetMap wiki, "Key:access" and "Key:bicycle".
var closed = map[string]bool{
	"no": true, "private": true, "agricultural": true, "forestry": true, "agricultural;forestry": true,
	"emergency": true, "military": true, "psv": true, "bus": true, "delivery": true, "permit": true,
	"use_sidepath": true,
}

// admitting are the values of a profile's own tag that open a road otherwise closed to it.
var admitting = map[string]bool{"yes": true, "designated": true, "permissive": true, "official": true, "destination": true, "customers": true}

// pushed is the speed in km/h for bicycle=dismount.
const pushed = 4

// road is a way for a profile.
type road struct {
	class             scene.Class
	level             int8
	drawn             bool
	forward, backward uint8 // km/h; zero if closed
}

// open reports whether the profile may use the road in some direction.
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

// usual returns the speed before limits, given by the highway and the access tags. It is zero if
// the profile may not use the road.
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

// directions reports the directions, relative to the order of its nodes, in which a way is open. A
// reversible way is closed in both, since its direction depends on the time of day.
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

// speed returns the speed on a road according to the first of its limits that can be parsed.
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

// level returns the height of a way relative to those it crosses, -5 to 5. The layer tag decides;
// without it, bridges are above and tunnels below the ground.
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
