// Command claims writes docs/claims.md: what five articles say, beside what this program measures. It
// runs the built program, and reads the figures from the rows that it measures.
//
//	make build && go run ./internal/claims -new-york USA-road-d.NY.gr.gz -o docs/claims.md
package main

import (
	"context"
	"errors"
	"flag"
	"io"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"strings"

	"kernelscope/internal/fault"
	"kernelscope/internal/output"
)

// options are the flags.
type options struct {
	viewer, device    string
	only, output      string
	delaware, newYork string
	quick, csv        bool
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("claims: ")
	var o options
	flag.StringVar(&o.viewer, "viewer", "./viewer", "the built program")
	flag.StringVar(&o.device, "device", "", "passed on to the program")
	flag.StringVar(&o.only, "only", "", "claims to measure, names of claims or articles separated by commas: "+strings.Join(articleNames(), ", "))
	flag.BoolVar(&o.quick, "quick", false, "run the shorter forms of commands, as on software devices")
	flag.StringVar(&o.delaware, "delaware", "", "delaware-latest.osm.pbf; the embedded map if empty")
	flag.StringVar(&o.newYork, "new-york", "", newYork+" of the 9th DIMACS challenge; claims about it are not run if empty")
	flag.BoolVar(&o.csv, "csv", false, "print comma-separated values")
	flag.StringVar(&o.output, "o", "", "write the page to this file: .md or .csv")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := measure(ctx, os.Stdout, o); err != nil {
		log.Print(err)
		os.Exit(max(1, fault.Code(err)))
	}
}

// measure measures the claims that the options name, prints each as it is known, and writes the page.
func measure(ctx context.Context, out io.Writer, o options) error {
	all, err := chosen(o.only)
	if err != nil {
		return err
	}
	if ending := filepath.Ext(o.output); o.output != "" && ending != ".md" && ending != ".csv" {
		return fault.Input.Errorf("-o is %q: the name must end in .md or .csv", o.output)
	}
	p, software, err := openPage(ctx, o, all)
	if err != nil {
		return err
	}
	o.quick = o.quick || software
	err = p.run(ctx, out, viewer(o), o)
	if o.csv {
		err = errors.Join(err, p.csv(out))
	}
	if o.output == "" {
		return err
	}
	write := p.markdown
	if filepath.Ext(o.output) == ".csv" {
		write = p.csv
	}
	return errors.Join(err, output.File(o.output, write))
}
