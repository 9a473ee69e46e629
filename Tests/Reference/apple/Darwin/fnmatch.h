// <fnmatch.h>
#pragma once

#define FNM_NOESCAPE 0x01

int fnmatch(const char *__pattern, const char *__string, int __flags);
