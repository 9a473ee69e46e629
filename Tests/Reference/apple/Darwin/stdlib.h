// <stdlib.h>
#pragma once

void exit(int) __attribute__((__noreturn__));
void free(void *);
char *getenv(const char *);
char *realpath(const char *restrict, char *restrict);
