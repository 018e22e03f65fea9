package maps

import (
	"context"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/scene"
	"kernelscope/scene/place"
)

// PlacesFlag is a list of places on the command line.
type PlacesFlag struct{ Texts []string }

// placesFlag is its name.
const placesFlag = "places"

// Add declares the flag; about says what the places are for.
func (f *PlacesFlag) Add(c *cobra.Command, about string) {
	c.Flags().StringArrayVar(&f.Texts, placesFlag, nil, about+": "+place.ListHelp+"; can be repeated")
	cli.Reads(c, placesFlag)
}

// Find finds the places on a map; nil without the flag.
func (f *PlacesFlag) Find(ctx context.Context, m *scene.Map) ([]place.Named, error) {
	if len(f.Texts) == 0 {
		return nil, nil
	}
	finder, err := place.NewFinder(m)
	if err != nil {
		return nil, err
	}
	list, err := finder.List(ctx, f.Texts)
	if err != nil {
		return nil, cli.PlaceError(err)
	}
	return list, nil
}
