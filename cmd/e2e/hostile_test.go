package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// attacks are texts that run or request something wherever they are taken for markup.
// ADDR is a listener, each RUN a script that says where it ran.
var attacks = []string{
	`<script>RUN</script>`,
	`<ScRiPt src=http://ADDR/script.js></sCrIpT>`,
	`<img src=x onerror="RUN">`,
	`<img src="http://ADDR/img.png" srcset="http://ADDR/set.png 2x">`,
	`<svg onload="RUN"><script>RUN</script><image href="http://ADDR/svg.png"/></svg>`,
	`<svg><use href="http://ADDR/use.svg#x"/><style>*{background:url(http://ADDR/svgstyle)}</style></svg>`,
	`<math><mtext><a xlink:href="javascript:RUN">m</a></mtext></math>`,
	`<iframe src="http://ADDR/frame" srcdoc="<script>parent.RUN</script>"></iframe>`,
	`<object data="http://ADDR/object"></object><embed src="http://ADDR/embed">`,
	`<video src="http://ADDR/video" poster="http://ADDR/poster" autoplay></video><audio src="http://ADDR/audio"></audio>`,
	`<a href="javascript:RUN" autofocus onfocus="RUN">link</a>`,
	`<a href="http://ADDR/a" ping="http://ADDR/ping" target=_blank>link</a>`,
	`<form action="http://ADDR/form"><input autofocus onfocus="RUN" type=image src="http://ADDR/input"><button formaction="javascript:RUN">b</button></form>`,
	`<style>@import "http://ADDR/import.css"; body{background:url(http://ADDR/bg)}</style>`,
	`<link rel=stylesheet href="http://ADDR/link.css"><link rel=prefetch href="http://ADDR/prefetch"><link rel=dns-prefetch href="//ADDR">`,
	`<base href="http://ADDR/"><meta http-equiv="refresh" content="0;url=http://ADDR/refresh">`,
	`<details open ontoggle="RUN"><summary>s</summary></details><marquee onstart="RUN">m</marquee>`,
	`<div style="background:url(http://ADDR/style)" onmouseover="RUN">d</div><table background="http://ADDR/table"><td>t</td></table>`,
	`"><script>RUN</script><x y="`, `'><script>RUN</script><x y='`, `" onmouseover="RUN" autofocus onfocus="RUN" x="`,
	`--></script></style></title></textarea></template></noscript><script>RUN</script><!--`,
	`<noscript><p title="</noscript><img src=x onerror=RUN>">`, `<template><script>RUN</script></template>`,
	`[click](javascript:RUN)`, `[click](  JaVaScRiPt:RUN "title")`, `[data](data:text/html,<script>RUN</script>)`, `[site](http://ADDR/md "t")`,
	`![remote](http://ADDR/md.png "t")`, `![x](javascript:RUN)`, `![d](data:image/svg+xml,<svg/onload=RUN>)`, `<http://ADDR/auto>`, `http://ADDR/bare www.example.org`,
	"[ref]\n\n[ref]: http://ADDR/ref 'onclick=RUN'", "| a | b |\n|:-:|--:|\n| <img src=x onerror=RUN> | [x](javascript:RUN) |",
	"```html\"onmouseover=\"RUN\n<script>RUN</script>\n```", "# <img src=x onerror=RUN>", "&lt;script&gt;RUN&lt;/script&gt; &#x6a;avascript:RUN",
	"\x1b]8;;http://ADDR/osc\x1b\\osc link\x1b]8;;\x1b\\ \x1b[31mred\x1b[0m \x1b]0;title\x07", "\u202eevil\u2066 \u0000 \u2028 \ufeff",
	`{{constructor.constructor('RUN')()}} ${RUN} <%= RUN %>`,
}

