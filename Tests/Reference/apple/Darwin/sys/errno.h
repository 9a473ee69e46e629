// <sys/errno.h>: `errno` is a macro over this function, which the Swift part of the module turns into a variable.
#pragma once

extern int *__error(void);

#define EPERM 1
#define ENOENT 2
#define ESRCH 3
#define EINTR 4
#define EBADF 9
#define ENOMEM 12
#define EACCES 13
#define EEXIST 17
#define ENFILE 23
#define EMFILE 24
#define ENOSPC 28
#define EPIPE 32
#define EAGAIN 35
#define EINPROGRESS 36
#define EADDRINUSE 48
#define ECONNABORTED 53
#define ECONNRESET 54
#define ENOBUFS 55
#define ECONNREFUSED 61
#define EDQUOT 69
