# What can be done with rssium. `make help` lists it.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := all
.NOTPARALLEL:

PREFIX ?= /usr/local
DESTDIR ?=

RELEASE := .build/release
SOURCES := Package.swift $(shell find Sources -type f)

# Where what is installed lies below PREFIX: where man and the shells look for it.
BINARY := bin/rssium
MAN := share/man/man1
BASH_COMPLETION := share/bash-completion/completions/rssium
ZSH_COMPLETION := share/zsh/site-functions/_rssium
FISH_COMPLETION := share/fish/vendor_completions.d/rssium.fish
DOC := share/doc/rssium

# One program with the Swift runtime inside and no symbols; on a Mac the runtime is part of the system. The C++ library
# that the runtime is written with comes along where there is one to link, found in a folder that has no other one: to
# look its symbols up takes a fifth of the time of a start. Nothing looks up ours.
#
# The folder that it is built in leaves no trace: the same sources give the same bytes, see `make check-reproducible`. What
# debuggers need contains its path, and so do the sums by which the compiler knows what it need not compile again. Libraries
# are looked for where the system has them, not beside the program first. With a section for each function, the linker
# leaves out what nothing calls. The metadata of types comes from functions: looking it up by name takes a twentieth of the
# work of a refresh that finds nothing new.
#
# Debian's Swift 6.0 crashes in one of its optimizations, which is left out. Its linker protects what it has relocated; GNU's
# does not where Swift is linked.
SWIFT_6_0_FLAGS = $(if $(findstring Swift version 6.0,$(shell swift --version 2>/dev/null)),-Xswiftc -Xfrontend -Xswiftc -enable-copy-propagation=false -Xswiftc -use-ld=lld)
RELEASE_FLAGS = -c release -debug-info-format none --disable-local-rpath \
	-Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen \
	-Xswiftc -Xfrontend -Xswiftc -function-sections \
	-Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors $(SWIFT_6_0_FLAGS)
# libxml2 is opened when it is first needed. Its file for pkg-config would also link it, and every start would load it:
# SwiftPM puts the libraries of pkg-config before `--as-needed`. So the release is built with a copy of that file that
# names only the headers.
#
# LINK=1 links libxml2 and libcurl after all, for distributions that look for what a program needs among what it links.
# Each command starts some milliseconds later.
HEADERS := $(CURDIR)/.build/pkgconfig
ifeq ($(shell uname -s),Linux)
RELEASE_FLAGS += --static-swift-stdlib --pkg-config-path $(HEADERS) -Xlinker -s -Xlinker --no-export-dynamic
ifneq ($(LINK),)
RELEASE_FLAGS += -Xlinker --no-as-needed -Xlinker -lxml2 -Xlinker -lcurl
endif
cxx-library = $(wildcard $(shell cc -print-file-name=libstdc++.$(1) 2>/dev/null || clang -print-file-name=libstdc++.$(1)))
CXX_LIBRARY := $(call cxx-library,a)
CXX_MISSING = $(if $(CXX_LIBRARY)$(call cxx-library,so),, g++)
# To build for another kind of machine takes the folder of a Debian for it: see Resources/packaging/cross.sh.
ifneq ($(MACHINE),)
RELEASE_FLAGS += --triple $(MACHINE)-unknown-linux-gnu --sdk $(SYSTEM) \
	-Xswiftc -sdk -Xswiftc $(SYSTEM) -Xswiftc -resource-dir -Xswiftc $(SYSTEM)/usr/libexec/swift/lib/swift_static \
	-Xswiftc -use-ld=lld -Xcc --sysroot=$(SYSTEM) \
	-Xswiftc -Xclang-linker -Xswiftc --sysroot=$(SYSTEM) -Xswiftc -Xclang-linker -Xswiftc --gcc-toolchain=$(SYSTEM)/usr
