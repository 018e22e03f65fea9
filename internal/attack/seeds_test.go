package attack

import (
	"encoding/binary"
	"fmt"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"
)

// A small valid file or two of each kind.

const grSeed = "c x\np sp 6 7\na 1 2 5\na 2 3 1\na 3 4 2\na 4 5 9\na 5 6 1\na 6 1 4\na 1 4 7\n"

var mtxSeeds = []string{
	"%%MatrixMarket matrix coordinate pattern general\n% c\n5 5 6\n1 2\n2 3\n3 4\n4 5\n5 1\n2 5\n",
	"%%MatrixMarket matrix coordinate real symmetric\n6 6 7\n2 1 0.5\n3 2 1.25\n4 3 3\n5 4 1e2\n6 5 7.000001\n6 1 2\n3 3 1\n",
	"%%MatrixMarket matrix coordinate integer general\n4 4 4\n1 2 10\n2 3 20\n3 4 30\n4 1 40\n",
}

var edgeSeeds = []string{
	"# Undirected graph\n# a comment\n0 1\n1 2\n2 3\n3 0\n1 3\n", "from,to,weight\n1,2,3.5\n2,3,1\n3,4,2.25\n4,1,9\n",
	"0\t1\t5\n1\t2\t6\n2\t0\t7\n", "1;2;3\n2;3;4\n3;1;5\n", "10|20|1.5\n20|30|2\n30|10|3\n",
}

var placeSeeds = []string{
	"name,lon,lat\nDover,-75.524,39.158\n\"Rehoboth, beach\",-75.076,38.7209\n", "node\n#0\n#5\n17\n", "#1\n#2\n# comment\n#3\n",
	"id,name\n1,a\n2,b\n", "place,name\n\"#3\",c\nid:2,d\n", "-75.5,39.1\n-75.6,39.2\n",
}

var clipSeeds = []string{
	"( 0 0 100 100\n. 10 10 20 20\n( 5 5 50 50\n. 6 6 70 70\n)\n)\n", "((.).)(.)\n", "# comment\n(\n.\n)\n)\n(\n",
	strings.Repeat("(((((((.)))))))...()()\n", 50),
}

var pairSeeds = []string{"source,target\n0,1\n2,3\n5,5\n", "0 1\n2 3\n", "1,2,9\n3,4,9\n"}

