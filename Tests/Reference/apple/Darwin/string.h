// <string.h>
#pragma once

char *strerror(int __errnum);