CXX_LIBRARY := $(wildcard $(SYSTEM)/usr/lib/gcc/$(MACHINE)-linux-gnu/*/libstdc++.a)
endif
ifneq ($(CXX_LIBRARY),)
STATIC := $(CURDIR)/.build/static
RELEASE_FLAGS += -Xswiftc -L$(STATIC)
endif
endif

# Its configuration is .swift-format.
FORMATTED := --recursive --parallel Package.swift Sources Tests Bench

.PHONY: all
all: swift needed static ## the program, built for release: .build/release/rssium (LINK=1: with libxml2 and libcurl linked)
	@swift build $(RELEASE_FLAGS) --product rssium

.PHONY: static
static: needed
	@$(if $(STATIC),mkdir -p $(STATIC) && ln -sf $(CXX_LIBRARY) $(STATIC)/libstdc++.a)
	@mkdir -p $(HEADERS)
	@sed '/^Libs/d' "$$(pkg-config --variable=pcfiledir libxml-2.0)/libxml-2.0.pc" > $(HEADERS)/libxml-2.0.pc

# Nothing is built where the program is newer than its sources: so `sudo make install` needs no Swift.
$(RELEASE)/rssium: $(SOURCES)
	@$(MAKE) --no-print-directory all

$(RELEASE)/demo-server: $(SOURCES) $(shell find Tests/DemoServer Tests/TestSupport -name '*.swift')
	@$(MAKE) --no-print-directory needed static
	@swift build $(RELEASE_FLAGS) --product demo-server

.PHONY: install
install: $(RELEASE)/rssium ## puts program, manual pages, completions and docs into PREFIX (/usr/local), below DESTDIR
	@program=$(RELEASE)/rssium; made=$$(mktemp -d); trap 'rm -rf "$$made"' EXIT; \
	mkdir "$$made/man"; \
	"$$program" help --man > "$$made/man/rssium.1"; \
	for command in $$("$$program" completions fish -- '' | cut -f 1); do \
		"$$program" help --man "$$command" > "$$made/man/rssium-$$command.1"; \
	done; \
	for shell in bash zsh fish; do "$$program" completions "$$shell" > "$$made/$$shell"; done; \
	put() { install -d "$$(dirname "$$3")"; install -m "$$1" "$$2" "$$3"; echo "$$3"; }; \
	to="$(DESTDIR)$(PREFIX)"; \
	put 755 "$$program" "$$to/$(BINARY)"; \
	for page in "$$made"/man/*; do put 644 "$$page" "$$to/$(MAN)/$${page##*/}"; done; \
	put 644 "$$made/bash" "$$to/$(BASH_COMPLETION)"; \
	put 644 "$$made/zsh" "$$to/$(ZSH_COMPLETION)"; \
	put 644 "$$made/fish" "$$to/$(FISH_COMPLETION)"; \
	for document in *.md LICENSE docs/*.md docs/*.svg; do put 644 "$$document" "$$to/$(DOC)/$$document"; done

.PHONY: uninstall
uninstall: ## takes away what `install` put there
	cd "$(DESTDIR)$(PREFIX)" && rm -f $(BINARY) $(MAN)/rssium.1 $(MAN)/rssium-*.1 $(BASH_COMPLETION) $(ZSH_COMPLETION) $(FISH_COMPLETION)
	cd "$(DESTDIR)$(PREFIX)" && rm -rf $(DOC)

PACKAGING := Resources/packaging

# ARCH=arm64 in the next targets: for another kind of machine than this one.
override ARCH := $(filter-out $(shell dpkg --print-architecture 2>/dev/null),$(ARCH))
CROSS := $(if $(ARCH),$(PACKAGING)/cross.sh $(ARCH))
export MAINTAINER

.PHONY: deb
deb: ## the package for Debian: .build/dist/rssium_VERSION_ARCH.deb (MAINTAINER='Name <address>'; ARCH=arm64, as root)
	@$(if $(ARCH),$(CROSS) deb,$(PACKAGING)/deb.sh)

.PHONY: dist
dist: ## the archive for any Linux, and the sums of all packages: .build/dist (ARCH=arm64, as root)
	@$(if $(ARCH),$(CROSS) dist,$(PACKAGING)/tarball.sh)

.PHONY: recipes
recipes: ## the recipes for Arch, Homebrew and Nix: .build/dist/recipes
	@$(PACKAGING)/recipes.sh

.PHONY: check-reproducible
check-reproducible: swift needed ## builds the packages twice from clean clones, and compares their bytes
	@$(PACKAGING)/check-reproducible.sh

.PHONY: check-release
check-release: deb dist $(if $(ARCH),,$(RELEASE)/demo-server) ## tries the packages in a minimal Debian, as its users would (as root; ARCH=arm64)
	@$(if $(ARCH),$(CROSS) demo-server)
	@$(PACKAGING)/check-release.sh $(ARCH)

