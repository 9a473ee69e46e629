// <netinet/in.h> and <netinet/tcp.h>
#pragma once
#include "../sys/socket.h"

#define IPPROTO_TCP 6
#define TCP_NODELAY 0x01

typedef uint16_t in_port_t;

struct in_addr {
  uint32_t s_addr;
};

struct sockaddr_in {
  uint8_t sin_len;
  sa_family_t sin_family;
  in_port_t sin_port;
  struct in_addr sin_addr;
  char sin_zero[8];
};
