package record

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"kernelscope/internal/fault"
)

// Time limits for ffmpeg: for accepting a frame, and for finishing after the last one.
var (
	framePatience = 30 * time.Second
	endPatience   = 3 * time.Minute
)

// codecs maps file name extensions to ffmpeg's arguments.
var codecs = map[string][]string{
	".mp4":  {"-c:v", "libx264", "-pix_fmt", "yuv420p", "-movflags", "+faststart", "-f", "mp4"},
	".webm": {"-c:v", "libvpx-vp9", "-pix_fmt", "yuv420p", "-crf", "24", "-b:v", "0", "-row-mt", "1", "-f", "webm"},
}

// Video pipes frames to ffmpeg, which writes a video to an existing file: H.264 for the extension
// .mp4, VP9 for .webm. path must be absolute. The video is aborted when ctx is done. Close checks
// that the file has every frame. Errors of ffmpeg and of the file wrap fault.Output; Close must be
// called after them too.
func Video(ctx context.Context, ending, path string, width, height, fps int) (Writer, error) {
	program, err := exec.LookPath("ffmpeg")
	if err != nil {
		return nil, fault.Output.Errorf("record: videos are written by ffmpeg, which is not installed; install it or write a .gif")
	}
	frames, pipe, err := os.Pipe()
	if err != nil {
		return nil, fault.Output.Errorf("record: %w", err)
	}
	defer frames.Close() // ffmpeg has its own copy
	v := &video{ctx: ctx, ending: ending, path: path, pipe: pipe}
	words := []string{"-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgba",
		"-s", fmt.Sprintf("%dx%d", width, height), "-r", fmt.Sprint(fps), "-i", "-", "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2"}
	v.command = exec.CommandContext(ctx, program, append(append(words, codecs[ending]...), "file:"+path)...)
	v.command.Stdin, v.command.Stderr = frames, &v.said
	v.command.SysProcAttr = &ownGroup
	v.command.Cancel = v.kill
	v.command.WaitDelay = time.Second
	if err := v.command.Start(); err != nil {
		pipe.Close()
		return nil, fault.Output.Errorf("record: %w", err)
	}
	return v, nil
}

type video struct {
	ctx     context.Context
	ending  string
	path    string
	note    string // written after the video unless empty
	command *exec.Cmd
	pipe    *os.File
	said    tail
	frames  int
	failed  error // why a frame was not accepted
}

// kill ends ffmpeg and, on Unix, its children.
func (v *video) kill() error { return killGroup(v.command.Process) }

// Frame passes pixels to ffmpeg. If ffmpeg accepts nothing for framePatience or has ended, the
// video is closed, and the error gives the reason.
func (v *video) Frame(pixels []byte) error {
	_ = v.pipe.SetWriteDeadline(time.Now().Add(framePatience))
	if _, v.failed = v.pipe.Write(pixels); v.failed != nil {
		if errors.Is(v.failed, os.ErrDeadlineExceeded) {
			v.failed = fmt.Errorf("it has taken no frame for %v", framePatience)
			_ = v.kill()
		}
		return v.Close()
	}
	v.frames++
	return nil
}

// Close waits for ffmpeg and checks its output. A second call returns nil.
func (v *video) Close() error {
	if v.command.ProcessState != nil {
		return nil
	}
	v.pipe.Close()
	late := time.AfterFunc(endPatience, func() { _ = v.kill() })
	err := v.command.Wait()
	if !late.Stop() {
		err = fmt.Errorf("it has not ended within %v", endPatience)
	}
	switch {
	case v.ctx.Err() != nil:
		return v.ctx.Err()
	case v.failed != nil && !errors.Is(v.failed, syscall.EPIPE):
		err = v.failed
	case err == nil && v.failed != nil:
		err = errors.New("it ended early")
	case err == nil:
		err = v.check()
	}
	if said := strings.TrimSpace(string(v.said)); err != nil && said != "" {
		err = fmt.Errorf("%w: %s", err, strings.ReplaceAll(said, "\n", "; "))
	}
	if err != nil {
		return fault.Output.Errorf("record: ffmpeg: %w", err)
	}
	return nil
}

// Note sets the text written after the video.
func (v *video) Note(text string) error { v.note = text; return nil }

// check checks that the file is complete and adds the note.
func (v *video) check() error {
	check := checkVideo
	if v.ending == ".webm" {
		check = checkWebM
	}
	if err := check(v.path, v.frames); err != nil || v.note == "" {
		return err
	}
	return addNote(v.path, v.ending, v.note)
}

// tail keeps the last bytes written to it.
type tail []byte

func (t *tail) Write(b []byte) (int, error) {
	const most = 1000
	*t = append(*t, b...)
	*t = bytes.Clone((*t)[max(0, len(*t)-most):])
	return len(b), nil
}
