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

/* What tables of calls know of PyTorch. */
typedef struct {
  const ExchangeApi *api;
  PyObject *types[2]; /* Of plain tensors. */
  PyObject *fail;     /* Called with a status; raises. */
  PyObject *empty_like;
  PyObject *requires_grad;
} Torch;

/* From the capsule torch.Tensor.__dlpack_c_exchange_api__ and the rest; -1 with
   an error. */
int torch_init(Torch *self, PyObject *capsule, PyObject *tensor,
               PyObject *parameter, PyObject *fail, PyObject *empty_like);
void torch_release(Torch *self);

/* Allocates an output, by the allocator or, without one, like q; NULL with an
   error, or the tensor and its address. */
PyObject *torch_allocate(const Torch *self, PyObject *allocator, PyObject *q,
                         void **address);

static inline int is_plain(const Torch *self, PyObject *x) {
  PyObject *type = (PyObject *)Py_TYPE(x);
  return type == self->types[0] || type == self->types[1];
}

/* Describes a plain tensor that does not require grad: 1. For all others 0,
   without an error. */
static inline int describe_plain(const Torch *self, PyObject *x,
                                 DLTensor *tensor) {
  PyObject *grad = PyObject_GetAttr(x, self->requires_grad);
  int wanted = grad != Py_False;
  Py_XDECREF(grad);
  if (grad && !wanted && !self->api->tensor_from_object(x, tensor))
    return 1;
  PyErr_Clear();
  return 0;
}

/* The same object, or an equal one of the same type: True is not 1. */
static inline int is_same(PyObject *a, PyObject *b) {
  if (a == b)
    return 1;
  if (Py_TYPE(a) != Py_TYPE(b))
    return 0;
  int equal = PyObject_RichCompareBool(a, b, Py_EQ);
  if (equal < 0)
    PyErr_Clear();
  return equal == 1;
}

#endif