.PHONY: check-debian13
check-debian13: ## builds on a bare Debian 13 with its own Swift, and tries the packages there (as root, with debootstrap; DEBIAN_MIRROR=URL)
	@$(PACKAGING)/check-debian13.sh

# $(call need-swift,WHAT,MINOR): ends where Swift is older than 6.MINOR.
define need-swift
version=$$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\)\.\([0-9]*\).*/\1 \2/p' || true); \
read -r major minor <<< "$${version:-0 0}"; \
if (( major < 6 || (major == 6 && minor < $(2)) )); then \
	found=$$( (( major == 0 )) && echo 'none was found' || echo "this is $$major.$$minor"); \
	echo "$(1) Swift 6.$(2) or newer, and $$found: get it at https://www.swift.org/install" >&2; \
	exit 1; \
fi
endef

.PHONY: swift swift-tests
swift:
	@$(call need-swift,rssium needs,0)
swift-tests:
	@$(call need-swift,tests and benchmarks need,2)

# $(find-missing): the packages of Debian that the build needs and the system lacks.
define find-missing
missing='$(CXX_MISSING)'; \
command -v pkg-config >/dev/null || missing+=' pkg-config'; \
pkg-config --exists sqlite3 2>/dev/null || missing+=' libsqlite3-dev'; \
pkg-config --exists libxml-2.0 2>/dev/null || missing+=' libxml2-dev'; \
pkg-config --exists libcurl 2>/dev/null || missing+=' libcurl4-openssl-dev'
endef

.PHONY: needed
needed:
	@$(find-missing); \
	if [ -n "$$missing" ]; then \
		{ echo "rssium is built with the C++ library and the headers of SQLite, libxml2 and libcurl, which pkg-config finds."; \
		echo "Missing here, by their names in Debian:$$missing"; \
		echo "\`make deps\` installs them with apt-get. Elsewhere, install these packages:"; \
		echo "  Fedora          gcc-c++ pkgconf sqlite-devel libxml2-devel libcurl-devel"; \
		echo "  Arch            gcc pkgconf sqlite libxml2 curl"; \
		echo "  Homebrew        pkgconf sqlite libxml2 curl"; } >&2; \
		exit 1; \
	fi

.PHONY: deps
deps: ## installs what the build needs and the system lacks: SQLite, libxml2, libcurl, the C++ library (with apt-get)
	@$(find-missing); \
	$(call install,$$missing)

.PHONY: deps-test
deps-test: ## installs what the tests of damaged databases run: sqlite3 (with apt-get)
	@missing=; \
	command -v sqlite3 >/dev/null || missing=' sqlite3'; \
	$(call install,$$missing)

.PHONY: browser
browser: ## installs the browser that a test looks at the page of articles with (with apt-get)
	@missing=; \
	command -v chromium >/dev/null || missing=' chromium'; \
	$(call install,$$missing)

.PHONY: demo
demo: swift deps ## shows what rssium does, with feeds of its own and without a network
	@swift build --product rssium
	@swift build --product demo-server
	@Tests/DemoServer/demo.sh .build/debug

# Commands run in the process of the tests, so its time zone is fixed. So many tests at once keep two processors busy while
# some of them wait for programs and servers.
TEST_ENVIRONMENT := TZ=UTC SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=16

# $(call run-tests,ARGUMENTS): shows what fails and the closing line; .build/test.log has everything. The runner ends well
# where there is nothing to run: that counts as a failure here.
define run-tests
swift test --skip-build --disable-xctest $(1) 2>&1 | tee .build/test.log \
	| { grep --line-buffered -aE '^(✘|↳)|Test run with|^error' || true; }; \
grep -aEq 'Test run with [1-9][0-9]* tests?.* passed' .build/test.log
endef

# $(build-tests): builds everything, and fails at a warning. On a clean clone that is a warning in any file; afterwards, one in
# the files that have changed.
define build-tests
swift build --build-tests 2>&1 | tee .build/build.log; \
if grep -qaE '\.swift:[0-9]+:[0-9]+: warning:' .build/build.log; then \
	echo 'a warning counts as an error here' >&2; exit 1; \
fi
endef

