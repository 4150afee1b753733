package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const (
	mit  = "Permission is hereby granted, free of charge, to any person obtaining a copy\nof this software. The above copyright notice and this permission notice shall be included in\nall copies or substantial portions of the Software."
	mit0 = "Permission is hereby granted, free of charge, to any person obtaining a copy of this software."
	bsd  = "Redistribution and use in source and binary forms, with or without\nmodification, are permitted provided that the following conditions are\nmet:"
)

func TestKindsOf(t *testing.T) {
	for text, want := range map[string][]string{mit: {"MIT"}, mit0: {"MIT-0"}, bsd: {"BSD-3-Clause"}, bsd + "\n\n" + mit: {"MIT", "BSD-3-Clause"}} {
		if got, err := kindsOf(text); err != nil || !slices.Equal(got, want) {
			t.Errorf("%.40q is taken for %q, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "All rights reserved.", mit + "\nGNU General Public License", "Mozilla Public License Version 2.0"} {
		if got, err := kindsOf(text); err == nil {
			t.Errorf("%.40q passed as %q", text, got)
		}
	}
}

// TestNotices: one bad module and nothing is written; the page's modules are in the text,
// those of the command alone are not.
func TestNotices(t *testing.T) {
	dir := func(text string) string {
		d := t.TempDir()
		if text != "" {
			if err := os.WriteFile(filepath.Join(d, "LICENSE.txt"), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		return d
	}
	good := []module{{"example.org/in", "v1.0.0", dir(mit + " \r\n"), true}, {"example.org/beside", "v2.0.0", dir(bsd), false}}
	text, err := notices(good)
	if err != nil || !strings.Contains(string(text), "example.org/in v1.0.0 (MIT)\n\nPermission") || strings.Contains(string(text), "beside") || strings.Contains(string(text), "\r") {
		t.Errorf("%v\n%s", err, text)
	}
	_, err = notices(append(good, module{"example.org/none", "v1", dir(""), true}, module{"example.org/odd", "v1", dir("Mine."), false}))
	if err == nil || !strings.Contains(err.Error(), "example.org/none: no licence file") || !strings.Contains(err.Error(), "example.org/odd: its licence is not") {
		t.Errorf("the error says %v", err)
	}
}
