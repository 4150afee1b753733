package event

// Command gives the command line that a call of a shell was asked to run, exactly as it
// stands; ok is false where its records hold none.
func (p *Parts) Command() (command string, ok bool) { return p.args().Get("command").Text() }

// FilesModified lists the files that a session.shutdown counts as changed; told is false
// for a record that says nothing of files.
func (r *Record) FilesModified() (paths []string, told bool) {
	list := r.Data("codeChanges").Get("filesModified")
	for f := range list.Elements() {
		if s, ok := f.Text(); ok {
			paths = append(paths, s)
		}
	}
	return paths, list.Kind() == '['
}
