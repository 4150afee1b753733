package event

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"flightlog/parse/timeline"
)

// keys are the data keys of every understood type: of all schema versions, and of the
// model.* events, which are in none, as the format document's sample has them.
var keys = map[string]string{
	"abort":                             "reason",
	"assistant.message":                 "messageId originatingMessageId model providerId content toolRequests reasoningOpaque reasoningText reasoningWireField encryptedContent phase chunkIndex chunkCount outputTokens interactionId requestId clientRequestId serviceRequestId rte apiCallId serverTools reasoningBlocks turnId parentToolCallId citations fusion chunkContent totalResponseSizeBytes",
	"assistant.reasoning":               "reasoningId content rte chunkContent",
	"assistant.turn_end":                "turnId model parentToolCallId",
	"assistant.turn_start":              "turnId model interactionId parentToolCallId",
	"custom_agent.completed":            "toolCallId agentName",
	"custom_agent.failed":               "toolCallId agentName error",
	"custom_agent.selected":             "agentName agentDisplayName tools",
	"custom_agent.started":              "toolCallId agentName agentDisplayName agentDescription",
	"hook.end":                          "hookInvocationId hookType output success error parentToolCallId",
	"hook.start":                        "hookInvocationId hookType input parentToolCallId",
	"human_response.recorded":           "requestId toolCallId actor response",
	"model.captured_assignment_context": "kind assignmentContext",
	"model.message":                     "callId kind message modelCall turn",
	"model.messages_snapshot":           "kind messages",
	"model.model_call_started":          "kind model modelInfo timestampMs turn",
	"model.model_call_success":          "callId kind modelCall copilotUsage quotaSnapshots provider modelCallDurationMs turn",
	"model.response":                    "callId kind response modelCall turn",
	"model.turn_ended":                  "kind model modelInfo timestampMs turn",
	"model.turn_started":                "kind model modelInfo timestampMs turn",
	"permission.carriedForward":         "requestId toolCallId recordId decisionSource",
	"permission.completed":              "requestId toolCallId recoveryEpisodeId blocker result decisionSource",
	"permission.requested":              "requestId permissionRequest promptRequest permissionMode agentMode ownerSessionId ownerAgentId riskAssessment resolvedByHook recoveryEpisodeId fusion",
	"session.auto_mode_resolved":        "chosenModel reasoningBucket categoryScores predictedLabel confidence candidateModels routingMethod availableModels fallback fallbackReason selectionReason stickyOverride routerLatencyMs endToEndLatencyMs chosenShortfall hasImage",
	"session.compaction_complete":       "success outcome outcomeReason failureReason compactionAttemptId model initialModel error preCompactionTokens postCompactionTokens preCompactionMessagesLength messagesRemoved tokensRemoved tokenAccountingBasis customInstructions summaryContent responsesReasoning activeWorkflowSummary behaviorModelId checkpointNumber checkpointPath compactionTokensUsed requestId serviceRequestId systemTokens conversationTokens toolDefinitionsTokens statusCode tokenLimit targetPromptTokenLimit switchTargetModel trigger",
	"session.compaction_start":          "compactionAttemptId model systemTokens conversationTokens toolDefinitionsTokens currentTokens tokenLimit targetPromptTokenLimit switchTargetModel trigger",
	"session.context_changed":           "cwd gitRoot repository hostType repositoryHost branch headCommit baseCommit pendingGitContext",
	"session.error":                     "originatingMessageId errorType errorCode providerErrorType providerErrorParam eligibleForAutoSwitch message remediation stack statusCode providerCallId serviceRequestId url",
	"session.handoff":                   "handoffTime sourceType repository context summary remoteSessionId host",
	"session.info":                      "infoType message url tip",
	"session.mode_changed":              "previousMode newMode",
	"session.model_change":              "previousModel newModel providerId previousProviderId previousReasoningEffort reasoningEffort reasoningEffortModel reasoningEffortManaged previousReasoningSummary reasoningSummary previousVerbosity verbosity contextTier contextTierManaged cause source previousAutoTier autoTier autoTierManaged",
	"session.permissions_changed":       "previousMode mode assistedApprovalModel previousAllowAllPermissions allowAllPermissions previousAllowAllPermissionMode allowAllPermissionMode",
	"session.resume":                    "resumeTime eventCount eventsFileSizeBytes selectedModel providerId reasoningEffort reasoningEffortModel reasoningEffortManaged reasoningSummary verbosity contextTier contextTierManaged autoTier autoTierManaged sessionLimits context alreadyInUse sessionWasActive remoteSteerable continuePendingWork",
	"session.schedule_cancelled":        "id",
	"session.schedule_created":          "id intervalMs cron tz at prompt recurring selfPaced displayPrompt origin",
	"session.shutdown":                  "toolUsageRequestIds accountingSnapshot providerModelMetrics usageAccountingWatermarks shutdownType errorReason totalPremiumRequests totalNanoAiu tokenDetails totalApiDurationMs sessionStartTime eventsFileSizeBytes codeChanges modelMetrics agentMetrics currentModel currentTokens systemTokens conversationTokens toolDefinitionsTokens",
	"session.start":                     "sessionId version producer copilotVersion startTime selectedModel providerId reasoningEffort reasoningEffortModel reasoningEffortManaged reasoningSummary verbosity contextTier contextTierManaged autoTier autoTierManaged sessionLimits context githubMcpToolConfig alreadyInUse remoteSteerable detachedFromSpawningParentSessionId",
	"session.task_complete":             "summary success outcome reason objectiveId blocker",
	"session.truncation":                "tokenLimit preTruncationTokensInMessages preTruncationMessagesLength postTruncationTokensInMessages postTruncationMessagesLength tokensRemovedDuringTruncation messagesRemovedDuringTruncation performedBy",
	"session.usage_checkpoint":          "toolUsageRequestIds totalNanoAiu accountingSnapshot providerModelMetrics usageAccountingWatermarks totalPremiumRequests modelCacheState promptCacheBreakState",
	"session.usage_record":              "usage",
	"session.warning":                   "warningType message originatingMessageId url remediation",
	"skill.invoked":                     "name invokedAtTurn model path content allowedTools disableModelInvocation source pluginName pluginVersion description trigger",
	"subagent.completed":                "toolCallId agentName agentDisplayName model firstDispatchedModel configuredModelPreference explicitModelOverride explicitModelMatchesPreference modelOverrideReason modelSelectionSource configuredModelMatchesActual totalToolCalls totalTokens durationMs cancelled",
	"subagent.configured":               "model reasoningEffort contextTier multiTurn",
	"subagent.deselected":               "",
	"subagent.failed":                   "toolCallId agentName agentDisplayName error model firstDispatchedModel configuredModelPreference explicitModelOverride explicitModelMatchesPreference modelOverrideReason modelSelectionSource configuredModelMatchesActual totalToolCalls totalTokens durationMs",
	"subagent.selected":                 "agentName agentDisplayName tools",
	"subagent.started":                  "toolCallId agentName agentDisplayName agentDescription model taskModelSource modelSelectionSource workflowRunId parentId resumable agentType executionMode",
	"system.message":                    "content contentBlocks interactionId role name metadata",
	"system.notification":               "content kind responsesReasoning",
	"tool.execution_complete":           "toolCallId success model toolUsage mcpMeta interactionId rte isUserRequested result error toolTelemetry turnId toolDescription sandboxed shellExecution fileEdits parentToolCallId fusion",
	"tool.execution_start":              "toolCallId toolName toolTitle arguments shellToolInfo model rte mcpServerName mcpConfigServerName mcpToolName mcpTransport mcpConfigSource turnId displayVerbatim toolDescription parentToolCallId fusion",
	"tool.user_requested":               "toolCallId toolName arguments",
	"user.message":                      "content responsesReasoning messageId transformedContent attachments supportedNativeDocumentMimeTypes nativeDocumentPathFallbackPaths source delivery agentMode isAutopilotContinuation interactionId turnId parentAgentTaskId",
}