// attack gives the attacks with marks of where they stand: all of them where a text of
// any length may stand, a fifth of them by turns in the many other places.
func attack(addr, where string, turn int) string {
	some := attacks[:1:1]
	all := slices.Contains([]string{"prompt", "told", "reply", "reasoning", "command", "output", "name", "new", "plan"}, where)
	for i, a := range attacks[1:] {
		if all || i%5 == turn%5 {
			some = append(some, a)
		}
	}
	run := "globalThis.__pwned=/" + where + "/.source"
	return where + " " + strings.NewReplacer("ADDR", addr, "RUN", run).Replace(strings.Join(some, "\n\n"))
}

// hostileHome is a home in which every text that a person could see attacks.
func hostileHome(t *testing.T, addr string) []byte {
	turn := 0
	at := func(where string) string { turn++; return attack(addr, where, turn) }
	line := func(where string) string { return oneLine(strings.ReplaceAll(at(where), "\u0000", "")) }
	const id = "5e55a0a1-0000-4000-8000-00000000000b"
	var h history
	h.add("session.start", obj{"sessionId": id, "copilotVersion": at("version"), "producer": at("producer"), "context": obj{
		"cwd": "/srv/" + at("cwd"), "gitRoot": at("root"), "branch": at("branch"), "repository": at("repository")}})
	h.add("session.model_change", obj{"previousModel": at("model-before"), "newModel": at("model"), "cause": at("cause"), "source": at("source"), "reasoningEffort": at("effort")})
	h.add("system.message", obj{"content": at("system"), "role": "system"})
	h.add("user.message", obj{"content": at("prompt"), "transformedContent": at("transformed"), "attachments": []obj{{"type": "file", "path": at("attachment"), "displayName": at("display")}}})
	h.add("user.message", obj{"content": at("told"), "source": at("told-by")})
	h.add("assistant.turn_start", obj{"turnId": at("turn")})
	calls := []struct {
		tool string
		args any
	}{
		{"bash", obj{"command": at("command"), "description": at("description")}},
		{"edit", obj{"path": at("edit-path"), "old_str": at("old"), "new_str": at("new")}},
		{"create", obj{"path": at("create-path"), "file_text": at("file-text")}},
		{"apply_patch", "*** Begin Patch\n*** Update File: " + line("patch-path") + "\n@@ " + line("hunk") + "\n-" + line("minus") + "\n+" + line("plus") + "\n*** End Patch"},
		{"web_fetch", obj{"url": "http://" + addr + "/fetch?" + line("url")}},
		{"task", obj{"description": at("task"), "prompt": at("task-prompt"), "agent_type": at("agent-type")}},
		{"sql", obj{"query": at("query"), "description": at("sql")}},
		{at("tool-name"), obj{at("argument-name"): at("argument"), "nested": []any{obj{at("key"): at("value")}, 1, nil, true}}},
	}
	var requests []obj
	for i, c := range calls {
		requests = append(requests, obj{"toolCallId": fmt.Sprintf("call-%d %s", i, at("call-id")), "name": c.tool, "arguments": c.args})
	}
	h.add("assistant.message", obj{"content": at("reply"), "model": at("reply-model"), "reasoningText": at("reasoning"), "toolRequests": requests})
	for i, c := range calls {
		call := requests[i]["toolCallId"]
		h.add("permission.requested", obj{"requestId": at("request"), "toolCallId": call, "permissionRequest": obj{"kind": at("kind"), "toolCallId": call, "fullCommandText": at("full"), "intention": at("intention"), "path": at("path"), "url": at("perm-url")}})
		h.add("permission.completed", obj{"requestId": at("request"), "toolCallId": call, "result": obj{"kind": []string{"approved", at("decision"), "denied-interactively-by-user"}[i%3], "feedback": at("feedback")}, "decisionSource": []string{"human_response", at("decided-by")}[i%2]})
		h.add("tool.execution_start", obj{"toolCallId": call, "toolName": c.tool, "arguments": c.args, "mcpServerName": at("mcp"), "mcpToolName": at("mcp-tool")})
		done := obj{"toolCallId": call, "success": i%2 == 0, "shellExecution": obj{"exitCode": i}, "result": obj{"content": at("output"), "detailedContent": at("detailed")}}
		if i%2 == 1 {
			done["error"] = obj{"message": at("error-message"), "code": []string{"failure", "denied", at("error-code")}[i%3]}
		}
		h.add("tool.execution_complete", done)
	}
	for _, kind := range []string{"session.error", "session.info", "session.warning", "abort", "hook.start", "hook.end", "subagent.started", "subagent.completed",
		"subagent.configured", "session.compaction_start", "session.compaction_complete", "session.mode_changed", "session.task_complete", "session.context_changed", "skill.invoked",
		"system.notification", "session.truncation", "session.resume", "session.schedule_created", "human_response.recorded", "session.usage_record", "tool.user_requested", "session.permissions_changed"} {
		h.add(kind, obj{"message": at(kind), "reason": at("reason"), "hookName": at("hook"), "hookType": at("hook-type"), "hookInvocationId": at("hook-id"), "input": obj{"x": at("hook-in")}, "output": at("hook-out"),
			"agentName": at("agent"), "agentDisplayName": at("agent-name"), "toolCallId": at("agent-call"), "toolName": at("user-tool"), "summaryContent": at("summary"), "summary": at("summary"), "content": at("content"),
			"name": at("skill"), "path": at("skill-path"), "newMode": at("mode"), "previousMode": at("old-mode"), "cwd": at("new-cwd"), "branch": at("new-branch"), "model": at("usage-model"), "errorType": at("error-type"), "url": "http://" + addr + "/help",
			"infoType": at("info"), "warningType": at("warning"), "statusCode": 500, "response": obj{"selectedAction": at("answer")}, "arguments": obj{"command": at("user-command")}})
	}
	h.add(at("event-type"), obj{at("unknown-key"): at("unknown")})
	h.lines = append(h.lines, `{"type":"user.message","data":{"content":"`+line("cut")) // a line that is cut
	printable := func(r rune) rune {                                                    // a control character would make the YAML unreadable, and spare the view
		if r < ' ' || r == '\ufeff' {
			return -1
		}
		return r
	}
	quoted := func(where string) string { return strings.Map(printable, strings.ReplaceAll(line(where), "'", "''")) }
	dir := ".copilot/session-state/" + id
	return zipOf(t,
		member{dir + "/events.jsonl", h.text()},
		member{dir + "/workspace.yaml", fmt.Sprintf("id: %s\nname: '%s'\nsummary: '%s'\ncwd: '/srv/%s'\nbranch: '%s'\nrepository: '%s'\nclient_name: '%s'\n", id, quoted("name"), quoted("summary"), quoted("folder"), quoted("yaml-branch"), quoted("yaml-repository"), quoted("client"))},
		member{dir + "/plan.md", at("plan")},
		member{dir + "/checkpoints/index.md", at("checkpoint")},
		member{dir + "/files/" + "<img src=x onerror=globalThis.__pwned=1>.txt", "x"},
		member{".copilot/session-state/<svg onload=globalThis.__pwned=1>/events.jsonl", strings.Join(h.lines[:5], "\n") + "\n"},
		member{".copilot/<script>globalThis.__pwned=1<script>.json", "{}"},
		member{".copilot/http:%2f%2f" + addr + "/&quot;><img src=x onerror=alert(1)>.html", at("html")},
		member{".copilot/config.json", `{"` + strings.ReplaceAll(line("config"), `"`, `'`) + `": 1}`},
		member{dir + "/checkpoints/001-x.md", at("checkpoint-text")},
		member{".copilot/mcp-config.json", doc(obj{"mcpServers": obj{at("mcp-server"): obj{"type": "local", "command": at("mcp-command"), "args": []string{at("mcp-argument")}, "env": obj{at("mcp-variable"): "x"}}}})},
		member{".copilot/permissions-config.json", doc(obj{"locations": obj{at("standing-place"): obj{"tool_approvals": []obj{{"kind": "commands", "commandIdentifiers": []string{at("standing-command")}}}, "allowed_directories": []string{at("standing-folder")}}}})},
		member{".copilot/settings.json", doc(obj{"allowedUrls": []string{at("standing-url")}})},
		member{".copilot/command-history-state.json", doc(obj{"commandHistory": []string{at("history"), "<script>alert(1)</script>"}})},
		member{".copilot/logs/process-1790845199000-4242.log", "2026-10-01T09:00:00.000Z [ERROR] " + line("log") + "\n"},
		member{".copilot/session-store.db", at("database")})
}

