// <sys/sysctl.h>
#pragma once
#include "types.h"

int sysctlbyname(const char *, void *, size_t *, void *, size_t);
