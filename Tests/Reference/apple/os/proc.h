// <os/proc.h>: on all of Apple's platforms but macOS.
#pragma once

typedef unsigned long size_t;

extern size_t os_proc_available_memory(void) __attribute__((availability(macos, unavailable)));
