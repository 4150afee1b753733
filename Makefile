# Needs Go, git and make. The end-to-end tests also need Chromium; see .ci/chromium.

PAGE  := dist/index.html
TIME  := 60s
TEMPL  = github.com/a-h/templ/cmd/templ@$(shell go list -m -f '{{.Version}}' github.com/a-h/templ)

.DEFAULT_GOAL := help
.PHONY: help build run command generate test check size shots bench bench-gate hostile fuzz clean

help: ## these lines
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-8s %s\n", $$1, $$2}' Makefile

# Always built: Go's cache makes it quick, and a stale page under test would be worse than the wait.
build: ## the one page, dist/index.html
	go run ./cmd/flightlog site -o $(PAGE)

run: build ## build the page and serve it on this machine only
	go run ./cmd/flightlog serve --page $(PAGE)

# The program of the sandbox is the same command, compiled for wasip1, and stands inside it.
command: ## the command with its sandbox, dist/flightlog
	GOOS=wasip1 GOARCH=wasm go build -trimpath -buildvcs=false -ldflags '-s -w' -o cmd/flightlog/flightlog.wasm ./cmd/flightlog
	go build -tags sandbox -trimpath -buildvcs=false -ldflags '-s -w' -o dist/flightlog ./cmd/flightlog

# From the root: the generated files hold the path of their template as seen from here.
generate: ## the Go files that come from templates, and the licences of what stands in the page
	go run $(TEMPL) generate -include-version=false
	go run ./cmd/notices

test: build ## every test: unit, golden, fuzz seeds, and the page in Chromium
	@CHROMIUM="$$(.ci/chromium)" && FIREFOX="$$(.ci/firefox)" && export CHROMIUM FIREFOX && go run ./cmd/testall . cmd/e2e

check: ## formatting, vet, modules, generated files, arrows and lints
	@echo gofmt -l .; files="$$(gofmt -l .)" || exit 1; test -z "$$files" || { echo "gofmt would change:"; echo "$$files"; exit 1; }
	go vet ./...
	GOOS=js GOARCH=wasm go vet ./parse/... ./components/... ./wasm/...
	cd cmd/e2e && go vet ./...
	go mod tidy -diff
	cd cmd/e2e && go mod tidy -diff
	@$(MAKE) --no-print-directory generate
	@files="$$(git status --porcelain --untracked-files=all -- '*_templ.go' web/notices.txt)" || exit 1; \
		test -z "$$files" || { echo "generated files differ from what is committed:"; echo "$$files"; exit 1; }
	go test -count=1 -run Arrows ./parse
	go run ./cmd/lint

size: ## what the page weighs, part by part, against its limits
	@go run ./cmd/flightlog site -o $(PAGE) >/dev/null # it would print the same figures
	@go run ./cmd/flightlog size --page $(PAGE)

shots: build ## screenshots of every view, into shots/
	@CHROMIUM="$$(.ci/chromium)" && export CHROMIUM && cd cmd/e2e && SHOTS="$(CURDIR)/shots" go test -timeout 30m -count=1 -run Shots -v .

bench: ## how fast it is, in Chromium and natively, beside its rivals
	@CHROMIUM="$$(.ci/chromium)" && export CHROMIUM && cd cmd/e2e && BENCH=1 go test -count=1 -timeout 60m -run 'TestBench' -v .

bench-gate: ## the ratios and counts that hold it
	GATE=1 go test -count=1 -run 'TestGate$$|TestSkippedTrees' -v ./parse
	@CHROMIUM="$$(.ci/chromium)" && export CHROMIUM && cd cmd/e2e && GATE=1 go test -count=1 -timeout 30m -run 'TestGate' -v .

hostile: ## every hostile input in the page and in the sandbox, one by one
	@CHROMIUM="$$(.ci/chromium)" && export CHROMIUM && cd cmd/e2e && HOSTILE=1 go test -count=1 -timeout 40m -run 'TestEndure$$' -v .

# Minimizing is bounded: it would eat a short run whole. A failure does not keep the targets
# behind it from running. TOTAL=3600 shares so many seconds among all of them.
fuzz: ## every fuzz target in turn, TIME each: make fuzz TIME=60s
	@list="$$(for p in $$(go list ./parse/... ./components ./wasm/viewer/... ./cmd/...); do for f in $$(go test -list '^Fuzz' $$p | grep '^Fuzz'); do echo "$$p:$$f"; done; done)"; \
	time=$(TIME); if [ -n "$(TOTAL)" ]; then time=$$(($(TOTAL) / $$(echo "$$list" | wc -l)))s; fi; failed=; \
	for t in $$list; do echo "$${t%:*} $${t##*:}"; \
		go test -run '^$$' -fuzz "^$${t##*:}\$$" -fuzztime $$time -fuzzminimizetime 5x $${t%:*} || failed="$$failed $$t"; done; \
	test -z "$$failed" || { echo "failed:$$failed"; exit 1; }

clean: ## remove what was built
	rm -rf dist shots
