package gputest

/*
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
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

enum { BLOCK = 60000, BLOCKS = 700 };

// busy allocates and frees 40 MiB in blocks. Before that it frees one large block, whereupon the C
// library keeps as much unless it is told otherwise.
static void *busy(void *unused) {
	static char *blocks[BLOCKS];
	char *volatile large = malloc(30 << 20);
	free(large);
	for (int i = 0; i < BLOCKS; i++)
		if ((blocks[i] = malloc(BLOCK)))
			memset(blocks[i], 1, BLOCK);
	for (int i = 0; i < BLOCKS; i++)
		free(blocks[i]);
	return unused;
}

// compile is busy in a thread, as a driver's compiler is.
static int compile(void) {
	pthread_t t;
	return pthread_create(&t, 0, busy, 0) || pthread_join(t, 0);
}
*/
import "C"

// Compile allocates and frees 40 MiB in a thread of C code, like the compiler of a driver. It
// reports whether it succeeded.
func Compile() bool { return C.compile() == 0 }

// Allocated returns the bytes that C code of this process, drivers among it, has allocated and
// not freed; 0 if unknown.
func Allocated() int64 { return int64(C.allocated()) }