// shapes are the keys whose value is no string, with one that the CLI writes.
var shapes = map[string]string{
	"toolRequests": `[{"toolCallId":"c1","name":"bash","arguments":{"command":"ls"},"type":"function"}]`, "success": "true",
	"arguments": `{"command":"ls"}`, "result": `{"kind":"approved","content":"out","detailedContent":"longer out"}`, "error": `{"code":"failure","message":"no"}`,
	"permissionRequest": `{"kind":"shell","toolCallId":"c1","fullCommandText":"ls","intention":"List"}`, "context": `{"cwd":"/srv","branch":"main"}`,
	"usage": `{"model":"m","inputTokens":1}`, "codeChanges": `{"filesModified":["a"],"linesAdded":1,"linesRemoved":2}`, "shellExecution": `{"exitCode":3}`,
	"modelCall": `{"model":"m"}`, "message": `{"content":"text"}`, "reasoningBlocks": `{"blocks":[{"summary":[{"type":"t","text":"why"}]}]}`, "statusCode": "429",
	"response": `{"responseKind":"ask_user","content":"yes"}`, "preCompactionTokens": "90000", "postCompactionTokens": "1", "messagesRemoved": "2", "totalToolCalls": "1",
	"messagesRemovedDuringTruncation": "3", "isUserRequested": "true", "isAutopilotContinuation": "false", "id": "1", "input": "{}", "tools": `["a"]`,
}

