// <poll.h>
#pragma once

#define POLLIN 0x0001

typedef unsigned int nfds_t;

struct pollfd {
  int fd;
  short events;
  short revents;
};

extern int poll(struct pollfd *, nfds_t, int);
