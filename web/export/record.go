package export

import (
	"kernelscope/web"
	"kernelscope/web/live"
)

// record returns the recording of a page, or of all scenes of its tour.
func record(p web.Page) (out []byte, err error) {
	scenes := []live.Scene{p.Scene}
	if p.Tour != nil {
		scenes = p.Tour.Scenes
	}
	for i, s := range scenes {
		page, err := live.Open(s, p.Data)
		if err != nil {
			return nil, err
		}
		part, err := web.Record(page, i == 0)
		page.Release()
		if err != nil {
			return nil, err
		}
		out = append(out, part...)
	}
	return out, nil
}