// flavours give the value of a key in ways in which a log may hold it.
var flavours = []struct {
	name  string
	value func(key string) string
}{
	{"as written", func(k string) string {
		if v, ok := shapes[k]; ok {
			return v
		}
		return `"` + k + `"`
	}},
	{"strings", func(k string) string { return `"the ` + k + `"` }},
	{"nulls", func(string) string { return "null" }},
	{"numbers", func(string) string { return "-1.5e3" }},
	{"booleans", func(string) string { return "false" }},
	{"empty strings", func(string) string { return `""` }},
	{"blank strings", func(string) string { return `" \n\t"` }},
	{"arrays", func(string) string { return `[1,"x",null,{"toolCallId":7}]` }},
	{"objects", func(string) string { return `{"toolCallId":{},"kind":[],"content":0,"message":null,"":""}` }},
}

// TestEveryType decodes every understood type with all its keys, with none and without
// data, and in every kind of value: it keeps its type and kind, says something, and
// leaves the bytes alone.
func TestEveryType(t *testing.T) {
	for _, typ := range Types() {
		list, ok := keys[typ]
		if !ok {
			t.Errorf("%s is registered: add its keys to the table of this test", typ)
			continue
		}
		lines := map[string]string{"without data": fmt.Sprintf(`{"type":%q}`, typ), "null data": fmt.Sprintf(`{"type":%q,"data":null,"id":null,"agentId":null,"timestamp":null}`, typ),
			"empty data": fmt.Sprintf(`{"type":%q,"data":{}}`, typ), "a string for data": fmt.Sprintf(`{"type":%q,"data":"text"}`, typ)}
		for _, f := range flavours {
			var members []string
			for _, k := range strings.Fields(list) {
				members = append(members, fmt.Sprintf("%q:%s", k, f.value(k)))
			}
			lines[f.name] = fmt.Sprintf(`{"timestamp":"2026-10-01T09:00:00.000Z","data":{%s},"type":%q}`, strings.Join(members, ","), typ)
		}
		for name, line := range lines {
			sound(t, typ+", "+name, line, typ)
		}
	}
	for typ := range keys {
		if !slices.Contains(Types(), typ) {
			t.Errorf("the table names %s, which is not registered", typ)
		}
	}
}

// sound decodes a line of a type and asks for all its words.
func sound(t *testing.T, name, line, typ string) {
	t.Helper()
	in := []byte(line)
	r := NewRecord(64)
	var e timeline.Event
	var l timeline.Links
	if err := r.Decode(in, &e, &l); err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	if e.Type != typ || e.Kind != registry[typ].Kind {
		t.Errorf("%s: became %s of kind %s", name, e.Type, e.Kind)
	}
	if s := r.Summary(); strings.TrimSpace(s.Text) == "" || strings.ContainsAny(s.Text, "\n\r") {
		t.Errorf("%s: its line says %q", name, s.Text)
	}
	r.Blocks()
	for _, p := range []Parts{{Request: r}, {Start: r}, {Result: r}, {Request: r, Start: r, Result: r, Slot: 5}} {
		for _, tool := range []string{"", "bash", "edit", "create", "apply_patch", "task"} {
			if p.Summary(tool).Text == "" {
				t.Errorf("%s: a call of %q says nothing", name, tool)
			}
			p.Blocks(tool)
		}
	}
	if !bytes.Equal(in, []byte(line)) {
		t.Errorf("%s: decoding changed the line", name)
	}
	if !json.Valid(in) {
		t.Errorf("%s: the test wrote no JSON: %s", name, line)
	}
}

// TestUnknownType: a type without a stanza is kept under its own name.
func TestUnknownType(t *testing.T) {
	for _, typ := range []string{"someday.invented", "model.someday", "user.Message", strings.Repeat("long ", 300)} {
		r := NewRecord(64)
		var e timeline.Event
		var l timeline.Links
		line, _ := json.Marshal(map[string]any{"type": typ, "data": map[string]any{"a": 1, "toolCallId": "c"}, "agentId": "agent"})
		if err := r.Decode(line, &e, &l); err != nil || e.Type != typ || e.Kind != timeline.Unknown || l.Part != timeline.NoPart || string(l.Agent) != "agent" {
			t.Errorf("%.30q: %v, %.30q of kind %s, links %+v", typ, err, e.Type, e.Kind, l)
		}
		if s := r.Summary().Text; s == "" || len(s) > 4*lineRunes {
			t.Errorf("%.30q: its line has %d bytes", typ, len(s))
		}
	}
}