.PHONY: test
test: swift-tests deps deps-test ## builds everything and runs the tests that are needed before a commit
	@mkdir -p .build; $(build-tests)
	@$(TEST_ENVIRONMENT); export TZ SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH; $(call run-tests,)

# Growth is measured in processor time, so its suites run alone, one test at a time.
.PHONY: test-thorough
test-thorough: swift-tests deps deps-test ## runs the suites that take minutes: growth, kills, hostile servers, recipes, random histories (RSSIUM_SEED=N: the random choices of an earlier run)
	@mkdir -p .build; export RSSIUM_TESTS=thorough; $(build-tests); Tests/Fuzz/fuzz.sh --check; \
	$(TEST_ENVIRONMENT); export TZ SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH; \
	$(call run-tests,--filter '^ThoroughTests\.' --skip '^ThoroughTests\.GrowthOf'); \
	export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=1; $(call run-tests,--filter '^ThoroughTests\.GrowthOf')

.PHONY: test-all
test-all: test test-thorough ## runs all tests

# Read them beside their sources before you commit them.
.PHONY: article-fixtures
article-fixtures: swift-tests deps ## writes what the articles of the tests look like as text and as Markdown
	@RSSIUM_WRITE_FIXTURES=1 swift test --disable-xctest --filter ArticleFixtureTests

.PHONY: demo-picture
demo-picture: swift deps ## records docs/demo.svg anew; look at it before you commit it
	@RSSIUM_WRITE_FIXTURES=1 swift test --disable-xctest --filter DemoPictureTests

.PHONY: generate
generate: ## writes the table of character widths anew (UCD=folder: files that Resources/width-table.py names)
	@[ -n "$(UCD)" ] || { sed -n '/^Usage/,/^--check/p' Resources/width-table.py | sed '$$d' >&2; exit 2; }
	@table=$$(mktemp); trap 'rm -f "$$table"' EXIT; \
	python3 Resources/width-table.py "$(UCD)" > "$$table"; \
	cat "$$table" > Sources/rssium/Terminal/Text/WidthTable.swift

# nginx is only ever started by the benchmark, and not as a service of the system.
.PHONY: deps-bench
deps-bench: ## installs what the benchmark measures against: nginx, curl and sqlite3 (with apt-get)
	@missing=; \
	command -v nginx >/dev/null || [ -x /usr/sbin/nginx ] || missing+=' nginx-light'; \
	command -v curl >/dev/null || missing+=' curl'; \
	command -v sqlite3 >/dev/null || missing+=' sqlite3'; \
	$(call install,$$missing)

.PHONY: bench
bench: swift-tests deps deps-bench static ## measures rssium beside the limits of the machine (QUICK=1: in a minute or two, PEERS=1: other readers too, GROWTH=1: how cost grows, BASE=FILE: beside an earlier run)
	@swift build $(RELEASE_FLAGS) --product rssium
	@swift build --package-path Bench --scratch-path .build/bench-build $(RELEASE_FLAGS)
	@RSSIUM=$(RELEASE)/rssium .build/bench-build/release/rssium-bench $(if $(QUICK),--quick) $(if $(PEERS),--peers) $(if $(GROWTH),--growth) $(if $(BASE),--base '$(BASE)') --output .build/bench

# The same figures in every run, however busy the machine is.
.PHONY: bench-instructions
bench-instructions: swift-tests deps static ## counts instructions with valgrind, and fails if a job needs 2% more than Bench/instructions.txt says (KEEP=1: keeps the figures)
	@missing=; command -v valgrind >/dev/null || missing=' valgrind'; $(call install,$$missing)
	@swift build $(RELEASE_FLAGS) --product rssium
	@swift build --package-path Bench --scratch-path .build/bench-build $(RELEASE_FLAGS)
	@RSSIUM=$(RELEASE)/rssium .build/bench-build/release/rssium-bench --instructions Bench/instructions.txt $(if $(KEEP),--keep)

# TARGET is one or several of date, feed, html, opml, query, config, page, state.
.PHONY: fuzz
fuzz: swift-tests deps ## tries the parsers with made-up input (TIME=60: seconds for each, TARGET='feed query')
	@Tests/Fuzz/fuzz.sh $(or $(TIME),60) $(TARGET)

