package measure

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/internal/output"
	files "kernelscope/internal/source"
	"kernelscope/scene"
)

// Key identifies a tuned setting: it is valid on one device, for one map and one kind of query.
type Key struct {
	Device    string          `json:"device"`
	Driver    string          `json:"driver"`
	Map       string          `json:"map"`
	Nodes     int             `json:"nodes"`
	Edges     int             `json:"edges"`
	Weights   uint32          `json:"weights"` // checksum of the weights, in the order of edges
	Algorithm string          `json:"algorithm"`
	Work      experiment.Work `json:"work"`
}

// KeyOf returns the key of a map.
func KeyOf(device, driver string, m *scene.Map, algorithm string, w experiment.Work) Key {
	sum := crc32.NewIEEE()
	const chunk = 1 << 14
	b := make([]byte, 0, 4*chunk)
	for i, x := range m.Graph.Weight {
		b = binary.LittleEndian.AppendUint32(b, x)
		if len(b) == cap(b) || i == len(m.Graph.Weight)-1 {
			sum.Write(b)
			b = b[:0]
		}
	}
	return Key{device, driver, m.Name, m.Graph.Nodes(), m.Graph.Edges(), sum.Sum32(), algorithm, w}
}

// TunedSetting is the best setting that was found.
type TunedSetting struct {
	Key    Key            `json:"key"`
	Values compute.Values `json:"values"`
	Wall   float64        `json:"mean_wall_ms"`
	Date   time.Time      `json:"date"`
}

// Cache keeps tuned settings in the files of a folder, one each.
type Cache struct{ Dir string }

// UserCache returns the cache of the current user.
func UserCache() (Cache, error) {
	dir, err := os.UserCacheDir()
	return Cache{filepath.Join(dir, "kernelscope")}, err
}

// Path returns the file of a key.
func (c Cache) Path(k Key) string {
	h := fnv.New64a()
	_ = json.NewEncoder(h).Encode(k) // a hash takes everything
	return filepath.Join(c.Dir, fmt.Sprintf("tuned-%s-%s-%016x.json", k.Algorithm, k.Work, h.Sum64()))
}

// Load returns the stored setting of a key; ok is false if there is none. A damaged file is an
// error, which callers report and ignore.
func (c Cache) Load(k Key) (t TunedSetting, ok bool, err error) {
	const most = 1 << 16 // more than any has
	b, err := files.Read(c.Path(k), most)
	if errors.Is(err, fs.ErrNotExist) {
		return t, false, nil
	}
	if err == nil {
		err = json.Unmarshal(b, &t)
	}
	if err != nil {
		return TunedSetting{}, false, fmt.Errorf("tuned setting %s: %w", c.Path(k), err)
	}
	if t.Key != k || len(t.Values) == 0 {
		return TunedSetting{}, false, fmt.Errorf("tuned setting %s: it is for something else", c.Path(k))
	}
	return t, true, nil
}

// Save stores a setting atomically.
func (c Cache) Save(t TunedSetting) (path string, err error) {
	if err := os.MkdirAll(c.Dir, 0o755); err != nil {
		return "", err
	}
	path = c.Path(t.Key)
	return path, output.Regular(path, func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", " ")
		return e.Encode(t)
	})
}
