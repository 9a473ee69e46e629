// <sys/fcntl.h>: `open` and `fcntl` are variadic, so the Swift part of the module has functions of their names.
#pragma once
#include "types.h"

#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_RDWR 0x0002
#define O_ACCMODE 0x0003
#define O_NONBLOCK 0x00000004
#define O_NOFOLLOW 0x00000100
#define O_NOCTTY 0x00020000
#define O_CREAT 0x00000200
#define O_TRUNC 0x00000400
#define O_EXCL 0x00000800
#define O_DIRECTORY 0x00100000
#define O_CLOEXEC 0x01000000

#define F_GETFD 1
#define F_SETFD 2
#define F_GETFL 3
#define F_SETFL 4
#define F_FULLFSYNC 51

#define FD_CLOEXEC 1

#define AT_FDCWD -2

#define LOCK_SH 0x01
#define LOCK_EX 0x02
#define LOCK_NB 0x04

int open(const char *, int, ...);
int fcntl(int, int, ...);
int flock(int, int);
