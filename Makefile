# make demo   installs what is missing, builds, shows the program
# make test   installs what tests need, builds, runs the whole suite
# make test-long  the same at length: every test at every width, all draws and counts
# make build  builds the viewer

.PHONY: demo test test-long build generate clean

build:
	go build -o viewer ./cmd/viewer

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

# What is generated is committed: compiled shaders (needs glslc) and the map.
generate:
	go generate ./shaders ./assets

clean:
	rm -f viewer demo.png demo.gif
