package gputest

/*
#include <stdint.h>
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

// allocated returns what was allocated and not freed; 0 where the library does not say.
static int64_t allocated(void) {
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 33)
	struct mallinfo2 m = mallinfo2();
	return (int64_t)(m.uordblks + m.hblkhd);
#else
	return 0;
#endif
}
*/
import "C"

// Allocated returns the bytes that C code of this process, drivers among it, has allocated and
// not freed; 0 where the C library does not say.
func Allocated() int64 { return int64(C.allocated()) }
