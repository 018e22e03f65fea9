package command

import (
	"fmt"
	"slices"
	"strings"

	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/compute/sorting"
	"kernelscope/internal/format"
	"kernelscope/report/chart"
)

// figureOf returns the chart: keys per second by the number of keys, with a part for each type, or
// by the parameter that has several numeric values.
func figureOf(p plan, m benchMeta, all []experiment.Row) chart.Figure {
	value := ""
	if p.flags.payload {
		value = " and its value"
	}
	f := chart.Figure{
		Title: "Sorts by the number of keys, " + m.Device,
		Note: fmt.Sprintf("Keys: %s; medians of %s after warming up, every result verified. GPU time of all passes; of %s, the time of one processor.\n"+
			"Ceiling: each key%s read once and written once, at the %s GB/s (read and written together) of a kernel that copies four words an invocation.\n%s; %s; %s",
			m.Dist, format.Count(m.Runs, "run"), onHost, value, format.Short(m.Copy/1e9), m.Driver, m.Host, m.Version),
	}
	if over, ok := p.axis(); ok {
		f.Title = fmt.Sprintf("Sorts by %s, %s", over.Label, m.Device)
		f.Rows = p.partsOver(over, all)
		f.Note = f.Note[:strings.Index(f.Note, "Ceiling")] + f.Note[strings.LastIndex(f.Note, "\n")+1:]
		return f
	}
	for _, t := range p.types {
		f.Rows = append(f.Rows, []chart.Chart{p.bySize(t, m, all)})
	}
	return f
}

// axis returns the first parameter with several numeric values.
func (p plan) axis() (over compute.Param, ok bool) {
	for _, s := range p.sorters {
		for _, q := range s.Params() {
			if len(p.lists[q.Name]) > 1 && q.Choices == nil {
				return q, true
			}
		}
	}
	return over, false
}

// groups groups rows by a word of each, in the order of their first rows.
func groups(rows []experiment.Row, word func(experiment.Row) string) (names []string, of map[string][]experiment.Row) {
	of = map[string][]experiment.Row{}
	for _, r := range rows {
		if r.LeftOut != "" {
			continue
		}
		name := word(r)
		if of[name] == nil {
			names = append(names, name)
		}
		of[name] = append(of[name], r)
	}
	return names, of
}

// lineOf returns a line of the rates of rows; x returns the abscissa of a row.
func lineOf(name string, rows []experiment.Row, x func(experiment.Row) float64) chart.Line {
	line := chart.Line{Name: name}
	for _, r := range rows {
		text := fmt.Sprintf("%s, %s × %s: %s keys/s", name, format.Thousands(r.Size), keysName(r.Input, formatOf(r).Payload), format.Rate(r.Rate()))
		line.Points = append(line.Points, chart.At(x(r), r.Rate(), text))
	}
	return line
}

// bySize returns the part of a type, with a line for each setting.
func (p plan) bySize(t sorting.Type, m benchMeta, all []experiment.Row) chart.Chart {
	keys := sorting.Format{Type: t, Payload: p.flags.payload}
	l := &chart.Lines{Title: keysName(t.String(), keys.Payload), XLabel: "keys", YLabel: "keys a second"}
	names, of := groups(all, func(r experiment.Row) string { return strings.TrimSuffix(r.Algorithm+" "+settingOf(r, p.lists), " ") })
	least, most := 0.0, 0.0
	for _, name := range names {
		var some []experiment.Row
		for _, r := range of[name] {
			if r.Input != t.String() {
				continue
			}
			some = append(some, r)
			if least == 0 || float64(r.Size) < least {
				least = float64(r.Size)
			}
			most = max(most, float64(r.Size))
		}
		l.Series = append(l.Series, lineOf(name, some, func(r experiment.Row) float64 { return float64(r.Size) }))
	}
	ceiling := m.Copy / float64(2*arrayBytes(keys))
	top := chart.Line{Name: fmt.Sprintf("ceiling by copy, %s keys/s", format.Rate(ceiling)), Reference: true}
	top.Points = []chart.Point{chart.At(least, ceiling, top.Name), chart.At(most, ceiling, top.Name)}
	l.Series = append(l.Series, top)
	return l
}

// partsOver returns a part for each type and number of keys, with the parameter on the horizontal
// axis. It has a line for each combination of a sort with that parameter and other parameters.
func (p plan) partsOver(over compute.Param, all []experiment.Row) (out [][]chart.Chart) {
	others := map[string][]uint32{}
	for name, list := range p.lists {
		if name != over.Name {
			others[name] = list
		}
	}
	all = slices.DeleteFunc(slices.Clone(all), func(r experiment.Row) bool { return r.Values[over.Name] == 0 })
	parts, of := groups(all, func(r experiment.Row) string {
		return fmt.Sprintf("%s keys of %s", format.Power(r.Size), keysName(r.Input, formatOf(r).Payload))
	})
	for _, part := range parts {
		l := &chart.Lines{Title: part, XLabel: over.Label + ", " + over.Unit, YLabel: "keys a second"}
		names, rows := groups(of[part], func(r experiment.Row) string { return strings.TrimSuffix(r.Algorithm+" "+settingOf(r, others), " ") })
		for _, name := range names {
			l.Series = append(l.Series, lineOf(name, rows[name], func(r experiment.Row) float64 { return float64(r.Values[over.Name]) }))
		}
		out = append(out, []chart.Chart{l})
	}
	return out
}
