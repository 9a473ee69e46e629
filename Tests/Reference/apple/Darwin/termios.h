// <termios.h>
#pragma once

typedef unsigned long tcflag_t;
typedef unsigned char cc_t;
typedef unsigned long speed_t;

struct termios {
  tcflag_t c_iflag;
  tcflag_t c_oflag;
  tcflag_t c_cflag;
  tcflag_t c_lflag;
  cc_t c_cc[20];
  speed_t c_ispeed;
  speed_t c_ospeed;
};

#define INLCR 0x00000040
#define ICRNL 0x00000100
#define IXON 0x00000200
#define ECHO 0x00000008
#define ISIG 0x00000080
#define ICANON 0x00000100
#define IEXTEN 0x00000400
#define TCSADRAIN 1

int tcgetattr(int, struct termios *);
int tcsetattr(int, int, const struct termios *);
