// <netdb.h>
#pragma once
#include "sys/socket.h"

#define AI_PASSIVE 0x00000001
#define AI_NUMERICHOST 0x00000004
#define AI_NUMERICSERV 0x00001000
#define EAI_SYSTEM 11
#define NI_MAXHOST 1025
#define NI_MAXSERV 32
#define NI_NUMERICHOST 0x00000002
#define NI_NUMERICSERV 0x00000008

struct addrinfo {
  int ai_flags;
  int ai_family;
  int ai_socktype;
  int ai_protocol;
  socklen_t ai_addrlen;
  char *ai_canonname;
  struct sockaddr *ai_addr;
  struct addrinfo *ai_next;
};

void freeaddrinfo(struct addrinfo *);
const char *gai_strerror(int);
int getaddrinfo(const char *restrict, const char *restrict, const struct addrinfo *restrict,
                struct addrinfo **restrict);
int getnameinfo(const struct sockaddr *restrict, socklen_t, char *restrict, socklen_t, char *restrict, socklen_t,
                int);
