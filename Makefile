# tabiya's front door.  `make help` lists the targets; CMake does the work.
#
# Steps are quiet: they speak when something fails or warns.

PREFIX    ?= /usr/local
PORT      ?= 8090
FUZZ_TIME ?= 60
TESTS     ?= .

MAKEFLAGS += --no-print-directory
# One step at a time even under `make -j`: ninja and ctest spread the work
# themselves, and two steps may share a build directory.
.NOTPARALLEL:
.DEFAULT_GOAL := help
.PHONY: help run demo test test-long build lint fuzz bench web wasm docs screenshots install \
	tsan coverage clean format deps dev clang

# $(call quietly,command): its output is shown only if it fails.
quietly = out=$$($(1) 2>&1) || { printf '%s\n' "$$out" >&2; exit 1; }
# $(call make_preset,name): configures and builds; warnings are shown.
make_preset = scripts/configure $(1) || exit 1; \
	out=$$(cmake --build --preset $(1) -- --quiet 2>&1) && status=0 || \
		status=1; \
	printf '%s\n' "$$out" | grep -vx 'ninja: no work to do.\|'; \
	exit $$status

# $(call first,file,what): says that the first build begins, which takes minutes.
first = [ -e $(1) ] || echo 'make: building $(2)'

# Some tests wait most of their time, for a lock, an engine or a reader that is too
# slow: three for two cores.
ctest = ctest -j $$((($$(nproc) * 3 + 1) / 2)) --preset

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 10

run: build web ## install what is missing, build, serve the page with samples (PORT=8090)
	@scripts/run build/release/tabiya --port $(PORT)

demo: build ## what the command line can do, in a minute
	@scripts/demo build/release/tabiya

test: deps build dev web ## install what is missing, build, run every test (TESTS=regex)
	@scripts/note-skips
	@$(ctest) dev -LE long -R '$(TESTS)'

test-long: deps build dev web ## what takes longer: a bare Debian 12, other machines
	@scripts/install-deps other || : # without them tests/portable says what it leaves out
	@$(ctest) dev -L long

build: ## the program and the libraries, in build/release
	@scripts/install-deps build
	@$(call first,build/release/tabiya,the program (a few minutes))
	@$(call make_preset,release)

lint: deps ## everything that reads the code without running it
	@scripts/configure clang
	@scripts/configure wasm
	@scripts/lint

fuzz: deps ## each fuzz target for FUZZ_TIME=60 seconds, from the seeds
	@$(call make_preset,fuzz)
	@scripts/fuzz $(FUZZ_TIME)

bench: deps build ## measure, next to Debian's stockfish
	@bench/run build/release

wasm: ## build/wasm/tabiya.wasm
	@scripts/install-deps web
	@$(call first,build/wasm/tabiya.wasm,the page)
	@$(call make_preset,wasm)

web: wasm ## the page: web/dist, and web/dist-single as one file
	@$(call quietly,scripts/build-web)

docs: ## the reference of the library, in docs/api
	@node scripts/api-docs.mjs

screenshots: deps build web ## every screen, in build/screenshots
	@TABIYA=build/release/tabiya node web/tests/e2e/screenshots.mjs

install: build web ## below PREFIX=/usr/local, DESTDIR honoured
	@rm -rf '$(DESTDIR)$(PREFIX)/share/tabiya/web'
	@$(call quietly,DESTDIR='$(DESTDIR)' cmake --install build/release \
		--prefix '$(PREFIX)')

tsan: deps ## the unit and command line tests under the thread sanitizer
	@$(call make_preset,tsan)
	@$(ctest) tsan -R '^(unit|cli)\.'

coverage: deps ## lines that tests reach, by room, and those that none does
	@$(call make_preset,coverage)
	@find build/coverage -name '*.gcda' -delete
	@$(call quietly,$(ctest) coverage -R '^(unit|cli|fuzz-seeds)\.')
	@scripts/coverage build/coverage

format: ## lay out all C files as .clang-format says
	@scripts/format

clean: ## remove everything that was built
	@rm -rf build

# --- used by the targets above ---------------------------------------------

deps:
	@scripts/install-deps

dev: deps
	@$(call make_preset,dev)

clang: deps # the tests that depend on the compiler, with clang
	@$(call make_preset,clang)
	@$(ctest) clang -R '^(unit|cli|fuzz-seeds)\.'