const svgSeed = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><style>.a{fill:red;opacity:.5}</style>
<defs><clipPath id="c"><circle cx="9" cy="9" r="5"/></clipPath><linearGradient id="g"><stop stop-color="#123"/></linearGradient></defs>
<g clip-path="url(#c)" transform="rotate(9) scale(1.5)"><rect class="a" width="9" height="9" rx="2"/><path d="M1 1h5v5a2 3 0 0 1 4 4z" fill="url(#g)"/></g>
<use href="#c"/><polyline points="1,2 3,4 5,1" stroke="blue" stroke-dasharray="1 2" fill="none"/><ellipse rx="3" ry="2%"/></svg>`

// xmlSeed is a map of 40 nodes and 20 ways.
func xmlSeed() string {
	var b strings.Builder
	b.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<osm version=\"0.6\">\n <bounds minlat=\"39\" minlon=\"-75\" maxlat=\"40\" maxlon=\"-74\"/>\n")
	for i := 1; i <= 40; i++ {
		fmt.Fprintf(&b, " <node id=\"%d\" lat=\"39.%04d\" lon=\"-75.%04d\"/>\n", i, i*7, i*13)
	}
	for i := 1; i <= 20; i++ {
		fmt.Fprintf(&b, " <way id=\"%d\">\n  <nd ref=\"%d\"/>\n  <nd ref=\"%d\"/>\n  <tag k=\"highway\" v=\"residential\"/>\n  <tag k=\"maxspeed\" v=\"%d mph\"/>\n </way>\n", i, i, i+20, i)
	}
	return b.String() + " <relation id=\"1\"><member type=\"way\" ref=\"1\" role=\"\"/></relation>\n</osm>\n"
}

// pbfSeed is a map of 40 nodes and 20 ways whose blobs are not compressed, so that damage
// reaches what they hold.
func pbfSeed() []byte {
	var ids, lats, lons, group []byte
	for i := range int64(40) {
		ids = protowire.AppendVarint(ids, protowire.EncodeZigZag(1))
		lats = protowire.AppendVarint(lats, protowire.EncodeZigZag(7000+i%3))
		lons = protowire.AppendVarint(lons, protowire.EncodeZigZag(13000*(1-i%2*2)))
	}
	dense := message(message(message(nil, 1, ids), 8, lats), 9, lons)
	table := message(message(message(nil, 1, nil), 1, []byte("highway")), 1, []byte("residential"))
	for i := range uint64(20) {
		way := protowire.AppendVarint(protowire.AppendTag(nil, 1, protowire.VarintType), i+1)
		refs := protowire.AppendVarint(protowire.AppendVarint(nil, protowire.EncodeZigZag(int64(i+1))), protowire.EncodeZigZag(20))
		group = message(group, 3, message(message(message(way, 2, []byte{1}), 3, []byte{2}), 8, refs))
	}
	header := message(message(nil, 4, []byte("OsmSchema-V0.6")), 4, []byte("DenseNodes"))
	out := blob(nil, "OSMHeader", header)
	out = blob(out, "OSMData", message(message(nil, 1, nil), 2, message(nil, 2, dense)))
	return blob(out, "OSMData", message(message(nil, 1, table), 2, group))
}

func message(b []byte, n protowire.Number, content []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(b, n, protowire.BytesType), content)
}

func blob(b []byte, kind string, raw []byte) []byte {
	content := message(nil, 1, raw)
	header := protowire.AppendVarint(protowire.AppendTag(message(nil, 1, []byte(kind)), 3, protowire.VarintType), uint64(len(content)))
	return append(append(binary.BigEndian.AppendUint32(b, uint32(len(header))), header...), content...)
}

var boardSeeds = []string{
	"title = \"t\"\nfps = 10\n\n[[shot]]\nshow = \"sort -n 64 -a radix\"\n\n[[shot.step]]\ncaption = \"c\"\nuntil = \"step 2\"\nframes = 3\n\n[[shot.step]]\nuntil = \"end\"\nframes = 2\nhold = 2\n",
	"title = \"t\"\n\n[[shot]]\nshow = \"sums -n 100\"\n\n[[shot.step]]\nuntil = \"end\"\nframes = 4\n",
}

var statementSeeds = []string{
	"CREATE TABLE e(src BIGINT, dst BIGINT, w INT); INSERT INTO e VALUES (1,2,3),(2,3,5),(3,1,9);\nSELECT path_length('e', 1, 3), distance('e', 1, 3);\nUPDATE e SET w = 100 WHERE src = 1;\nSELECT shortest_path('e', 1, 3);\n",
	"CREATE TABLE e AS SELECT i AS src, (7*i) % 50 AS dst FROM range(50) t(i);\nSELECT * FROM paths('e', 'VALUES (1, 9)') LIMIT 3;\nSELECT * FROM betweenness('e') ORDER BY ALL LIMIT 3;\n",
	"CREATE TABLE v(id BIGINT); INSERT INTO v VALUES (1),(2),(3); CREATE TABLE e(src BIGINT, dst BIGINT); INSERT INTO e VALUES (1,2),(2,3);\nCREATE PROPERTY GRAPH g VERTEX TABLES (v) EDGE TABLES (e SOURCE KEY (src) REFERENCES v (id) DESTINATION KEY (dst) REFERENCES v (id));\n" +
		"FROM GRAPH_TABLE (g MATCH p = ANY SHORTEST (a:v)-[x:e]->*(b:v) WHERE a.id = 1 COLUMNS (b.id, path_length(p) AS n));\n",
}
