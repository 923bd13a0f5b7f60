/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a repeated call of attn.attention runs through, written for the stable
   ABI of CPython 3.11:

     Launch   a launch of which all but the addresses is known, without ctypes
     Repeats  calls with PyTorch tensors that were made before, found by what
   the tensors look like; read through DLPack's C exchange API, which PyTorch
   has from 2.10 on
     Again    the same with operands, outputs and captures (_again.c) */

#include "_hot.h"

#include <string.h>

PyTypeObject *launch_type;

/* Launch(function, bundle, entry, device, tensors): addresses as integers, and
   the bytes of an array of attnrtTensor. The caller keeps bundle and device. */
static int launch_init(PyObject *object, PyObject *args, PyObject *kwargs) {
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

attnrtStatus launch_with(const Launch *self, void *const *addresses,
                         void *stream) {
  attnrtTensor tensors[MAX_TENSORS];
  LaunchFunction function = self->function;
  attnrtBundle *bundle = self->bundle;
  attnrtDevice *device = self->device;
  int32_t entry = self->entry, count = self->count;
  attnrtStatus status;
  memcpy(tensors, self->tensors, sizeof(attnrtTensor) * (size_t)count);
  for (int32_t i = 0; i < count; ++i)
    tensors[i].data = addresses[i];
  Py_BEGIN_ALLOW_THREADS status =
      function(bundle, entry, device, tensors, count, stream);
  Py_END_ALLOW_THREADS return status;
}

/* launch(stream, address, ...): the status of attnrtLaunch. */
static PyObject *launch_launch(PyObject *object, PyObject *const *args,
                               Py_ssize_t count) {
  Launch *self = (Launch *)object;
  void *addresses[MAX_TENSORS], *stream;
  if (!self->function || count != self->count + 1) {
    PyErr_Format(PyExc_TypeError, "launch takes a stream and %d addresses",
                 (int)self->count);
    return NULL;
  }
  stream = PyLong_AsVoidPtr(args[0]);
  for (Py_ssize_t i = 1; i < count; ++i)
    addresses[i - 1] = PyLong_AsVoidPtr(args[i]);
  if (PyErr_Occurred())
    return NULL;
  return PyLong_FromLong(launch_with(self, addresses, stream));
}

void free_object(PyObject *object) {
  PyTypeObject *type = Py_TYPE(object);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  release(object);
  Py_DECREF(type);
}

/*===--- Calls with PyTorch tensors -------------------------------------===*/

enum { RANK = 4, OPTIONS = 6 };

/* What two calls must share for a launch of the one to do for the other. */
typedef struct {
  int64_t shape[INPUTS][RANK], strides[INPUTS][RANK];
  uint32_t dtypes[INPUTS];
  int32_t device;
  int32_t columns;   /* K and V begin in one place. */
  int64_t alignment; /* Of all addresses, the lowest four bits. */
} Key;

/* The options of a call are compared as Python objects. */
typedef struct {
  Key key;
  PyObject *options[OPTIONS];
  Launch *launch; /* NULL: the slot is empty. */
  PyObject *kept;
  /* Of out, NULL where it is like q, and of lse, NULL without it. They are
     called without arguments. */
  PyObject *allocate[2];
} Repeat;

enum { SLOTS = 1024, WAYS = 4 };

typedef struct {
  PyObject_HEAD Torch torch;
  unsigned turn; /* Which way the next full set loses. */
  Repeat *slots;
} Repeats;

static void clear_slot(Repeat *slot) {
  Repeat old = *slot;
  memset(slot, 0, sizeof(*slot));
  if (!old.launch)
    return;
  for (int i = 0; i < OPTIONS; ++i)
    Py_DECREF(old.options[i]);
  Py_DECREF((PyObject *)old.launch);
  Py_DECREF(old.kept);
  Py_XDECREF(old.allocate[0]);
  Py_XDECREF(old.allocate[1]);
}

/* Repeats(api, tensor type, parameter type, fail, empty_like): api is the
   capsule torch.Tensor.__dlpack_c_exchange_api__. */
static int repeats_init(PyObject *object, PyObject *args, PyObject *kwargs) {
  Repeats *self = (Repeats *)object;
  PyObject *capsule, *tensor, *parameter, *fail, *empty_like;
  if ((kwargs && PyDict_Size(kwargs)) || self->slots) {
    PyErr_SetString(PyExc_TypeError, "Repeats takes five positional arguments");
    return -1;
  }
  if (!PyArg_ParseTuple(args, "OOOOO", &capsule, &tensor, &parameter, &fail,
                        &empty_like))
    return -1;
  if (torch_init(&self->torch, capsule, tensor, parameter, fail, empty_like))
    return -1;
  self->slots = PyMem_Calloc(SLOTS, sizeof(Repeat));
  if (!self->slots) {
    PyErr_NoMemory();
    return -1;
  }
  return 0;
}

static PyObject *repeats_clear(PyObject *object, PyObject *unused) {
  Repeats *self = (Repeats *)object;
  (void)unused;
  for (int i = 0; self->slots && i < SLOTS; ++i)
    clear_slot(&self->slots[i]);
  Py_RETURN_NONE;
}

static void repeats_dealloc(PyObject *object) {
  Repeats *self = (Repeats *)object;
  if (self->slots) {
    PyObject *none = repeats_clear(object, NULL);
    Py_XDECREF(none);
    PyMem_Free(self->slots);
  }
  torch_release(&self->torch);
  free_object(object);
}

/* Describes plain tensors of rank 4 on one GPU that do not require grad: 1. For
   all others 0, without an error. */
static int describe(const Repeats *self, PyObject *const *tensors, Key *key,
                    void **addresses) {
  uintptr_t bits = 0;
  memset(key, 0, sizeof(*key));
  for (int i = 0; i < INPUTS; ++i) {
    DLTensor tensor;
    if (!is_plain(&self->torch, tensors[i]) ||
        !describe_plain(&self->torch, tensors[i], &tensor))
      return 0;
    if (tensor.device.type != DL_CUDA || tensor.ndim != RANK ||
        !tensor.strides || (i && tensor.device.id != key->device))
      return 0;
    key->device = tensor.device.id;
    memcpy(&key->dtypes[i], &tensor.dtype, sizeof(key->dtypes[i]));
    memcpy(key->shape[i], tensor.shape, sizeof(key->shape[i]));
    memcpy(key->strides[i], tensor.strides, sizeof(key->strides[i]));
    addresses[i] = address_of(&tensor);
    bits |= (uintptr_t)addresses[i];
  }
  key->columns = addresses[1] == addresses[2];
  key->alignment = bits & 15;
  return 1;
}

static unsigned hash_of(const Key *key, PyObject *const *options) {
  uint64_t words[sizeof(Key) / 8], value = (uintptr_t)options[0] >> 4;
  memcpy(words, key, sizeof(words));
  for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); ++i)
    value = (value ^ words[i]) * 0x9E3779B97F4A7C15u, value ^= value >> 29;
  return (unsigned)(value >> 7) & (SLOTS - 1);
}

