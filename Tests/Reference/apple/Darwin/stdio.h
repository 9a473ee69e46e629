// <stdio.h>
#pragma once

int rename(const char *__old, const char *__new);