// inspect is a function of the page that walks the document as it stands. It gathers what
// is on no list: elements, attributes, values of href and of style, whatever content could
// smuggle in; and the places whose attack a reader sees as text outside raw records.
const inspect = `{
	const elements = new Set(('a aside article b bdi blockquote br button code dd del details div dl dt em footer h1 h2 h3 h4 h5 h6 header hr i input kbd li main mark nav ol p pre section small span strong summary sub sup ' +
		'table tbody td th thead tr ul time svg path rect line text title wbr').split(' '));
	const attributes = /^(class|id|title|role|href|type|tabindex|hidden|open|start|viewBox|preserveAspectRatio|overflow|x|y|x1|x2|y1|y2|text-anchor|fill|stroke|stroke-width|stroke-linecap|stroke-linejoin|d|width|height|datetime|lang|dir|scope|colspan|name|aria-[a-z]+|data-[a-z]+)$/;
	const typing = /^(placeholder|autocomplete|autocapitalize|spellcheck)$/; // of the box of the search
	const sized = (e) => [...e.style].every((p) => /^(height|min-height|display|overflow-anchor)$/.test(p)) && (e.closest('[data-list]') || e.matches('.main, .rail, .stream, .list'));
	const stray = new Set(), read = new Set();
	globalThis.inspect = () => {
		for (const e of document.querySelectorAll('#app *')) {
			if (!elements.has(e.localName)) stray.add('<' + e.localName + '>');
			for (const { name, value } of e.attributes) {
				if (name === 'style' ? !sized(e) : !attributes.test(name) && !(e.id === 'find' && typing.test(name)) || (name === 'href' && !value.startsWith('#/')) || (name === 'type' && value !== 'button' && e.id !== 'find')) stray.add(e.localName + ' ' + name + '=' + value);
			}
		}
		const walker = document.createTreeWalker(document.querySelector('#app'), NodeFilter.SHOW_TEXT);
		while (walker.nextNode()) {
			if (walker.currentNode.parentElement.closest('.raw')) continue;
			for (const m of walker.currentNode.data.matchAll(/__pwned=[/]([a-z._-]+)[/][.]source/g)) read.add(m[1]);
		}
		return { stray: [...stray], read: [...read], ran: globalThis.__pwned === undefined ? '' : String(__pwned) };
	};
}`