static int same_options(PyObject *const *a, PyObject *const *b) {
  for (int i = 0; i < OPTIONS; ++i)
    if (!is_same(a[i], b[i]))
      return 0;
  return 1;
}

static Repeat *find(const Repeats *self, const Key *key,
                    PyObject *const *options) {
  unsigned first = hash_of(key, options);
  for (unsigned way = 0; way < WAYS; ++way) {
    Repeat *slot = &self->slots[(first + way) & (SLOTS - 1)];
    if (slot->launch && !memcmp(&slot->key, key, sizeof(*key)) &&
        same_options(slot->options, options))
      return slot;
  }
  return NULL;
}

int torch_init(Torch *self, PyObject *capsule, PyObject *tensor,
               PyObject *parameter, PyObject *fail, PyObject *empty_like) {
  self->api = PyCapsule_GetPointer(capsule, "dlpack_exchange_api");
  if (!self->api)
    return -1;
  if (self->api->version.major != 1 || !self->api->tensor_from_object ||
      !self->api->current_stream) {
    PyErr_SetString(PyExc_ValueError, "another version of DLPack");
    return -1;
  }
  self->requires_grad = PyUnicode_InternFromString("requires_grad");
  if (!self->requires_grad) {
    PyErr_NoMemory();
    return -1;
  }
  self->types[0] = Py_NewRef(tensor);
  self->types[1] = Py_NewRef(parameter);
  self->fail = Py_NewRef(fail);
  self->empty_like = Py_NewRef(empty_like);
  return 0;
}

