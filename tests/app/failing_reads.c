/* Preloaded by a test: files cannot be mapped, and the read number FAILING_READ of a stream fails. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/types.h>
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
  if (descriptor >= 0 && protection == PROT_READ) {
    errno = ENODEV;
    return MAP_FAILED;
  }
  return original(address, size, protection, flags, descriptor, offset);
}
