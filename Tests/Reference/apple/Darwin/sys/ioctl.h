// <sys/ioctl.h>: `ioctl` is variadic, so the Swift part of the module has a function of its name.
#pragma once

struct winsize {
  unsigned short ws_row;
  unsigned short ws_col;
  unsigned short ws_xpixel;
  unsigned short ws_ypixel;
};
