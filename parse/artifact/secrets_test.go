package artifact

import (
	"fmt"
	"strings"
	"testing"

	"flightlog/parse/decode/jsonc"
	"flightlog/parse/decode/rawjson"
	"flightlog/parse/fixture"
	"flightlog/parse/secret"
)

// tokens are made when the test runs: no text of that shape stands in the sources.
func tokens() []string {
	body := strings.Repeat("Ab3dEf9h", 5)
	return []string{
		"gh" + "p_" + body, "gh" + "o_" + body, "github" + "_pat_" + body, "gl" + "pat-" + body, "s" + "k-" + body, "s" + "k-ant-" + body,
		"xo" + "xb-" + body, "AK" + "IA" + strings.ToUpper(body[:16]), "AI" + "za" + body, "np" + "m_" + body, "ey" + "J" + body + "." + body + "." + body,
	}
}

// TestSecretsAreMasked plants a token in every place of a configuration file where one was
// ever seen, and looks for it in everything that a view or an export could get.
func TestSecretsAreMasked(t *testing.T) {
	for _, token := range tokens() {
		doc := fmt.Sprintf(`// a comment with %[1]s
{"mcpServers": {"s": {"type": "http", "command": "run %[1]s", "args": ["--token", "%[1]s", "-H", "Authorization: Bearer %[1]s", "--key=%[1]s", "%[1]s"],
"url": "https://user:%[1]s%[2]sexample.org/mcp?x=%[1]s#y", "env": {"A": "%[1]s", "B": {"c": ["%[1]s"]}}, "headers": {"Authorization": "Bearer %[1]s"}, "later": "%[1]s", "name": "%[1]s"}},
"providers": [{"apiKey": "%[1]s", "bearerToken": "%[1]s", "baseUrl": "https://%[1]s%[2]sexample.org", "headers": {"x": "%[1]s"}}],
"authentication": {"token": "%[1]s", "login": "%[1]s"}, "copilotTokens": {"https://github.com:a": "%[1]s"}, "%[1]s": 1, "trustedFolders": ["/srv/%[1]s"],
"sandbox": {"proxy": {"password": "%[1]s"}}}`, token, "@")
		log := fmt.Sprintf("2026-10-01T09:00:00.000Z [ERROR] failed: %[1]s\n2026-10-01T09:00:01.000Z [WARNING] MCP server connection failed {\"env\":{\"X_TOKEN\":\"%[1]s\"}}\n"+
			"2026-10-01T09:00:02.000Z [ERROR] %[2]s %[1]s\n", token, strings.Repeat("x", factBytes-10))
		var files []fixture.File
		for _, name := range []string{"mcp-config.json", "providers.json", "config.json", "settings.json"} {
			files = append(files, fixture.File{Name: ".copilot/" + name, Data: []byte(doc)})
		}
		files = append(files, fixture.File{Name: ".copilot/logs/process-1-2.log", Data: []byte(log)}, fixture.File{Name: ".copilot/session-state/x/workspace.yaml", Data: []byte("id: x\n")})
		for _, cut := range []int{len(doc), len(doc) - 1, strings.Index(doc, token) + len(token)} {
			for i := range 4 {
				files[i].Data = []byte(doc)[:cut]
			}
			got := readWith(t, nil, files...)
			all := fmt.Appendf(nil, "%+v", got)
			for i := range got.Sources {
				all = append(all, got.Sources[i].Held...)
			}
			if strings.Contains(string(all), token) || strings.Contains(string(all), token[:12]) {
				t.Errorf("%s… of %d characters got through a file of %d bytes: %s", token[:4], len(token), cut, all)
			}
			if cut == len(doc) && !strings.Contains(string(all), secret.Masked("", token)) {
				t.Errorf("the length of %s… is not told", token[:4])
			}
		}
	}
}

