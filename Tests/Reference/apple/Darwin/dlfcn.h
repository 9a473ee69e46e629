// <dlfcn.h>: RTLD_DEFAULT is a pointer of -2 there and NULL on Linux.
#pragma once

#define RTLD_LAZY 0x1
#define RTLD_NOW 0x2

extern void *dlopen(const char *__path, int __mode);
extern void *dlsym(void *__handle, const char *__symbol);
