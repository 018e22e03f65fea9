package format

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestJSON(t *testing.T) {
	var out strings.Builder
	value := json.RawMessage(`{"time_s":5486.899999999997,"length_m":81989.50000000003,"lon":-75.6305979564786,"keys_per_s":1234567.891,"gpu_ms":449.0718460000001,` +
		`"efficiency":0.8433707610298288,"n":4294967295,"value":4294.967295,"text":"1.23456789012345678 \" 5.5000000000001","list":[1.00000000000001,2],"lat":"x","small":1e-7,"half":0.5}`)
	if err := JSON(&out).Encode(value); err != nil {
		t.Fatal(err)
	}
	want := `{"time_s":5486.9,"length_m":81989.5,"lon":-75.630598,"keys_per_s":1234568,"gpu_ms":449.071846,` +
		`"efficiency":0.843371,"n":4294967295,"value":4294.967295,"text":"1.23456789012345678 \" 5.5000000000001","list":[1,2],"lat":"x","small":1e-7,"half":0.5}` + "\n"
	if out.String() != want {
		t.Errorf("%s is not %s", &out, want)
	}
}

// FuzzJSON rounds any JSON: it stays JSON.
func FuzzJSON(f *testing.F) {
	f.Add([]byte(`{"a_ms":1.25e300,"b":[-0.1]}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		if !json.Valid(b) {
			return
		}
		if got := RoundJSON(b); !json.Valid(got) {
			t.Errorf("%s becomes %s", b, got)
		}
	})
}