// TestMaskKeepsWhatIsNoSecret: a masked document still says what it is about.
func TestMaskKeepsWhatIsNoSecret(t *testing.T) {
	v, err := jsonc.Read([]byte(`{"mcpServers":{"w":{"type":"local","command":"/usr/bin/w","args":["--units","metric"],"tools":["*"],"timeout":30,"on":true,"none":null,"empty":{},"list":[],"env":{"PORT":8080}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	want := `{
  "mcpServers": {
    "w": {
      "type": "local",
      "command": "/usr/bin/w",
      "args": [
        "--units",
        "metric"
      ],
      "tools": [
        "*"
      ],
      "timeout": 30,
      "on": true,
      "none": null,
      "empty": {},
      "list": [],
      "env": {
        "PORT": "‹masked: 4 characters›"
      }
    }
  }
}`
	if got := string(shown("type", "command", "args", "tools").mask(v)); got != want {
		t.Errorf("%s", got)
	}
	for _, plain := range []string{"", "Starting Copilot CLI: 1.0.102", "12 tokens below threshold", "https://example.org/a/b", "keyboard", "/home/dev/skyline", "Signed in to https://github.com as octocat."} {
		if got := secret.Redact(plain); got != plain {
			t.Errorf("%q became %q", plain, got)
		}
	}
}

// FuzzMask: whatever the document, the masked one is a document of the same shape, and a
// text under a key that is not open is not in it.
func FuzzMask(f *testing.F) {
	f.Add([]byte(`{"env":{"A":"secret-1"},"x":["secret-2",{"type":"plain","y":12}],"url":"https://u:p`+"@"+`h/?a=b"}`), "planted words")
	f.Add([]byte(`[]`), "ü‹masked›\x00")
	f.Add([]byte(`{"a":{"b":{"c":"\ud800"}},"a":1e400}`), `quote " and \`)
	f.Fuzz(func(t *testing.T, doc []byte, secret string) {
		v, err := jsonc.Read(doc)
		if err != nil {
			return
		}
		keys := shown("type", "url", "args")
		out := keys.mask(v)
		if err := rawjson.Valid(out, 0); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		if shapeOf(out) != shapeOf(v) {
			t.Fatalf("%s\nbecame\n%s", v, out)
		}
		secret = strings.ToValidUTF8(secret, "")
		if len(secret) < 8 || strings.Contains("‹masked: 0123456789 characters›", secret) || strings.Contains(string(v), secret) {
			return
		}
		planted := rawjson.Value(fmt.Sprintf(`{"doc":%s,"env":{"type":%[2]s},"headers":[%[2]s],"later":%[2]s,"args":["--token",%[2]s]}`, string(v), rawjson.Quote(secret)))
		var texts []string
		collect(keys.mask(planted), &texts)
		for _, text := range texts {
			if strings.Contains(text, secret) {
				t.Fatalf("%q stands in %q", secret, text)
			}
		}
	})
}

// FuzzRedact: a token is not found wherever it stands, and the text around it that is no
// secret stays.
func FuzzRedact(f *testing.F) {
	f.Add("before ", " after", byte(0))
	f.Add("{\"a\":\"", "\"}", byte(10))
	f.Add("https://", "@x", byte(3))
	f.Fuzz(func(t *testing.T, before, after string, which byte) {
		all := tokens()
		token := all[int(which)%len(all)]
		out := secret.Redact(before + " " + token + " " + after)
		if strings.Contains(out, token) {
			t.Errorf("%q", out)
		}
	})
}

// shapeOf writes the brackets, the number of members and the plain words of a document.
func shapeOf(v rawjson.Value) string {
	var b strings.Builder
	switch v.Kind() {
	case '{':
		for _, m := range v.Members() {
			b.WriteString("k" + shapeOf(m))
		}
		return "{" + b.String() + "}"
	case '[':
		for m := range v.Elements() {
			b.WriteString(shapeOf(m))
		}
		return "[" + b.String() + "]"
	case '"', '0':
		return "v" // a number may become a text
	}
	return string(v)
}

func collect(v rawjson.Value, out *[]string) {
	if s, ok := v.Text(); ok {
		*out = append(*out, s)
	}
	for k, m := range v.Members() {
		*out = append(*out, k.String())
		collect(m, out)
	}
	for m := range v.Elements() {
		collect(m, out)
	}
}
