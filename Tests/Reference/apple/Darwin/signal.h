// <signal.h>
#pragma once

#include "sys/types.h"

#define SIGHUP 1
#define SIGINT 2
#define SIGPIPE 13
#define SIGTERM 15

int kill(pid_t, int);
void (*signal(int, void (*)(int)))(int);
