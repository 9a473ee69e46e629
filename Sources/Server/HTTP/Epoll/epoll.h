// Linux's epoll under a module name that Swift can import, as the modules of the C libraries leave it out.
#if defined(__linux__)
#include <sys/epoll.h>
#endif
