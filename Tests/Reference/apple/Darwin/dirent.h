// <dirent.h>, with file numbers of 64 bits.
#pragma once
#include "sys/types.h"

struct dirent {
  uint64_t d_ino;
  uint64_t d_seekoff;
  uint16_t d_reclen;
  uint16_t d_namlen;
  uint8_t d_type;
  char d_name[1024];
};

typedef struct _DIR DIR;

DIR *opendir(const char *);
int closedir(DIR *);
struct dirent *readdir(DIR *);
