package event

import "strings"

// streamed names the types that the producer's schemas mark as ephemeral, by family: they
// go to whoever listens while the CLI runs, and are not meant for the log. One that stands
// in a log all the same is kept and shown raw.
var streamed = streamedTypes(map[string]string{
	"agent":                    "interrupted",
	"assistant":                "fusion_phase_activity fusion_phase_started idle intent message_delta message_start reasoning_delta server_tool_progress streaming_delta tool_call_delta turn_retry usage",
	"auto_mode_switch":         "completed requested",
	"capabilities":             "changed",
	"command":                  "completed execute queued",
	"commands":                 "changed",
	"elicitation":              "completed requested",
	"exit_plan_mode":           "completed requested",
	"external_tool":            "completed",
	"factory":                  "run_updated",
	"hook":                     "progress",
	"mcp":                      "headers_refresh_completed headers_refresh_required oauth_completed oauth_required",
	"mcp.prompts":              "list_changed",
	"mcp.resources":            "list_changed",
	"mcp.tools":                "list_changed",
	"mcp_app":                  "tool_call_complete",
	"model":                    "call_failure call_final_result call_finished call_start",
	"pending_messages":         "modified",
	"":                         "prompt_cache_break",
	"sampling":                 "completed requested",
	"sandbox":                  "decision",
	"session":                  "auto_tier_recommendation auto_tier_switch_failed autopilot_stopped background_tasks_changed custom_agents_updated custom_notification extensions_loaded fusion_route_started idle indexed_search managed_plugin_progress managed_settings_enforced managed_settings_resolved mcp_server_needs_reconnect mcp_server_removed mcp_server_status_changed mcp_server_tools_loaded mcp_servers_loaded memory_changed quota_observation skills_loaded snapshot_rewind title_changed todos_changed tools_updated usage_info",
	"session.canvas":           "closed opened registry_changed unavailable",
	"session.extensions":       "attachments_pushed",
	"session_limits_exhausted": "completed requested",
	"tool":                     "execution_partial_result execution_progress shell_output",
	"ui":                       "ephemeral_query",
	"user_input":               "completed requested",
	"workflow":                 "run_settled run_started run_updated",
})

func streamedTypes(families map[string]string) map[string]bool {
	out := map[string]bool{}
	for family, names := range families {
		for _, name := range strings.Fields(names) {
			out[strings.TrimPrefix(family+"."+name, ".")] = true
		}
	}
	return out
}

// StreamedOnly reports that a type is known and not meant for the log.
func StreamedOnly(eventType string) bool { return streamed[eventType] }