// Hostile content is text: in no view does it run, request, navigate or become an
// element, and none of it is lost.
func TestHostile(t *testing.T) {
	origins(t, func(t *testing.T, url string) {
		o := newOutside(t)
		b := openPage(t, url)
		b.ready()
		worker := b.worker()
		b.dropBytes(`"><img src=x onerror=globalThis.__pwned=1>.zip`, hostileHome(t, o.addr))
		b.opened(`"><img src=x onerror=globalThis.__pwned=1>.zip`)
		js[any](b, inspect)
		told := map[string]bool{} // places whose attack was read as text
		look := func(where string) {
			t.Helper()
			b.settled()
			seen := js[struct {
				Stray, Read []string
				Ran         string
			}](b, "inspect()")
			for _, place := range seen.Read {
				told[place] = true
			}
			if len(seen.Stray) > 0 {
				t.Fatalf("%s: content became markup: %.500q", where, seen.Stray)
			}
			if seen.Ran != "" {
				t.Fatalf("%s: a script ran: %s", where, seen.Ran)
			}
		}
		links := js[[]string](b, `[...document.querySelectorAll('.rail a[href]')].map((a) => a.getAttribute('href'))`)
		slices.Sort(links)
		for _, link := range slices.Compact(links) {
			b.follow(link)
			look(link)
			if link == "#/files" {
				for n := range js[int](b, `Number(document.querySelector('#main h1 small').textContent)`) {
					for _, page := range []string{"#/files/file-%d", "#/file/%d"} {
						b.follow(fmt.Sprintf(page, n))
						look(fmt.Sprintf(page, n))
					}
				}
			}
			if strings.HasPrefix(link, "#/s/") {
				visitSession(b, link, look)
			}
		}
		if n := o.connections(); n > 0 {
			t.Errorf("%d connections came", n)
		}
		for _, where := range []string{"name", "cwd", "new-branch", "prompt", "told", "reply", "reasoning", "reply-model", "model", "tool-name", "command", "edit-path", "old", "new",
			"patch-path", "plus", "argument", "output", "error-message", "feedback", "session.error", "hook", "agent-name", "skill", "event-type", "unknown",
			"history", "standing-command", "standing-place", "standing-url", "plan", "checkpoint-text", "mcp-server", "mcp-command", "log"} {
			if !told[where] {
				t.Errorf("the attack in %q is shown nowhere, so it proves nothing", where)
			}
		}
		if got, err := eval[string](worker, "typeof __pwned"); err != nil || got != "undefined" {
			t.Errorf("in the worker __pwned is %s (%v)", got, err)
		}
		b.quiet()
		if got := b.requests(); len(got) != 1 {
			t.Errorf("requests beside the document's: %q", got[1:])
		}
		if got := js[int](b, "seen.requests.length + seen.refused.length"); got != 0 {
			t.Errorf("the page recorded %d requests and violations", got)
		}
		if alert := b.text("#alert"); alert != "" {
			t.Errorf("the page says %q", alert)
		}
	})
}

