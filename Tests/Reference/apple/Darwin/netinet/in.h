// <netinet/in.h> and <netinet/tcp.h>
#pragma once
#include "../sys/socket.h"

#define IPPROTO_TCP 6
#define IPPROTO_IPV6 41
#define IPV6_V6ONLY 27
#define TCP_NODELAY 0x01

typedef uint16_t in_port_t;

struct in_addr {
  uint32_t s_addr;
};

struct in6_addr {
  uint8_t __u6_addr8[16];
};

struct sockaddr_in6 {
  uint8_t sin6_len;
  sa_family_t sin6_family;
  in_port_t sin6_port;
  uint32_t sin6_flowinfo;
  struct in6_addr sin6_addr;
  uint32_t sin6_scope_id;
};

struct sockaddr_in {
  uint8_t sin_len;
  sa_family_t sin_family;
  in_port_t sin_port;
  struct in_addr sin_addr;
  char sin_zero[8];
};
