# make demo   installs what is missing, builds, shows the program
# make test   installs what tests need, builds, runs the whole suite
# make test-long  the same at length: every test at every width, all draws and counts
# make attack  hurts the viewer: damaged files, odd flags, faults of the driver, signals, kills,
#             a monkey at the window (KERNELSCOPE_SEED, KERNELSCOPE_MONKEY: its seed and number of actions)
# make soak   works at random for an hour, or for KERNELSCOPE_SOAK, and verifies everything
# make prove  runs all algorithms under schedules that devices may choose, for an hour
# make fuzz-kernels  compares random kernels on lavapipe at 4, 8 and 16 lanes with the interpreter
#             (KERNELSCOPE_SEED, KERNELSCOPE_COUNT: 2,000 at each width)
# make test-slurm  makes a table on a Slurm of its own while a node is killed; needs root
# make test-windows  tries the archive for Windows under Wine
# make release  builds and packs the program for all systems, in dist
# make gallery  makes the pictures of the documents that are the same each time
# make site   writes the documents as a site of static files, with figures that run, to dist/site
# make build  builds the viewer
# make manual  writes manual pages and shell completion to dist/
# make sql    builds kernelscope-sql, which links DuckDB: the first time takes minutes

.PHONY: site manual fuzz-kernels demo test test-long prove test-slurm test-windows release attack soak gallery build sql generate clean

# The program of pages is embedded: see package web.
build:
	go generate ./web
	go build -o viewer ./cmd/viewer

manual: build
	./viewer docs dist

# Package database and the command have a tag, so that nothing else compiles or links
# DuckDB.
sql:
	go build -tags duckdb -o kernelscope-sql ./cmd/kernelscope-sql

demo:
	.ci/deps build
	go build -o viewer ./cmd/viewer
	./viewer demo --force

test:
	.ci/deps test
	.ci/suite

test-long:
	.ci/deps test
	.ci/suite long

prove: build
	./viewer prove --time 200s --save prove.csv --force

fuzz-kernels:
	.ci/deps test
	for lanes in 4 8 16; do \
		KERNELSCOPE_COUNT=$${KERNELSCOPE_COUNT:-2000} LP_NATIVE_VECTOR_WIDTH=$$((32 * lanes)) \
			go test -count=1 -timeout 4h -run Generated ./compute/simt/gen || exit 1; \
	done

test-slurm:
	.ci/slurm

test-windows:
	.ci/windows

release:
	.ci/deps release
	go run ./internal/release -o dist

attack:
	.ci/deps test
	KERNELSCOPE_ATTACK=1 go test -count=1 -v -timeout 6h -skip Soak ./internal/attack

soak:
	.ci/deps build
	KERNELSCOPE_SOAK=$${KERNELSCOPE_SOAK:-1h} go test -count=1 -v -timeout 0 -run Soak ./internal/attack

gallery:
	.ci/deps build
	.ci/gallery

site: build
	go run ./internal/site -viewer ./viewer

# What is generated is committed: compiled shaders (needs glslc) and the map.
generate:
	go generate ./shaders ./assets

clean:
	rm -f viewer kernelscope-sql demo.png demo.gif
