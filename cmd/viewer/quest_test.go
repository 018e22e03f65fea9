package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Kernels are written, judged and graded.
func TestQuest(t *testing.T) {
	t.Parallel()
	if out, errs, code := viewer(t, nil, "quest"); code != 0 || strings.Count(out, "\n") != 15 {
		t.Errorf("exit code %d: %s%s", code, out, errs)
	}
	class := t.TempDir()
	dir := filepath.Join(class, "ann")
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"start", dir}, 0, "15 kernels in "},
		{[]string{"start", dir}, exitOutput, "--force overwrites it"},
		{[]string{"start", dir, "--force"}, 0, "15 kernels in "},
		{[]string{"check", class}, exitInput, "has no kernel of a quest"},
		{[]string{"grade", filepath.Join(class, "none")}, exitInput, "no such file"},
	} {
		if out, errs, code := viewer(t, nil, append([]string{"quest"}, c.args...)...); code != c.code || !strings.Contains(out+errs, c.says) {
			t.Errorf("%v: exit code %d: %s%s", c.args, code, out, errs)
		}
	}
	path := filepath.Join(dir, "capacity.comp")
	if err := os.WriteFile(path, []byte(repaired(t)), 0o644); err != nil {
		t.Fatal(err)
	}
	out, errs, code := viewer(t, nil, "quest", "grade", class, "--csv")
	if lines := strings.Split(out, "\n"); code != 0 || lines[0] != "folder,quest,solved,reason" || strings.Count(out, ",false,") != 14 || !strings.Contains(out, "ann,capacity,true,\n") {
		t.Errorf("exit code %d: %s%s", code, out, errs)
	}
	for _, name := range []string{"append", "overflow"} {
		if err := os.Remove(filepath.Join(dir, name+".comp")); err != nil {
			t.Fatal(err)
		}
	}
	out, errs, code = viewer(t, nil, "quest", "check", dir, "--json")
	if code != exitWrong || strings.Count(out, `"type":"quest"`) != 13 || !strings.Contains(errs, "12 of 13 kernels are not repaired") {
		t.Errorf("exit code %d: %s%s", code, out, errs)
	}
}
