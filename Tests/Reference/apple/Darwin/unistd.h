// <unistd.h>
#pragma once
#include "sys/types.h"

#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2

#define _SC_PAGESIZE 29
#define _SC_NPROCESSORS_ONLN 58
#define _SC_PHYS_PAGES 200

void _exit(int) __attribute__((__noreturn__));
int close(int);
int dup(int);
int fsync(int);
int ftruncate(int, off_t);
uid_t geteuid(void);
int getpagesize(void);
pid_t getpid(void);
int isatty(int);
ssize_t pwrite(int __fd, const void *__buf, size_t __nbyte, off_t __offset);
ssize_t read(int, void *, size_t);
long sysconf(int);
int unlink(const char *);
int usleep(useconds_t);
ssize_t write(int __fd, const void *__buf, size_t __nbyte);

int fchown(int, uid_t, gid_t);
