// <signal.h>
#pragma once

#define SIGINT 2

void (*signal(int, void (*)(int)))(int);
