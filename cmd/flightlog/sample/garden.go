package sample

import (
	"bytes"
	"time"
)

const (
	gardenDir  = "/home/mira/src/seedling"
	gardenRepo = "mira-voss/seedling"
)

const gardenPlanText = `# Watering schedule

1. Read the soil sensors every hour and keep a week of readings.
2. Water a bed when it is dry **and** no rain is expected for six hours.
3. Show the next watering beside each bed.

Tests first; no change to the database.
`

// gardenPlan is a session in plan mode: a question, a plan and its approval, todos,
// subagents in the foreground and in the background, a skill and its hooks.
func (h *home) gardenPlan() *log {
	l := newLog("Watering schedule", gardenDir, gardenRepo, "beds", "1.0.102", "claude-sonnet-4.6", day(25, 13, 30))
	l.mode = "interactive"
	l.start()
	l.hook("sessionStart", obj{"source": "new", "cwd": gardenDir}, "")
	l.put("session.mode_changed", obj{"previousMode": "interactive", "newMode": "plan"})
	l.mode = "plan"
	l.wait(6 * time.Second)
	l.prompt("Plan a watering schedule for the beds. Ask me what you need to know.", nil)
	l.says("The schedule needs two things that the code does not say: how dry is dry, and whether rain counts.", "",
		&call{tool: "task", args: obj{"description": "Find the sensor code", "agent_type": "explore", "name": "find-sensors", "mode": "sync", "prompt": "Find where soil sensors are read and which fields a reading has. Report files and lines."},
			content: "`src/sensors/soil.ts`: **readSoil** gives bed, moisture (0 to 1) and time. Nothing keeps readings.", inside: l.explore})
	l.askUser()
	l.approvePlan(h)
	l.todos(h)
	l.inBackground()
	l.skill()
	l.info("fork", "Forked this session into \"Watering by the moon\" ("+uuid("session", "Watering by the moon")+").")
	l.shutdown()
	h.save(l)
	return l
}

// todoList is session.db as the session leaves it. It says that it keeps a write-ahead log,
// and none came with it: the newest rows may be missing, which is shown.
func (h *home) todoList(l *log) error {
	db, err := database(`CREATE TABLE todos (id TEXT PRIMARY KEY, title TEXT NOT NULL, description TEXT, status TEXT DEFAULT 'pending', created_at TEXT, updated_at TEXT);
INSERT INTO todos (id, title, status) VALUES ('readings', 'Keep a week of readings', 'done'), ('rule', 'Water when dry and no rain is near', 'in_progress'), ('show', 'Show the next watering', 'pending');`)
	if err != nil {
		return err
	}
	db[18], db[19] = 2, 2 // write and read version of a database in WAL mode
	h.files[l.dir()+"session.db"] = db
	return nil
}

func (l *log) hook(kind string, input obj, failure string) {
	id := uuid(l.id, "hook", l.n)
	l.put("hook.start", obj{"hookInvocationId": id, "hookType": kind, "input": input})
	end := obj{"hookInvocationId": id, "hookType": kind, "success": failure == ""}
	if failure != "" {
		end["error"] = obj{"message": failure, "source": "hooks/notify.json"}
	}
	l.put("hook.end", end)
}

// subagent writes what an agent of its own does between its start and its end. The words
// and calls in between are its own.
func (l *log) subagent(kind, name, what, mode, task string, work func()) {
	call, exchange, turn, model := "call_"+hashOf(l.id + number(l.calls))[:24], l.exchange, l.turn, l.model
	l.agent = uuid(l.id, "agent", l.n)
	l.model = "gpt-5.4-mini"
	l.put("subagent.started", obj{"toolCallId": call, "agentName": kind, "agentDisplayName": name, "agentDescription": what, "model": l.model, "agentType": kind, "executionMode": mode, "resumable": mode == "background"})
	l.under = call
	before := l.calls
	l.prompt(task, nil)
	work()
	l.under = ""
	l.put("subagent.completed", obj{"toolCallId": call, "agentName": kind, "agentDisplayName": name, "model": l.model, "totalToolCalls": l.calls - before, "totalTokens": 8126, "durationMs": 9400})
	l.agent, l.exchange, l.turn, l.model = "", exchange, turn, model
}

func (l *log) explore() {
	l.subagent("explore", "find-sensors", "Find the sensor code", "sync", "Find where soil sensors are read and which fields a reading has. Report files and lines.", func() {
		l.says("", "", &call{tool: "rg", args: obj{"pattern": "moisture", "paths": []string{"src"}, "output_mode": "content"}, content: "src/sensors/soil.ts:12:  moisture: number // 0 to 1\nsrc/beds/Bed.tsx:31:  {bed.moisture}"},
			view(gardenDir+"/src/sensors/soil.ts", "export interface Reading {\n  bed: string\n  moisture: number // 0 to 1\n  at: Date\n}\n", 10, 14))
		l.says("", "`src/sensors/soil.ts`: **readSoil** gives bed, moisture (0 to 1) and time. Nothing keeps readings.")
	})
}

func (l *log) askUser() {
	schema := obj{"type": "object", "required": []string{"rain"}, "properties": obj{"rain": obj{"type": "string", "title": "Rain forecast", "enum": []string{"Ignore it", "Wait six hours", "Wait a day"}}}}
	l.says("", "", &call{tool: "ask_user", args: obj{"message": "How should expected rain count?", "requestedSchema": schema}, took: 21 * time.Second, content: "User responded: Wait six hours", detail: "User responded:\nrain: Wait six hours",
		answer: obj{"responseKind": "ask_user", "message": "How should expected rain count?", "content": obj{"rain": "Wait six hours"}, "requestedSchema": schema}})
}