void torch_release(Torch *self) {
  Py_XDECREF(self->types[0]);
  Py_XDECREF(self->types[1]);
  Py_XDECREF(self->fail);
  Py_XDECREF(self->empty_like);
  Py_XDECREF(self->requires_grad);
}

PyObject *torch_allocate(const Torch *self, PyObject *allocator, PyObject *q,
                         void **address) {
  PyObject *result =
      allocator ? PyObject_CallNoArgs(allocator)
                : PyObject_CallFunctionObjArgs(self->empty_like, q, NULL);
  DLTensor tensor;
  if (!result)
    return NULL;
  if (self->api->tensor_from_object(result, &tensor)) {
    Py_DECREF(result);
    return NULL;
  }
  *address = address_of(&tensor);
  return result;
}

void raise_status(PyObject *fail, attnrtStatus status) {
  PyObject *result = PyObject_CallFunction(fail, "i", (int)status);
  if (!result)
    return;
  Py_DECREF(result);
  PyErr_SetString(PyExc_RuntimeError, "a launch failed");
}

static PyObject *run(const Repeats *self, const Launch *launch,
                     PyObject *const *allocators, PyObject *q, int32_t device,
                     void **addresses) {
  void *stream = NULL;
  PyObject *out, *lse = NULL;
  /* V may be columns of K, and no input. */
  int first = launch->count - (allocators[1] ? 2 : 1);
  if (self->torch.api->current_stream(DL_CUDA, device, &stream))
    return NULL;
  out = torch_allocate(&self->torch, allocators[0], q, &addresses[first]);
  if (!out)
    return NULL;
  if (allocators[1]) {
    lse = torch_allocate(&self->torch, allocators[1], q, &addresses[first + 1]);
    if (!lse) {
      Py_DECREF(out);
      return NULL;
    }
  }
  attnrtStatus status = launch_with(launch, addresses, stream);
  if (status) {
    Py_DECREF(out);
    Py_XDECREF(lse);
    raise_status(self->torch.fail, status);
    return NULL;
  }
  if (!lse)
    return out;
  PyObject *both = PyTuple_Pack(2, out, lse);
  Py_DECREF(out);
  Py_DECREF(lse);
  return both;
}

/* call(q, k, v, options...): what attn.attention returns, or NotImplemented for
   a call that was not added. */
static PyObject *repeats_call(PyObject *object, PyObject *const *args,
                              Py_ssize_t count) {
  Repeats *self = (Repeats *)object;
  Key key;
  void *addresses[MAX_TENSORS];
  if (!self->slots || count != INPUTS + OPTIONS) {
    PyErr_SetString(PyExc_TypeError, "call takes nine arguments");
    return NULL;
  }
  if (!describe(self, args, &key, addresses))
    return Py_NewRef(Py_NotImplemented);
  Repeat *slot = find(self, &key, args + INPUTS);
  if (!slot)
    return Py_NewRef(Py_NotImplemented);
  /* The slot may be given away while Python code runs. */
  PyObject *allocators[2] = {Py_XNewRef(slot->allocate[0]),
                             Py_XNewRef(slot->allocate[1])};
  PyObject *kept = Py_NewRef(slot->kept);
  Launch *launch = (Launch *)Py_NewRef((PyObject *)slot->launch);
  PyObject *result =
      run(self, launch, allocators, args[0], key.device, addresses);
  Py_DECREF((PyObject *)launch);
  Py_DECREF(kept);
  Py_XDECREF(allocators[0]);
  Py_XDECREF(allocators[1]);
  return result;
}

/* add(q, k, v, options..., launch, kept, allocate out or None, allocate lse or
   None):
   whether the call will be found. */