// visitSession looks at a conversation with every row open, at every event, and clicks
// on whatever prose there is.
func visitSession(b *tab, link string, look func(string)) {
	b.Helper()
	js[bool](b, `(async () => {
		const list = document.querySelector('#main [data-list]');
		if (!list) return true;
		const scroller = List.scroller(list);
		for (let y = 0; y < scroller.scrollHeight; y += scroller.clientHeight) {
			scroller.scrollTop = y;
			do await new Promise(requestAnimationFrame); while ([...list.children].slice(1, -1).some((c) => !c.firstElementChild));
			for (const shut of list.querySelectorAll('[data-act=toggle][aria-expanded=false]')) {
				const item = shut.closest('[data-item]');
				shut.click();
				for (let i = 0; i < 200 && item.isConnected && !item.querySelector('[aria-expanded=true]'); i++) await new Promise(requestAnimationFrame);
			}
			inspect();
		}
		return true;
	})()`)
	look(link + ", every row open")
	js[chromedp.Void](b, `document.querySelectorAll('#main .prose *, #main pre, #main .prompt *').forEach((e) => {
		if (e.closest('button, a')) return;
		e.click?.();
		for (const kind of ['mouseover', 'focus', 'pointerdown', 'auxclick']) e.dispatchEvent(new Event(kind, { bubbles: true, cancelable: true }));
	}), undefined`)
	b.arrived(link)
	look(link + ", clicked")
	b.follow(link + "/events")
	look(link + "/events")
	for n := range js[int](b, `Number(document.querySelector('#main [data-list]').dataset.count)`) {
		event := fmt.Sprintf("%s/events/events-%d", link, n+1)
		b.follow(event)
		b.see(".panel .src", fmt.Sprintf("line %d ·", n+1))
		look(event)
	}
}
