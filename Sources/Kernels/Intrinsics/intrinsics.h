// The compiler's vector intrinsics under a module name that Swift can import; no other declarations.
#if defined(__x86_64__) || defined(__i386__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif
