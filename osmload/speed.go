package osmload

import (
	"strconv"
	"strings"
)

// implicitSpeeds maps maxspeed=COUNTRY:CONTEXT to limits in km/h. A country that is not listed has
// the limit of the bare context. Source: OpenStreetMap wiki, "Key:maxspeed/Default speed limits"
// and "Key:maxspeed".
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
	fastest        = 150 // no posted limit exceeds it; km/h
)

// speed returns the first limit that can be parsed, or the default.
func speed(byDefault uint8, limits ...string) uint8 {
	for _, l := range limits {
		if v := parseSpeed(l); v > 0 {
			return v
		}
	}
	return byDefault
}

// parseSpeed returns a maxspeed in km/h, 1 to 150, or zero if it has no usable value. Of several
// limits it returns the lowest.
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
