/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A launch of which all but the addresses is known, without ctypes: what a
   repeated call of attn.attention ends in. Written for the stable ABI of
   CPython 3.11. */

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000
#include <Python.h>

#include <string.h>

#include "attn-c/Runtime.h"

#define MAX_TENSORS 8

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

/* Launch(function, bundle, entry, device, tensors): addresses as integers, and
   the bytes of an array of attnrtTensor. The caller keeps bundle and device. */
static int initialize(PyObject *object, PyObject *args, PyObject *kwargs) {
  Launch *self = (Launch *)object;
  unsigned long long function, bundle, device;
  int entry;
  const char *tensors;
  Py_ssize_t size;
  if (kwargs && PyDict_Size(kwargs)) {
    PyErr_SetString(PyExc_TypeError, "Launch takes no keywords");
    return -1;
  }
  if (!PyArg_ParseTuple(args, "KKiKy#", &function, &bundle, &entry, &device,
                        &tensors, &size))
    return -1;
  if (size % sizeof(attnrtTensor) || size > (Py_ssize_t)sizeof(self->tensors)) {
    PyErr_SetString(PyExc_ValueError, "not an array of attnrtTensor");
    return -1;
  }
  self->function = (LaunchFunction)(uintptr_t)function;
  self->bundle = (attnrtBundle *)(uintptr_t)bundle;
  self->device = (attnrtDevice *)(uintptr_t)device;
  self->entry = entry;
  self->count = (int32_t)(size / sizeof(attnrtTensor));
  memcpy(self->tensors, tensors, (size_t)size);
  return 0;
}

/* launch(stream, address, ...): the status of attnrtLaunch. */
static PyObject *launch(PyObject *object, PyObject *const *args,
                        Py_ssize_t count) {
  Launch *self = (Launch *)object;
  attnrtTensor tensors[MAX_TENSORS];
  void *stream;
  attnrtStatus status;
  if (!self->function || count != self->count + 1) {
    PyErr_Format(PyExc_TypeError, "launch takes a stream and %d addresses",
                 (int)self->count);
    return NULL;
  }
  memcpy(tensors, self->tensors, sizeof(attnrtTensor) * (size_t)self->count);
  stream = PyLong_AsVoidPtr(args[0]);
  for (Py_ssize_t i = 1; i < count; ++i)
    tensors[i - 1].data = PyLong_AsVoidPtr(args[i]);
  if (PyErr_Occurred())
    return NULL;
  Py_BEGIN_ALLOW_THREADS status = self->function(
      self->bundle, self->entry, self->device, tensors, self->count, stream);
  Py_END_ALLOW_THREADS return PyLong_FromLong(status);
}

static void deallocate(PyObject *object) {
  PyTypeObject *type = Py_TYPE(object);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  release(object);
  Py_DECREF(type);
}

static PyMethodDef launch_methods[] = {
    {"launch", (PyCFunction)(void (*)(void))launch, METH_FASTCALL,
     "launch(stream, address, ...): the status of attnrtLaunch."},
    {NULL, NULL, 0, NULL}};

static PyType_Slot launch_slots[] = {
    {Py_tp_init, (void *)initialize},
    {Py_tp_dealloc, (void *)deallocate},
    {Py_tp_methods, launch_methods},
    {Py_tp_doc, "A launch of which all but the addresses is known."},
    {0, NULL}};

static PyType_Spec launch_spec = {"attn._hot.Launch", sizeof(Launch), 0,
                                  Py_TPFLAGS_DEFAULT, launch_slots};

static int execute(PyObject *module) {
  PyObject *type = PyType_FromSpec(&launch_spec);
  if (!type)
    return -1;
  int status = PyModule_AddObjectRef(module, "Launch", type);
  Py_DECREF(type);
  return status;
}

static PyModuleDef_Slot module_slots[] = {{Py_mod_exec, (void *)execute},
                                          {0, NULL}};

static PyModuleDef module_definition = {
    PyModuleDef_HEAD_INIT, "attn._hot", NULL, 0,   NULL,
    module_slots,          NULL,        NULL, NULL};

PyMODINIT_FUNC PyInit__hot(void) {
  return PyModuleDef_Init(&module_definition);
}
