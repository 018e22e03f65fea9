//go:build !nowindow

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// validation returns the environment in which core and synchronization validation look at the
// program. When the test ends they must have been on, and have said nothing.
func validation(t *testing.T) []string {
	t.Helper()
	dir := t.TempDir()
	settings, said := filepath.Join(dir, "vk_layer_settings.txt"), filepath.Join(dir, "said.txt")
	text := "khronos_validation.debug_action = VK_DBG_LAYER_ACTION_LOG_MSG\nkhronos_validation.report_flags = error,warn,perf,info\nkhronos_validation.log_filename = " + said +
		"\nkhronos_validation.enables = VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT\n"
	if err := os.WriteFile(settings, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		log, err := os.ReadFile(said)
		on, rest := validationIsOn.Match(log), bytes.TrimSpace(aboutValidation.ReplaceAll(log, nil))
		if err != nil || !on || len(rest) > 0 {
			t.Errorf("validation: %v, on: %t, it says %.4000s", err, on, rest)
		}
	})
	return []string{"VK_INSTANCE_LAYERS=VK_LAYER_KHRONOS_validation", "VK_LAYER_SETTINGS_PATH=" + settings}
}

// What the layer says of itself: which parts are on, and that it has no cache of shaders yet.
// A message ends with the objects that it is about.
var (
	validationIsOn  = regexp.MustCompile(`Validation Layer Active:\n(    .*\n)*    Current Enables: .*SYNCHRONIZATION`)
	aboutValidation = regexp.MustCompile(`UNASSIGNED-(khronos-validation-createinstance-status-message|cache-file-error)\(INFO.*\n(    .*\n|\n)*`)
)
