// Command claims writes docs/measured/claims.csv: what five articles say, beside what this program
// measures. It runs the built program, and reads the figures from the rows that it measures.
//
//	make build && go run ./internal/claims -o docs/measured/claims.csv
package main

import (
	"context"
	"errors"
	"flag"
	"io"
	"log"
	"os"
	"os/signal"
	"strings"

	"kernelscope/internal/fault"
	"kernelscope/internal/output"
)

// options are the flags.
type options struct {
	viewer, device         string
	only, output, delaware string
	quick                  bool
	runs                   int
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("claims: ")
	var o options
	flag.StringVar(&o.viewer, "viewer", "./viewer", "the built program")
	flag.StringVar(&o.device, "device", "", "passed on to the program")
	flag.StringVar(&o.only, "only", "", "claims to measure, names of claims or articles separated by commas: "+strings.Join(articleNames(), ", "))
	flag.BoolVar(&o.quick, "quick", false, "run the shorter forms of commands, as on software devices")
	flag.IntVar(&o.runs, "runs", 3, "times that a command runs whose times are compared")
	flag.StringVar(&o.delaware, "delaware", "", "delaware-latest.osm.pbf; the embedded map if empty")
	flag.StringVar(&o.output, "o", "", "write the sheet to this file")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := measure(ctx, os.Stdout, o); err != nil {
		log.Print(err)
		os.Exit(max(1, fault.Code(err)))
	}
}

// measure measures the claims that the options name, prints each as it is known, and writes the sheet.
func measure(ctx context.Context, out io.Writer, o options) error {
	all, err := chosen(o.only)
	if err != nil {
		return err
	}
	p, software, err := openPage(ctx, o, all)
	if err != nil {
		return err
	}
	o.quick = o.quick || software
	p.command = "go run ./internal/claims"
	if o.quick {
		p.command += " -quick"
	}
	p.command += " -o " + o.output
	err = p.run(ctx, out, viewer(o), o)
	if o.output == "" {
		return err
	}
	return errors.Join(err, output.File(o.output, p.sheet))
}
