package command

import (
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/sssp"
	"kernelscope/families/paths/session"
	"kernelscope/families/paths/view"
	"kernelscope/open"
	"kernelscope/scene"
	"kernelscope/studio"
)

// started is an algorithm that counts the searches that it starts.
type started struct {
	sssp.Algorithm
	starts *int
}

// startedSolver is its solver.
type startedSolver struct {
	sssp.Solver
	starts *int
}

func (c started) Prepare(be compute.Backend, m *scene.Map) (sssp.Solver, error) {
	s, err := c.Algorithm.Prepare(be, m)
	return startedSolver{s, c.starts}, err
}

func (c startedSolver) Start(q sssp.Query, v compute.Values) (sssp.Run, error) {
	*c.starts++
	return c.Solver.Start(q, v)
}

// However many flags there are, a window starts each search once: with the values, ends and weights of the
// flags. One that takes another course every time has a trial before, which gives its speed.
func TestStartsOnce(t *testing.T) {
	be := gputest.OpenWith(t, gpu.Options{})
	for args, want := range map[string]int{
		"":                                  1,
		"--delta 512 --batch 32 -a nearfar": 1,
		"--delta 512 --batch 32 -a nearfar --source #3 --target #90 --road #5=50": 1,
		"--rank 2^5 -a dijkstra --speed 20":                                       1,
		"-a nearfar --compare dijkstra,batch=64 --target all":                     2,
		"-a frontier --speed 20":                                                  1,
		"-a frontier":                                                             2,
	} {
		stage, err := studio.NewStage(be, 640, 400, 1, studio.Options{Program: &studio.Program{Families: cli.Views([]cli.Family{Family})}})
		if err != nil {
			t.Fatal(err)
		}
		v, starts := stage.Shown().(*view.View), 0
		var algorithms []sssp.Algorithm
		for _, a := range sssp.Algorithms() {
			algorithms = append(algorithms, started{a, &starts})
		}
		v.Session = session.New(stage.Computer.Backend, algorithms, session.Options{Wait: true}) // the time of a run is another search
		c, pictures := &cobra.Command{}, &cli.Pictures{}
		pictures.Order.Add(c)
		d := newDrawing(&cli.App{}, c, pictures, cli.OnWindow)
		in, err := open.Read(t.Context(), "gen:grid,width=30,height=20", open.Options{})
		if err == nil {
			err = c.ParseFlags(strings.Fields(args))
		}
		for _, do := range []func() error{
			d.(*drawing).Check, func() error { return stage.Open(in) }, func() error { return d.Begin(v) },
			func() error { return stage.Advance(time.Second, time.Minute) }, v.Session.Settle,
		} {
			if err == nil {
				err = do()
			}
		}
		if n := v.Session.Snapshot(); err != nil || starts != want || n.Event.Step == 0 {
			t.Errorf("%q: %v; %d searches were started, not %d; the step is %d", args, err, starts, want, n.Event.Step)
		}
		stage.Release()
	}
}
