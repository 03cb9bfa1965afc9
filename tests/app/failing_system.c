/* Preloaded by a test. With FAILING_READ=N files cannot be mapped, and the Nth read of a stream fails. With
   CLOCK_BACKWARDS=S the time of day goes back by S seconds each time that it is asked for. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static int reads_left = -1;

static ssize_t read_or_fail(void* cookie, char* buffer, size_t size) {
  if (--reads_left <= 0) {
    errno = EIO;
    return -1;
  }
  return read((int)(intptr_t)cookie, buffer, size < 4096 ? size : 4096);
}

static int close_it(void* cookie) { return close((int)(intptr_t)cookie); }

FILE* fdopen(int descriptor, const char* mode) {
  const char* wanted = getenv("FAILING_READ");
  const cookie_io_functions_t functions = {.read = read_or_fail, .close = close_it};
  reads_left = wanted != NULL ? atoi(wanted) : 1;
  return fopencookie((void*)(intptr_t)descriptor, mode, functions);
}

void* mmap(void* address, size_t size, int protection, int flags, int descriptor, off_t offset) {
  void* (*original)(void*, size_t, int, int, int, off_t);
  *(void**)&original = dlsym(RTLD_NEXT, "mmap");
  if (descriptor >= 0 && protection == PROT_READ && getenv("FAILING_READ") != NULL) {
    errno = ENODEV;
    return MAP_FAILED;
  }
  return original(address, size, protection, flags, descriptor, offset);
}

int clock_gettime(clockid_t clock, struct timespec* now) {
  static long asked = 0;
  const char* step = getenv("CLOCK_BACKWARDS");
  const int result = (int)syscall(SYS_clock_gettime, clock, now);
  if (result == 0 && clock == CLOCK_REALTIME && step != NULL) {
    now->tv_sec -= atol(step) * __atomic_add_fetch(&asked, 1, __ATOMIC_RELAXED);
  }
  return result;
}
