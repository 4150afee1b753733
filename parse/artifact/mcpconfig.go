package artifact

import "strings"

// mcpConfig is mcp-config.json: which MCP servers are started and how. Their environment
// and headers hold tokens in plain text (seed, Credentials).
var mcpConfig = Artifact{
	Name:  "mcp-config",
	Keys:  map[string]byte{"mcpServers": '{'},
	File:  "mcp-config.json",
	What:  "the MCP servers; environment, headers and tokens masked, their length shown",
	Match: func(rel string) bool { return rel == "mcp-config.json" },
	Read:  readMasked(shown("type", "command", "args", "tools", "url", "cwd", "name", "filterMapping", "deferTools")),
	Show:  showJSON,
}

// providers is providers.json: the providers and models that a user brought, with keys and
// headers (FINDINGS.md).
var providers = Artifact{
	Name:  "providers",
	Keys:  map[string]byte{},
	File:  "providers.json",
	What:  "the user's own providers and models; keys and headers masked, their length shown",
	Match: func(rel string) bool { return rel == "providers.json" },
	Read:  readMasked(shown("name", "type", "wireApi", "wireModel", "baseUrl", "id", "provider", "displayName", "apiVersion")),
	Show:  showJSON,
}

// config is config.json: state that the program manages itself. Where no keyring is at
// hand it holds the account's token (seed, Credentials).
var config = Artifact{
	Name:  "config",
	Keys:  map[string]byte{},
	File:  "config.json",
	What:  "accounts, trusted folders and recent models; tokens masked, their length shown",
	Match: func(rel string) bool { return rel == "config.json" },
	Read: readMasked(shown("host", "login", "kind", "firstLaunchAt", "trustedFolders", "trusted_folders", "recentModelIds", "loggedInUsers", "lastLoggedInUser",
		"model", "theme", "installedPlugins", "version", "marketplace", "cache_path", "enabledAt", "name")),
	Show: showJSON,
}

// secretStores are the files that hold nothing but secrets. They are never unpacked.
var secretStores = Artifact{
	Name: "secret-store",
	File: "mcp-secrets/`, `mcp-oauth-config",
	What: "listed by name and size, never unpacked: they hold nothing but secrets",
	Match: func(rel string) bool {
		return inFolder(rel, "mcp-secrets") || strings.HasPrefix(rel, "mcp-oauth-config")
	},
}

// customisation is what people and tools put beside the history: instructions, agents,
// skills, hooks, and the places where editors and servers announce themselves.
var customisation = Artifact{
	Name: "customisation",
	File: "agents/`, `skills/`, `hooks/`, `instructions/`, `copilot-instructions.md`, `ide/`, `servers/",
	What: "listed with their size",
	Match: func(rel string) bool {
		for _, folder := range [...]string{"agents", "skills", "hooks", "instructions", "ide", "servers"} {
			if inFolder(rel, folder) {
				return true
			}
		}
		return rel == "copilot-instructions.md"
	},
}
