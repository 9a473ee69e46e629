// <sys/errno.h>: `errno` is a macro over this function, which the Swift part of the module turns into a variable.
#pragma once

extern int *__error(void);

#define ENOENT 2
#define EINTR 4
#define EPIPE 32
#define ECONNABORTED 53
