// <signal.h>
#pragma once

#define SIGHUP 1
#define SIGINT 2
#define SIGPIPE 13
#define SIGTERM 15

void (*signal(int, void (*)(int)))(int);
