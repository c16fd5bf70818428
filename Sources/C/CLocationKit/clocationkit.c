// The functions of the header are implemented in Swift, in the module Places.
#include "locationkit.h"

// glibc 2.35 has a new version of hypot, which differs only in errno. Scripts/build-library links with --wrap=hypot, so that the
// library runs with glibc 2.34 too, which is that of RHEL 9 and Amazon Linux 2023.
#if defined(__x86_64__) && defined(__GLIBC__)
double lk_old_hypot(double x, double y);
float lk_old_hypotf(float x, float y);
__asm__(".symver lk_old_hypot, hypot@GLIBC_2.2.5");
__asm__(".symver lk_old_hypotf, hypotf@GLIBC_2.2.5");

double __wrap_hypot(double x, double y);
float __wrap_hypotf(float x, float y);
double __wrap_hypot(double x, double y) { return lk_old_hypot(x, y); }
float __wrap_hypotf(float x, float y) { return lk_old_hypotf(x, y); }
#endif
