// The compiler's own vector intrinsics, under a module name that Swift can import; nothing of ours.
#if defined(__x86_64__)
#include <immintrin.h>
#endif
