// <time.h>: the names of clocks are macros over an enumeration, whose members have those names in Swift.
#pragma once
#include "sys/types.h"

struct timespec {
  time_t tv_sec;
  long tv_nsec;
};

struct tm {
  int tm_sec;
  int tm_min;
  int tm_hour;
  int tm_mday;
  int tm_mon;
  int tm_year;
  int tm_wday;
  int tm_yday;
  int tm_isdst;
  long tm_gmtoff;
  char *tm_zone;
};

typedef enum {
  _CLOCK_MONOTONIC __attribute__((swift_name("CLOCK_MONOTONIC"))) = 6,
  _CLOCK_THREAD_CPUTIME_ID __attribute__((swift_name("CLOCK_THREAD_CPUTIME_ID"))) = 16
} clockid_t;

int clock_gettime(clockid_t __clock_id, struct timespec *__tp);
struct tm *localtime_r(const time_t *restrict, struct tm *restrict);
time_t time(time_t *);
