// The functions of the header are implemented in Swift, in the module Places.
#include "locationkit.h"

#include <sys/random.h>

// Replacements of functions that are newer than glibc 2.34, which is that of RHEL 9 and Amazon Linux 2023: Scripts/build-library
// links with --wrap.
//
// glibc 2.35 has a new version of hypot, which differs only in errno.
#if defined(__x86_64__) && defined(__GLIBC__)
double lk_old_hypot(double x, double y);
float lk_old_hypotf(float x, float y);
__asm__(".symver lk_old_hypot, hypot@GLIBC_2.2.5");
__asm__(".symver lk_old_hypotf, hypotf@GLIBC_2.2.5");

double __wrap_hypot(double x, double y);
float __wrap_hypotf(float x, float y);
double __wrap_hypot(double x, double y) { return lk_old_hypot(x, y); }
float __wrap_hypotf(float x, float y) { return lk_old_hypotf(x, y); }

// Debian's archive of expat seeds its tables with a function of glibc 2.36.
void __wrap_arc4random_buf(void *buffer, size_t size);
void __wrap_arc4random_buf(void *buffer, size_t size) {
  unsigned char *next = buffer;
  while (size > 0) {
    ssize_t count = getrandom(next, size, 0);
    if (count < 0) continue;
    next += count;
    size -= (size_t)count;
  }
}
#endif
