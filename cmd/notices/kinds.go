package main

import (
	"errors"
	"fmt"
	"strings"
)

// permissive are the licences that a module may have, each by words that only its text has.
var permissive = []struct{ name, words, without string }{
	{"MIT", "permission notice shall be included in all copies or substantial portions of the software", ""},
	{"MIT-0", "permission is hereby granted, free of charge, to any person obtaining a copy", "permission notice shall be included"},
	{"BSD-3-Clause", "redistribution and use in source and binary forms, with or without modification, are permitted provided that the following conditions are met", ""},
	{"Apache-2.0", "licensed under the apache license, version 2.0", ""},
	{"Apache-2.0", "apache license version 2.0, january 2004", "licensed under the apache license, version 2.0"},
	{"ISC", "permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted", ""},
}

// foreign are words of licences that oblige whoever hands the page on to more than naming
// its authors.
var foreign = []string{"general public license", "mozilla public license", "server side public license", "business source license", "commons clause", "non-commercial",
	"creative commons", "eclipse public license"}

// kindsOf names the licences in a text. A text without a known one is an error, and so is
// one that holds another beside it.
func kindsOf(text string) ([]string, error) {
	plain := strings.Join(strings.Fields(strings.ToLower(text)), " ")
	for _, words := range foreign {
		if strings.Contains(plain, words) {
			return nil, fmt.Errorf("its licence speaks of %q", words)
		}
	}
	var out []string
	for _, p := range permissive {
		if strings.Contains(plain, p.words) && (p.without == "" || !strings.Contains(plain, p.without)) {
			out = append(out, p.name)
		}
	}
	if len(out) == 0 {
		return nil, errors.New("its licence is not one of those that are known here")
	}
	return out, nil
}