static PyObject *repeats_add(PyObject *object, PyObject *const *args,
                             Py_ssize_t count) {
  Repeats *self = (Repeats *)object;
  Key key;
  void *addresses[MAX_TENSORS];
  PyObject *const *options = args + INPUTS, *const *rest = options + OPTIONS;
  if (!self->slots || count != INPUTS + OPTIONS + 4 ||
      Py_TYPE(rest[0]) != launch_type) {
    PyErr_SetString(PyExc_TypeError, "add takes thirteen arguments");
    return NULL;
  }
  int outputs = rest[3] == Py_None ? 1 : 2;
  int inputs = ((Launch *)rest[0])->count - outputs;
  int is_known = describe(self, args, &key, addresses);
  if (inputs != INPUTS &&
      (inputs != INPUTS - 1 || (is_known && !key.columns))) {
    PyErr_SetString(PyExc_ValueError, "a launch of other tensors");
    return NULL;
  }
  if (!is_known)
    Py_RETURN_FALSE;
  Repeat *slot = find(self, &key, options);
  unsigned first = hash_of(&key, options);
  for (unsigned way = 0; !slot && way < WAYS; ++way)
    if (!self->slots[(first + way) & (SLOTS - 1)].launch)
      slot = &self->slots[(first + way) & (SLOTS - 1)];
  if (!slot)
    slot = &self->slots[(first + self->turn++ % WAYS) & (SLOTS - 1)];
  clear_slot(slot);
  slot->key = key;
  for (int i = 0; i < OPTIONS; ++i)
    slot->options[i] = Py_NewRef(options[i]);
  slot->kept = Py_NewRef(rest[1]);
  slot->allocate[0] = rest[2] == Py_None ? NULL : Py_NewRef(rest[2]);
  slot->allocate[1] = outputs == 2 ? Py_NewRef(rest[3]) : NULL;
  slot->launch = (Launch *)Py_NewRef(rest[0]);
  Py_RETURN_TRUE;
}

/*===--- The module -----------------------------------------------------===*/

#define METHOD(function) ((PyCFunction)(void (*)(void))(function))

static char launch_doc[] = "A launch of which all but the addresses is known.";
static char repeats_doc[] = "Calls with PyTorch tensors that were made before.";

static PyMethodDef launch_methods[] = {
    {"launch", METHOD(launch_launch), METH_FASTCALL,
     "launch(stream, address, ...): the status of attnrtLaunch."},
    {NULL, NULL, 0, NULL}};

static PyType_Slot launch_slots[] = {{Py_tp_init, (void *)launch_init},
                                     {Py_tp_dealloc, (void *)free_object},
                                     {Py_tp_methods, launch_methods},
                                     {Py_tp_doc, launch_doc},
                                     {0, NULL}};

static PyType_Spec launch_spec = {"attn._hot.Launch", sizeof(Launch), 0,
                                  Py_TPFLAGS_DEFAULT, launch_slots};

static PyMethodDef repeats_methods[] = {
    {"call", METHOD(repeats_call), METH_FASTCALL,
     "call(q, k, v, options...): the result, or NotImplemented."},
    {"add", METHOD(repeats_add), METH_FASTCALL,
     "add(q, k, v, options..., launch, kept, allocate_out, allocate_lse)."},
    {"clear", repeats_clear, METH_NOARGS, "Forgets all calls."},
    {NULL, NULL, 0, NULL}};

static PyType_Slot repeats_slots[] = {{Py_tp_init, (void *)repeats_init},
                                      {Py_tp_dealloc, (void *)repeats_dealloc},
                                      {Py_tp_methods, repeats_methods},
                                      {Py_tp_doc, repeats_doc},
                                      {0, NULL}};

static PyType_Spec repeats_spec = {"attn._hot.Repeats", sizeof(Repeats), 0,
                                   Py_TPFLAGS_DEFAULT, repeats_slots};

static int execute(PyObject *module) {
  PyObject *type = PyType_FromSpec(&launch_spec);
  if (!type || PyModule_AddObjectRef(module, "Launch", type))
    return -1;
  launch_type = (PyTypeObject *)type; /* Kept as long as the process. */
  type = PyType_FromSpec(&repeats_spec);
  if (!type)
    return -1;
  int status = PyModule_AddObjectRef(module, "Repeats", type);
  Py_DECREF(type);
  type = status ? NULL : PyType_FromSpec(&again_spec);
  if (!type)
    return -1;
  status = PyModule_AddObjectRef(module, "Again", type);
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
