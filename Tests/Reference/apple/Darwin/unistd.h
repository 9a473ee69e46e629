// <unistd.h>
#pragma once
#include "sys/types.h"

#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2

#define R_OK 4
#define W_OK 2
#define X_OK 1

#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2

#define _SC_OPEN_MAX 5
#define _SC_PAGESIZE 29
#define _SC_NPROCESSORS_ONLN 58
#define _SC_PHYS_PAGES 200

void _exit(int) __attribute__((__noreturn__));
int pause(void);
int pipe(int[2]);
int access(const char *, int);
int close(int);
int dup(int);
int fsync(int);
int ftruncate(int, off_t);
uid_t geteuid(void);
int gethostname(char *, size_t);
int getpagesize(void);
pid_t getpid(void);
int isatty(int);
int link(const char *, const char *);
off_t lseek(int, off_t, int);
ssize_t pread(int __fd, void *__buf, size_t __nbyte, off_t __offset);
ssize_t pwrite(int __fd, const void *__buf, size_t __nbyte, off_t __offset);
ssize_t read(int, void *, size_t);
ssize_t readlink(const char *__path, char *__buf, size_t __bufsize);
int rmdir(const char *);
int symlink(const char *, const char *);
long sysconf(int);
int unlink(const char *);
int usleep(useconds_t);
ssize_t write(int __fd, const void *__buf, size_t __nbyte);

int fchown(int, uid_t, gid_t);
