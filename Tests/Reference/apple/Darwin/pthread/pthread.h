// <pthread/pthread.h>: a thread is a pointer, and none there is NULL.
//
// What a thread's body takes has been declared in two ways to Swift: as something that can be NULL, and as something that
// says nothing of it. BODY_TAKES_A_POINTER selects the second.
#pragma once
#include "../sys/types.h"

struct _opaque_pthread_t {
  long __sig;
  struct __darwin_pthread_handler_rec *__cleanup_stack;
  char __opaque[8176];
};

struct _opaque_pthread_attr_t {
  long __sig;
  char __opaque[56];
};

typedef struct _opaque_pthread_t *pthread_t;
typedef struct _opaque_pthread_attr_t pthread_attr_t;

#pragma clang assume_nonnull begin
#ifdef BODY_TAKES_A_POINTER
int pthread_create(
    pthread_t *restrict, const pthread_attr_t *_Nullable restrict, void *_Nullable (*_Nonnull)(void *_Nonnull),
    void *_Nullable restrict);
#else
int pthread_create(
    pthread_t _Nullable *_Nonnull restrict, const pthread_attr_t *_Nullable restrict,
    void *_Nullable (*_Nonnull)(void *_Nullable), void *_Nullable restrict);
#endif
int pthread_attr_destroy(pthread_attr_t *);
int pthread_attr_init(pthread_attr_t *);
int pthread_attr_setstacksize(pthread_attr_t *, size_t);
int pthread_detach(pthread_t);
#pragma clang assume_nonnull end
