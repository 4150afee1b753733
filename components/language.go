package components

// language is what colouring has to know of a language.
type language struct {
	comments string    // what begins a comment up to the end of the line, separated by blanks
	block    [2]string // what begins and ends a comment over lines
	quotes   string    // the quotes of a string within a line
	long     string    // the quotes of a string over lines, separated by blanks
	words    string    // keywords, separated by blanks
	key      byte      // what follows a name that is a key: ':' or '=', 0 for nothing
	anyCase  bool      // keywords in any case, in lower case here
	tags     bool      // markup
	lines    string    // the beginnings of lines that are headings as a whole, separated by blanks
}

const cLike = "break case continue default do else enum extern for goto if return sizeof static struct switch typedef union void volatile while const int char long short float double unsigned signed bool true false NULL nullptr "
const sqlWords = "select from where and or not in is null like between insert into values update set delete create table view index drop alter add primary key foreign references unique join left right inner outer on group by order having limit offset as distinct case when then else end union all exists begin commit rollback default text integer blob real pragma if with"
const jsWords = "as async await break case catch class const continue debugger default delete do else enum export extends false finally for from function if implements import in instanceof interface let new null of package private protected public return static super switch this throw true try type typeof undefined var void while with yield readonly declare namespace abstract keyof never unknown any string number boolean"

var slashes = language{comments: "//", block: [2]string{"/*", "*/"}, quotes: `"'`}

func family(words, long string) language {
	l := slashes
	l.words, l.long = words, long
	return l
}

// languages by name; names are also the endings of files.
var languages = map[string]language{
	"go":         family("break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var nil true false iota any bool byte error int int32 int64 rune string uint8 uint32 uint64 float64 make new len cap append panic", "`"),
	"js":         family(jsWords, "`"),
	"rust":       family("as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut pub ref return self Self static struct super trait true type unsafe use where while i32 i64 u8 u32 u64 usize bool str String Option Some None Result Ok Err Vec", ""),
	"java":       family("abstract assert boolean break byte case catch char class const continue default do double else enum extends final finally float for if implements import instanceof int interface long native new null package private protected public record return short static super switch synchronized this throw throws transient true false try var void volatile while", `"""`),
	"c":          family(cLike+"auto catch class constexpr delete explicit friend inline mutable namespace new noexcept operator override private protected public template this throw try typename using virtual", ""),
	"csharp":     family(cLike+"abstract as async await base catch class decimal delegate event explicit finally foreach get in interface internal is lock namespace new null object out override params private protected public readonly record ref sealed set string this throw try typeof using var virtual where yield", `"""`),
	"python":     {comments: "#", quotes: `"'`, long: `""" '''`, words: "and as assert async await break class continue def del elif else except False finally for from global if import in is lambda match None nonlocal not or pass raise return self True try while with yield"},
	"ruby":       {comments: "#", quotes: "\"'`", words: "alias and begin break case class def defined? do else elsif end ensure false for if in module next nil not or redo rescue retry return self super then true undef unless until when while yield require attr_reader attr_accessor puts"},
	"bash":       {comments: "#", long: `" '`, words: "if then else elif fi for while until do done case esac in function return local export readonly declare set unset shift exit cd echo source trap eval exec test true false"},
	"powershell": {comments: "#", block: [2]string{"<#", "#>"}, long: `" '`, anyCase: true, words: "begin break catch class continue do dynamicparam else elseif end exit filter finally for foreach function if in param process return switch throw trap try until using while"},
	"sql":        {comments: "--", block: [2]string{"/*", "*/"}, long: `' "`, anyCase: true, words: sqlWords},
	"css":        {block: [2]string{"/*", "*/"}, quotes: `"'`, key: ':'},
	"json":       {comments: "//", block: [2]string{"/*", "*/"}, quotes: `"`, key: ':', words: "true false null"},
	"yaml":       {comments: "#", quotes: `"'`, key: ':', words: "true false null yes no"},
	"toml":       {comments: "# ;", quotes: `"'`, long: `""" '''`, key: '=', words: "true false", lines: "["},
	"make":       {comments: "#", key: ':', words: "ifeq ifneq ifdef ifndef else endif include define endef export"},
	"dockerfile": {comments: "#", quotes: `"'`, anyCase: true, words: "from as run cmd label maintainer expose env add copy entrypoint volume user workdir arg onbuild stopsignal healthcheck shell"},
	"html":       {block: [2]string{"<!--", "-->"}, tags: true},
	"markdown":   {long: "```", quotes: "`", lines: "# ## ### #### ##### ###### >"},
}

// named are the other names of languages: endings of files and words of fences.
var named = map[string]string{
	"golang": "go", "mod": "go", "javascript": "js", "mjs": "js", "cjs": "js", "jsx": "js", "ts": "js", "tsx": "js", "typescript": "js", "jsonc": "json", "json5": "json", "jsonl": "json", "webmanifest": "json",
	"rs": "rust", "kt": "java", "kotlin": "java", "swift": "java", "scala": "java", "h": "c", "cc": "c", "cpp": "c", "cxx": "c", "hpp": "c", "c++": "c", "m": "c", "proto": "c", "cs": "csharp", "c#": "csharp",
	"py": "python", "python3": "python", "pyi": "python", "rb": "ruby", "gemfile": "ruby", "rakefile": "ruby", "sh": "bash", "shell": "bash", "zsh": "bash", "bashrc": "bash", "console": "bash", "ps1": "powershell", "psm1": "powershell", "pwsh": "powershell",
	"sqlite": "sql", "scss": "css", "less": "css", "yml": "yaml", "ini": "toml", "cfg": "toml", "conf": "toml", "properties": "toml", "makefile": "make", "mk": "make", "docker": "dockerfile",
	"htm": "html", "xml": "html", "svg": "html", "vue": "html", "xhtml": "html", "templ": "go", "csproj": "html", "md": "markdown", "mdx": "markdown",
}