# Each sanitizer builds everything anew, in a folder of its own. Leaks are looked for in the program that the tests and the
# demo run, not in the process of the tests. Programs run several times slower with it: only so many tests run at once that
# the times they wait for each other stay what they are without it. The address sanitizer reserves more memory than the limit
# that EndlessInputTests set.
SANITIZED_TESTS := SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=8 swift test --skip-build --disable-xctest

.PHONY: check-memory
check-memory: swift-tests deps ## runs all tests under the address sanitizer, and looks for leaks in the program
	@swift build --build-tests --sanitize=address --scratch-path .build/address
	@ASAN_OPTIONS=detect_leaks=0 $(SANITIZED_TESTS) --sanitize=address --scratch-path .build/address --skip EndlessInputTests
	@ASAN_OPTIONS=detect_leaks=1 Tests/DemoServer/demo.sh .build/address/debug > .build/address/demo.log \
		|| { tail -n 60 .build/address/demo.log; exit 1; }

.PHONY: check-threads
check-threads: swift-tests deps ## runs the tests of what several threads do under the thread sanitizer
	@swift build --build-tests --sanitize=thread --scratch-path .build/thread
	@$(SANITIZED_TESTS) --sanitize=thread --scratch-path .build/thread \
		--filter '(Fetch|LargeBody|Refresh|StoreWriter|HostQueue|AsyncSemaphore|PasswordCommands|ThreadExecutor)'

# What only a process of its own runs does not count.
.PHONY: coverage
coverage: swift-tests deps ## runs the tests of `make test`, and says how many of the library's lines have run, room by room
	@mkdir -p .build/coverage && rm -rf .build/coverage/debug/codecov
	@$(TEST_ENVIRONMENT) swift test --disable-xctest --enable-code-coverage --scratch-path .build/coverage > .build/coverage/test.log 2>&1 \
		|| { grep -E 'error:|recorded an issue|Test run' .build/coverage/test.log; exit 1; }
	@tools=$$(dirname "$$(realpath "$$(command -v swiftc)")"); \
	"$$tools/llvm-cov" report -instr-profile=.build/coverage/debug/codecov/default.profdata \
		.build/coverage/debug/rssiumPackageTests.xctest Sources/Feed* \
	| awk '/\.swift/ { split($$1, part, "/"); room = part[1] ~ /Fetching|Store/ ? part[1] : part[2]; \
			lines[room] += $$8; missed[room] += $$9 } \
		/^TOTAL/ { lines["the library"] = $$8; missed["the library"] = $$9 } \
		END { for (name in lines) printf "%-16s %6.2f %% of %5d lines\n", name, 100 * (1 - missed[name] / lines[name]), lines[name] }' \
	| sort

.PHONY: format
format: swift ## lays out the sources
	@swift format --in-place $(FORMATTED)

.PHONY: lint
lint: swift ## says what the layout of the sources and the packaging lack; silent when all is well
	@swift format lint --strict $(FORMATTED)
	@bash -n .ci/run Tests/DemoServer/demo.sh Tests/Fuzz/fuzz.sh
	@$(PACKAGING)/lint.sh
	@! grep -rnE 'TODO|FIXME|[[:blank:]]+$$|import XCTest' --include='*.swift' --include='*.[ch]' --include='*.sh' \
		Package.swift Sources Tests Bench $(PACKAGING)

.PHONY: clean
clean: ## removes what was built
	rm -rf .build

.PHONY: help
help: ## lists what can be made
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/\1	\2/p' Makefile | expand -t 20

# $(call install,PACKAGES): says what it installs. Nothing is asked, and nothing is run where there are none.
define install
if [ -z "$(1)" ]; then exit 0; fi; \
if ! command -v apt-get >/dev/null; then \
	echo "rssium needs what Debian calls$(1): install it with your system's packages" >&2; exit 1; \
fi; \
if [ "$$(id -u)" = 0 ]; then as_root=; else as_root=sudo; fi; \
if [ -n "$$as_root" ] && ! command -v sudo >/dev/null; then \
	echo "rssium needs$(1): run \`make deps\` as root" >&2; exit 1; \
fi; \
echo "apt-get installs$(1)"; \
export DEBIAN_FRONTEND=noninteractive; \
$$as_root apt-get update -q; \
$$as_root apt-get install -y -q$(1)
endef
