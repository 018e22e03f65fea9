# make demo   installs what is missing, builds, shows the program
# make test   installs what tests need, builds, runs the whole suite
# make build  builds the viewer

.PHONY: demo test build generate clean

build:
	go build -o viewer ./cmd/viewer

demo:
	.ci/deps build
	go build -o viewer ./cmd/viewer
	./viewer demo --force

test:
	.ci/deps test
	.ci/suite

# What is generated is committed: compiled shaders (needs glslc) and the map.
generate:
	go generate ./shaders ./assets

clean:
	rm -f viewer demo.png demo.gif
