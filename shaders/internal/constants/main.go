// Command constants generates Go code for the constants that shaders and the host share: constants,
// and the positions of members of blocks, as declared in the shaders. It runs in the folder of the
// shaders and takes the name of the Go file.
package main

import (
	"bytes"
	"fmt"
	"go/format"
	"io/fs"
	"log"
	"os"
	"strings"
)

// constants selects constants of a shader. Names in Go begin with Go instead of GLSL.
type constants struct {
	File     string
	GLSL, Go string // prefixes
	Names    string // names without the prefix
}

// layout is a block or a structure of a shader.
type layout struct {
	File, Name string
	Prefix     string // prefix of constants with the first word of each member; empty for none
	Size       string // name of a constant with the number of words, without unsized arrays; empty for none
	Names      string // name of a map from words to members; empty for none
}

var shared = []constants{
	{File: "include/groups.glsl", Go: "", Names: "MAX_GROUPS"},

	{File: "include/sssp_control.glsl", Go: "Control", Names: "NO_NODE UNREACHED"},
	{File: "include/sssp_append.glsl", GLSL: "COMPACT_", Go: "Compact", Names: "FAR ALL"},
	{File: "sssp_state.comp", Go: "State", Names: "FAR RELAXED MAX_DISTANCE"},
	{File: "sssp_mark.comp", Go: "State", Names: "NEAR"},
	{File: "include/frontier_state.glsl", Go: "Frontier", Names: "NO_NODE UNREACHED"},
	{File: "include/frontier_state.glsl", Go: "Pass", Names: "RELAX SIFT SCAN"},
	{File: "include/frontier_state.glsl", Go: "Frontier", Names: "PACKED MANY DEAD_END"},
	{File: "include/frontier_state.glsl", Go: "History", Names: "ROUNDS"},
	{File: "include/frontier.glsl", Go: "Frontier", Names: "MOST_TURNS"},
	{File: "include/frontier_exchange.glsl", Go: "Frontier", Names: "MOST_TOGETHER"},
	{File: "sssp_frontier_resident.comp", Go: "Frontier", Names: "NEAR_HERE"},

	{File: "bfs_identify.comp", Go: "BFS", Names: "BY_SHARED BY_BALLOT"},
	{File: "include/bfs_single.glsl", GLSL: "SINGLE_", Go: "BFS", Names: "EDGES REVERSE PULL PUSH SUBGROUP"},

	{File: "include/prepared_limits.glsl", Go: "Prepared", Names: "UNREACHED"},
	{File: "include/prepared.glsl", Go: "Prepared", Names: "SIDE"},
	{File: "prepared_tile.comp", Go: "Prepared", Names: "WHOLE DIAGONAL PANELS REST TO_BOUNDARY TO_SEPARATOR"},

	{File: "include/sort_key.glsl", GLSL: "FORM_", Go: "Sort", Names: "U32 I32 F32 U64 TYPE_MASK DESCENDING PAYLOAD"},
	{File: "include/batcher_stage.glsl", Go: "Batcher", Names: "COMPARATORS ELEMENTS"},
	{File: "include/batcher_tile.glsl", Go: "Batcher", Names: "BLOCKS HEADS BODIES SEAMS"},
	{File: "include/radix_histogram.glsl", Go: "Radix", Names: "DIGITS"},
	{File: "include/radix4_count.glsl", Go: "Radix4", Names: "GLOBAL SHARED SUBGROUP"},
	{File: "include/radix4_reorder.glsl", Go: "Radix4", Names: "RANKS ATOMICS ONE_SET"},
	{File: "include/radix_pass.glsl", Go: "Radix", Names: "AGGREGATE PREFIX"},
	{File: "include/radix_pass.glsl", GLSL: "FORM_", Go: "Sort", Names: "PAGED"},
	{File: "include/scan_lookback.glsl", Go: "Scan", Names: "TICKETS NUMBERS"},
	{File: "include/values.glsl", GLSL: "VALUES_", Go: "Values", Names: "U32 I32 F32"},

	{File: "clip_bases.comp", Go: "Clip", Names: "HOPS"},
	{File: "clip_raise.comp", Go: "ClipRaise", Names: "EACH"},
	{File: "include/clip_cut_noted.glsl", Go: "Clip", Names: "CUTS"},
	{File: "include/clip.glsl", Go: "Clip", Names: "LEAF PUSH POP KIND_MASK NO_HEIGHT"},
	{File: "include/clip.glsl", Go: "Clip", Names: "NONE"},
	{File: "include/clip_walk.glsl", Go: "Clip", Names: "AGGREGATE LINKED NUMBER_BITS EVENT_KIND_BITS"},
	{File: "include/clip_walk.glsl", Go: "Clip", Names: "BEGINS PUBLISHES LOOKS SEES_DONE FOLLOWS WAITS ENDS"},
	{File: "include/clip_shuffle.glsl", Go: "Clip", Names: "COMBINES"},

	{File: "include/brackets.glsl", Go: "Brackets", Names: "ROWS LONG_RUN"},
	{File: "brackets_reduce.comp", Go: "Brackets", Names: "NOWHERE"},

	{File: "include/segment.glsl", Go: "Roads", Names: "CHUNK NOTHING"},
	{File: "include/sort_view.glsl", Go: "Sort", Names: "TINT_VALUE TINT_DIGIT TINT_MOVED"},
	{File: "sort_picture.frag", Go: "Sort", Names: "BARS PLOT FIELD"},
	{File: "sort_lines.vert", Go: "Sort", Names: "PIECES"},
	{File: "include/picture.glsl", Go: "Picture", Names: "TILE SAMPLES LINES NONE SIDE"},
	{File: "include/picture.glsl", Go: "Picture", Names: "FILL CLIP COVER BEGIN_PART END_PART CUT END_CLIP BEGIN_GROUP END_GROUP KIND_MASK FRESH DIGITS_SHIFT"},
	{File: "include/picture_sides.glsl", Go: "Picture", Names: "LEAF MOST_WORK MOST_SIDES NOT_COUNTED WRITTEN"},
	{File: "picture_paint.comp", Go: "Picture", Names: "WORDS PAGE GRID STATE MOST_DIGITS STRIP_WORK ODD_WORK STEP_WORK"},
}

