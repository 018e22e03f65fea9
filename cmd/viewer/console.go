//go:build !windows

package main

// leaveConsole does something on Windows only.
func leaveConsole() (tell func(message string)) { return func(string) {} }