func (l *log) approvePlan(h *home) {
	actions := []string{"exit_only", "interactive", "autopilot"}
	l.says("", "", l.create("/home/mira/.copilot/"+l.dir()+"plan.md", gardenPlanText, nil),
		&call{tool: "exit_plan_mode", args: obj{"summary": gardenPlanText, "actions": actions, "recommendedAction": "interactive"}, took: 48 * time.Second, content: "Plan approved! Go on with the implementation.",
			answer: obj{"responseKind": "exit_plan_mode", "approved": true, "planContent": gardenPlanText, "actions": actions, "recommendedAction": "interactive", "selectedAction": "interactive"}})
	h.put(l.dir()+"plan.md", gardenPlanText)
	l.put("session.mode_changed", obj{"previousMode": "plan", "newMode": "interactive"})
	l.mode = "interactive"
}

func (l *log) todos(h *home) {
	sql := func(what, query, result string) *call {
		return &call{tool: "sql", args: obj{"description": what, "query": query}, content: result}
	}
	l.says("", "I'll keep the steps as todos.",
		sql("Note the steps", "INSERT INTO todos (id, title, status) VALUES ('readings', 'Keep a week of readings', 'pending'), ('rule', 'Water when dry and no rain is near', 'pending'), ('show', 'Show the next watering', 'pending');", "3 row(s) inserted. Last inserted row ID: 3."),
		sql("Begin with the readings", "UPDATE todos SET status = 'in_progress' WHERE id = 'readings';", "1 row(s) updated."))
	week := gardenDir + "/src/sensors/week.ts"
	l.says("", "", l.create(week, "import type { Reading } from './soil'\n\nconst week = 7 * 24 * 60 * 60 * 1000\n\n/** Keeps the readings of the last week, oldest first. */\nexport function keep(all: Reading[], now: Date): Reading[] {\n  return all.filter((r) => now.getTime() - r.at.getTime() < week)\n}\n", allowed("write", writing(week, "Create file"), 5*time.Second)),
		sql("The readings are kept", "UPDATE todos SET status = 'done' WHERE id = 'readings'; UPDATE todos SET status = 'in_progress' WHERE id = 'rule';", "2 row(s) updated."),
		sql("Look at the list", "SELECT id, title, status FROM todos;", "3 row(s) returned:\n\n| id | title | status |\n| --- | --- | --- |\n| readings | Keep a week of readings | done |\n| rule | Water when dry and no rain is near | in_progress |\n| show | Show the next watering | pending |"))
	h.put(l.dir()+"files/readings.csv", "bed,moisture,at\nherbs,0.31,2026-11-25T12:00:00Z\nroses,0.58,2026-11-25T12:00:00Z\n")
}

func (l *log) inBackground() {
	review := &call{tool: "task", args: obj{"description": "Review the change", "agent_type": "code-review", "name": "review-week", "mode": "background", "prompt": "Review src/sensors/week.ts."}, content: "Agent started in background with agent_id: " + uuid("review") + ". You'll be notified when it completes."}
	l.says("", "A review can run meanwhile.", review)
	l.subagent("code-review", "review-week", "Review the change", "background", "Review src/sensors/week.ts.", func() {
		l.says("", "", view(gardenDir+"/src/sensors/week.ts", "export function keep(all: Reading[], now: Date): Reading[] {\n", 6, 6))
		l.says("", "One remark: a reading from the future is kept for ever.")
	})
	l.put("system.notification", obj{"content": "<system_notification>\nAgent \"review-week\" has finished.\n</system_notification>", "kind": obj{"type": "agent_completed"}})
	l.says("", "", &call{tool: "read_agent", args: obj{"agent_id": uuid("review"), "since_turn": 0}, content: "Agent is idle. status: idle, description: Review the change, total_turns: 1\n\n[Turn 0]\nOne remark: a reading from the future is kept for ever."})
	l.says("", "The review found one thing: a reading from the future would be kept for ever. I'll guard against it with the next step.")
}

func (l *log) skill() {
	l.wait(4 * time.Minute)
	l.prompt("Write the commit message the way we always do.", nil)
	l.says("", "", &call{tool: "skill", args: obj{"skill": "commit-style"}, content: "Skill \"commit-style\" loaded successfully. Follow the instructions in the skill context."})
	l.put("skill.invoked", obj{"name": "commit-style", "path": "/home/mira/.copilot/skills/commit-style/SKILL.md", "content": "One sentence that says why, then figures.", "source": "personal-copilot", "description": "How commits are written here", "trigger": "agent-invoked", "model": l.model})
	l.says("", "> Readings of a week are kept: a bed is watered by what it had, not by one sample")
	l.hook("sessionEnd", obj{"reason": "complete"}, "Hook command failed with code 3")
}

// gardenFork is a fork: the whole log of the plan under another id, and a prompt more.
func (h *home) gardenFork(of *log) *log {
	l := newLog("Watering by the moon", gardenDir, gardenRepo, "beds", "1.0.102", "gpt-5.4", day(25, 14, 20))
	l.put("session.start", obj{"sessionId": l.id, "version": 1, "producer": "copilot-agent", "copilotVersion": l.version, "startTime": stamp(l.now), "selectedModel": l.model, "context": l.context()})
	_, copied, _ := bytes.Cut(of.b.Bytes(), []byte("\n")) // all but the start, ids and times included
	l.b.Write(copied)
	l.wait(30 * time.Second)
	l.prompt("And if I water by the phases of the moon instead?", nil)
	l.says("It would be one more condition in the rule. It contradicts the sensors on dry days, and I should say so.", "It would be one more condition in the rule. On dry days it would contradict the sensors: the bed waits for the moon while it dries out.")
	l.shutdown()
	h.save(l)
	return l
}
