// <sys/resource.h>: `ru_maxrss` is in bytes (getrusage(2)).
#pragma once
#include "types.h"

struct timeval {
  time_t tv_sec;
  suseconds_t tv_usec;
};

struct rusage {
  struct timeval ru_utime;
  struct timeval ru_stime;
  long ru_maxrss;
  long ru_ixrss;
  long ru_idrss;
  long ru_isrss;
  long ru_minflt;
  long ru_majflt;
  long ru_nswap;
  long ru_inblock;
  long ru_oublock;
  long ru_msgsnd;
  long ru_msgrcv;
  long ru_nsignals;
  long ru_nvcsw;
  long ru_nivcsw;
};

#define RUSAGE_SELF 0

#define PRIO_DARWIN_THREAD 3
#define PRIO_DARWIN_BG 0x1000

int getrusage(int, struct rusage *);
int setpriority(int, id_t, int);
