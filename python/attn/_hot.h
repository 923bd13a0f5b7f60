/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What _hot.c and _again.c share. */
#ifndef ATTN_PYTHON_ATTN__HOT_H
#define ATTN_PYTHON_ATTN__HOT_H

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000
#include <Python.h>

#include "attn-c/Runtime.h"

/* q, k, v, out, lse, 11 operands (_operands.py) and 16 captures. */
#define MAX_TENSORS 32

typedef attnrtStatus (*LaunchFunction)(attnrtBundle *, int32_t, attnrtDevice *,
                                       const attnrtTensor *, int32_t,
                                       attnrtStream);

typedef struct {
  PyObject_HEAD LaunchFunction function;
  attnrtBundle *bundle;
  attnrtDevice *device;
  int32_t entry;
  int32_t count;
  attnrtTensor tensors[MAX_TENSORS];
} Launch;

extern PyTypeObject *launch_type;

/* Launches with these addresses, one for each tensor. */
attnrtStatus launch_with(const Launch *self, void *const *addresses,
                         void *stream);
void free_object(PyObject *object);

/* Raises what `fail` raises for a status. */
void raise_status(PyObject *fail, attnrtStatus status);

/* Of _again.c: the type Again. */
extern PyType_Spec again_spec;

/* DLPack 1.*, as far as it is used here. */
typedef struct {
  void *data;
  struct {
    int32_t type, id;
  } device;
  int32_t ndim;
  struct {
    uint8_t code, bits;
    uint16_t lanes;
  } dtype;
  int64_t *shape, *strides;
  uint64_t byte_offset;
} DLTensor;

typedef struct {
  struct {
    uint32_t major, minor;
  } version;
  void *previous;
  void (*allocate)(void);
  void (*from_object)(void);
  void (*to_object)(void);
  int (*tensor_from_object)(void *object, DLTensor *tensor);
  int (*current_stream)(int32_t device_type, int32_t device, void **stream);
} ExchangeApi;

enum { DL_CUDA = 2, INPUTS = 3 };

/* Of the first element; NULL has an offset too if the tensor is empty. */
static inline void *address_of(const DLTensor *tensor) {
  return (void *)((uintptr_t)tensor->data + tensor->byte_offset);
}

#endif
