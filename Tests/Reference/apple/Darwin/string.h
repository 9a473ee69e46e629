// <string.h>
#pragma once

char *strerror(int __errnum);
size_t strlen(const char *__s);
