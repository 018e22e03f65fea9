package cli

import (
	"context"
	"log/slog"

	"kernelscope/compute/prepared"
	"kernelscope/scene"
)

// Fronts computes the fronts of a map, or reads their order from the user's cache, and shows
// the progress on a terminal.
func Fronts(ctx context.Context, m *scene.Map, how prepared.Making) (*prepared.Made, error) {
	cache, err := prepared.UserCache()
	if err != nil {
		cache = prepared.Cache{} // there is no folder for caches
	}
	show, stop := ShowShare()
	defer stop()
	how.Progress = func(share float64) { show(share, "order") }
	made, err := cache.Fronts(ctx, m, how)
	if err == nil && made.Problem != nil {
		slog.Warn("order", "problem", made.Problem)
	}
	return made, err
}