var layouts = []layout{
	{File: "include/sssp_control.glsl", Name: "Control", Prefix: "Control", Names: "ControlNames"},
	{File: "include/frontier_state.glsl", Name: "Frontier", Prefix: "Frontier", Names: "FrontierNames"},
	{File: "include/frontier_state.glsl", Name: "Block", Size: "FrontierBlockWords"},
	{File: "include/frontier_exchange.glsl", Name: "Told", Size: "FrontierToldWords"},
	{File: "include/bfs_joint.glsl", Name: "Joint", Prefix: "Joint", Names: "JointNames"},
	{File: "include/meet.glsl", Name: "Meeting", Prefix: "Meeting", Size: "MeetingWords"},
	{File: "include/bfs_single.glsl", Name: "Single", Prefix: "Single", Names: "SingleNames"},
	{File: "include/clip_walk.glsl", Name: "Control", Prefix: "Clip", Size: "ClipControl", Names: "ClipNames"},
	{File: "include/clip_walk.glsl", Name: "Trace", Prefix: "ClipTrace"},
	{File: "brackets_reduce.comp", Name: "Control", Prefix: "Brackets", Size: "BracketsControl"},
	{File: "include/segment.glsl", Name: "Segment", Size: "RoadsSegmentWords"},
	{File: "include/element.glsl", Name: "Element", Size: "RoadsElementWords"},
	{File: "include/picture_sides.glsl", Name: "Stretch", Prefix: "PictureStretch", Size: "PictureStretch"},
	{File: "include/picture_sides.glsl", Name: "Status", Prefix: "Picture", Size: "PictureStatus"},
}

func main() {
	log.SetFlags(0)
	code, err := generate(os.DirFS("."))
	if err != nil {
		log.Fatalf("constants: %v", err)
	}
	if err := os.WriteFile(os.Args[1], code, 0o644); err != nil {
		log.Fatal(err)
	}
}

// generate returns the Go file.
func generate(shaders fs.FS) ([]byte, error) {
	var out bytes.Buffer
	out.WriteString("// Code generated by shaders/internal/constants. DO NOT EDIT.\n\npackage shaders\n")
	for i, c := range shared {
		s, err := read(shaders, c.File)
		if err != nil {
			return nil, err
		}
		if i == 0 || c.File != shared[i-1].File {
			fmt.Fprintf(&out, "\n// Constants of shaders/%s.\n", c.File)
		}
		out.WriteString("const (\n")
		for _, name := range strings.Fields(c.Names) {
			x, known := s.constants[c.GLSL+name]
			if !known {
				return nil, fmt.Errorf("%s has no constant %s, or its value depends on others than numbers", c.File, c.GLSL+name)
			}
			fmt.Fprintf(&out, "\t%s = %s %s\n", c.Go+camel(name), x.value, x.comment)
		}
		out.WriteString(")\n")
	}
	for _, l := range layouts {
		s, err := read(shaders, l.File)
		if err != nil {
			return nil, err
		}
		if err := s.print(&out, l); err != nil {
			return nil, fmt.Errorf("%s: %w", l.File, err)
		}
	}
	return format.Source(out.Bytes())
}

// print writes the positions of a block's members.
func (s *source) print(out *bytes.Buffer, l layout) error {
	members, size, _, err := s.block(l.Name)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "\n// Words of %s in shaders/%s.\nconst (\n", l.Name, l.File)
	for _, m := range members {
		if l.Prefix != "" {
			fmt.Fprintf(out, "\t%s = %d %s\n", l.Prefix+camel(m.path), m.at, m.comment)
		}
	}
	if l.Size != "" {
		fmt.Fprintf(out, "\t%s = %d // words of all\n", l.Size, size)
	}
	out.WriteString(")\n")
	if l.Names == "" {
		return nil
	}
	fmt.Fprintf(out, "\n// %s are the names of the members of %s, by their first words.\nvar %[1]s = map[int]string{\n", l.Names, l.Name)
	for i, m := range members {
		if !m.isStruct {
			fmt.Fprintf(out, "%s: %q,", l.Prefix+camel(m.path), m.name)
		}
		if i%4 == 3 || i == len(members)-1 {
			out.WriteString("\n")
		}
	}
	out.WriteString("}\n")
	return nil
}

// camel converts far_side and FAR_SIDE to FarSide.
func camel(s string) (out string) {
	for part := range strings.SplitSeq(strings.ToLower(s), "_") {
		out += strings.ToUpper(part[:1]) + part[1:]
	}
	return out
}
