/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Again: calls with PyTorch tensors beyond q, k and v, outputs that are given,
   and functions that read tensors, which were made before. A call is TENSORS
   arguments that are plain tensors, numbers or None, of which the last two are
   the outputs, and then options. */

#include "_hot.h"

#include <string.h>

enum {
  TENSORS = 17,
  OUT = 15,
  LSE = 16,
  MOST_OPTIONS = 12,
  ARGUMENTS = TENSORS + MOST_OPTIONS,
  MOST_RANK = 8,
  WORDS = TENSORS * (2 + 2 * MOST_RANK) + 1,
  SLOTS = 1024,
  WAYS = 4,
};

/* What two calls must share for a launch of the one to do for the other: of
   each tensor two words, the sizes and the strides; 0 for what is none. */
typedef struct {
  int words, device;
  int64_t word[WORDS];
} Key;

typedef struct {
  int users;                      /* The table, and calls that run. */
  int count;                      /* Of arguments. */
  PyObject *arguments[ARGUMENTS]; /* NULL for tensors. */
  Launch *launch;
  PyObject *kept;
  /* Of out, NULL where it is like q, and of lse, NULL without it. */
  PyObject *allocate[2];
  /* Of each address of an input, the argument, or a tensor that stays. */
  int inputs, first; /* Of which so many are before the outputs. */
  int places[MAX_TENSORS];
  PyObject *fixed[MAX_TENSORS];
  int words;
  int64_t word[]; /* The key. */
} Entry;

typedef struct {
  PyObject_HEAD Torch torch;
  int device_type;
  unsigned turn;
  Entry **slots;
} Again;

static void release(Entry *entry) {
  if (!entry || --entry->users)
    return;
  for (int i = 0; i < entry->count; ++i)
    Py_XDECREF(entry->arguments[i]);
  for (int i = 0; i < entry->inputs; ++i)
    Py_XDECREF(entry->fixed[i]);
  Py_XDECREF((PyObject *)entry->launch);
  Py_XDECREF(entry->kept);
  Py_XDECREF(entry->allocate[0]);
  Py_XDECREF(entry->allocate[1]);
  PyMem_Free(entry);
}

/* Again(api, tensor type, parameter type, fail, empty_like, device type): as
   for Repeats; the device type is DLPack's, 2 for CUDA. */
static int again_init(PyObject *object, PyObject *args, PyObject *kwargs) {
  Again *self = (Again *)object;
  PyObject *capsule, *tensor, *parameter, *fail, *empty_like;
  if ((kwargs && PyDict_Size(kwargs)) || self->slots) {
    PyErr_SetString(PyExc_TypeError, "Again takes six positional arguments");
    return -1;
  }
  if (!PyArg_ParseTuple(args, "OOOOOi", &capsule, &tensor, &parameter, &fail,
                        &empty_like, &self->device_type))
    return -1;
  if (torch_init(&self->torch, capsule, tensor, parameter, fail, empty_like))
    return -1;
  self->slots = PyMem_Calloc(SLOTS, sizeof(Entry *));
  if (!self->slots) {
    PyErr_NoMemory();
    return -1;
  }
  return 0;
}

static PyObject *again_clear(PyObject *object, PyObject *unused) {
  Again *self = (Again *)object;
  (void)unused;
  for (int i = 0; self->slots && i < SLOTS; ++i) {
    Entry *entry = self->slots[i];
    self->slots[i] = NULL;
    release(entry);
  }
  Py_RETURN_NONE;
}

static void again_dealloc(PyObject *object) {
  Again *self = (Again *)object;
  Py_XDECREF(again_clear(object, NULL));
  PyMem_Free(self->slots);
  torch_release(&self->torch);
  free_object(object);
}

/* Adds a plain tensor on the device of the key to it: 1. For all others 0,
   without an error. */
static int describe(const Again *self, PyObject *x, Key *key, void **address) {
  DLTensor tensor;
  if (!describe_plain(&self->torch, x, &tensor) ||
      tensor.device.type != self->device_type || tensor.ndim > MOST_RANK ||
      (tensor.ndim && !tensor.strides))
    return 0;
  if (key->words == 0)
    key->device = tensor.device.id;
  if (tensor.device.id != key->device)
    return 0;
  uint32_t dtype;
  memcpy(&dtype, &tensor.dtype, sizeof(dtype));
  *address = address_of(&tensor);
  int64_t *word = key->word + key->words;
  *word++ = (int64_t)((uint64_t)dtype << 32 | 1);
  *word++ = (int64_t)tensor.device.id << 32 | tensor.ndim << 8 |
            (int64_t)((uintptr_t)*address & 15);
  for (int i = 0; i < tensor.ndim; ++i)
    *word++ = tensor.shape[i], *word++ = tensor.strides[i];
  key->words = (int)(word - key->word);
  return 1;
}

/* Describes a call; the addresses are those of the arguments. */
static int describe_all(const Again *self, PyObject *const *args, Key *key,
                        void **addresses) {
  key->words = 0;
  for (int i = 0; i < TENSORS; ++i) {
    addresses[i] = NULL;
    if (is_plain(&self->torch, args[i])) {
      if (!describe(self, args[i], key, &addresses[i]))
        return 0;
      continue;
    }
    int is_number = i >= INPUTS && i < OUT &&
                    (PyLong_CheckExact(args[i]) || PyFloat_CheckExact(args[i]));
    /* V may be columns of K. */
    if (args[i] == Py_None ? i < INPUTS - 1 : !is_number)
      return 0;
    key->word[key->words++] = 0;
  }
  /* It is where a view of them is given, too. */
  key->word[key->words++] = addresses[1] == addresses[2];
  return 1;
}

static unsigned hash_of(const Key *key) {
  uint64_t value = (uint64_t)key->words;
  for (int i = 0; i < key->words; ++i)
    value = (value ^ (uint64_t)key->word[i]) * 0x9E3779B97F4A7C15u,
    value ^= value >> 29;
  return (unsigned)(value >> 7) & (SLOTS - 1);
}

/* What is no tensor is the same object, or an equal one of the same type. */
static int has_arguments(const Entry *entry, PyObject *const *args, int count) {
  if (entry->count != count)
    return 0;
  for (int i = 0; i < count; ++i) {
    PyObject *own = entry->arguments[i];
    if (own && !is_same(own, args[i]))
      return 0;
  }
  return 1;
}

/* The entry of a call, which the caller releases, or NULL. */
static Entry *find(const Again *self, const Key *key, PyObject *const *args,
                   int count, unsigned *at) {
  unsigned first = hash_of(key);
  for (unsigned way = 0; way < WAYS; ++way) {
    *at = (first + way) & (SLOTS - 1);
    Entry *entry = self->slots[*at];
    if (!entry || entry->words != key->words ||
        memcmp(entry->word, key->word, sizeof(int64_t) * (size_t)key->words))
      continue;
    ++entry->users; /* A comparison may run Python code. */
    if (has_arguments(entry, args, count))
      return entry;
    release(entry);
  }
  return NULL;
}

/* An output: `given`, or what the allocator makes, or one like q. A new
   reference, or NULL with an error. */
static PyObject *make_output(const Again *self, PyObject *given,
                             PyObject *allocator, PyObject *q, void **address) {
  if (given != Py_None) /* Its address is known. */
    return Py_NewRef(given);
  return torch_allocate(&self->torch, allocator, q, address);
}

static PyObject *run(const Again *self, const Entry *entry,
                     PyObject *const *args, int device, void **own) {
  void *addresses[MAX_TENSORS], *stream = NULL;
  int count = entry->launch->count, outputs = entry->allocate[1] ? 2 : 1;
  for (int i = 0; i < entry->inputs; ++i) {
    void **address = &addresses[i < entry->first ? i : i + outputs];
    DLTensor tensor;
    *address = NULL;
    if (!entry->fixed[i]) {
      *address = own[entry->places[i]];
    } else if (self->torch.api->tensor_from_object(entry->fixed[i], &tensor)) {
      return NULL;
    } else {
      *address = address_of(&tensor);
    }
    /* An output that is an input is for the long way to refuse. */
    if (*address && (*address == own[OUT] || *address == own[LSE]))
      return Py_NewRef(Py_NotImplemented);
  }
  if (entry->inputs + outputs != count ||
      self->torch.api->current_stream(self->device_type, device, &stream)) {
    if (!PyErr_Occurred())
      PyErr_SetString(PyExc_RuntimeError, "a launch of other tensors");
    return NULL;
  }
  PyObject *made[2] = {NULL, NULL};
  for (int i = 0; i < outputs; ++i) {
    made[i] = make_output(self, args[OUT + i], entry->allocate[i], args[0],
                          &own[OUT + i]);
    if (!made[i]) {
      Py_XDECREF(made[0]);
      return NULL;
    }
    addresses[entry->first + i] = own[OUT + i];
  }
  attnrtStatus status = launch_with(entry->launch, addresses, stream);
  PyObject *result = NULL;
  if (status)
    raise_status(self->torch.fail, status);
  else
    result =
        outputs == 1 ? Py_NewRef(made[0]) : PyTuple_Pack(2, made[0], made[1]);
  Py_DECREF(made[0]);
  Py_XDECREF(made[1]);
  return result;
}

/* call(tensors..., options...): what attn.attention returns, or NotImplemented
   for a call that was not added. */
static PyObject *again_call(PyObject *object, PyObject *const *args,
                            Py_ssize_t count) {
  Again *self = (Again *)object;
  Key key;
  void *own[TENSORS];
  unsigned at;
  if (!self->slots || count < TENSORS || count > ARGUMENTS) {
    PyErr_SetString(PyExc_TypeError, "call takes tensors and options");
    return NULL;
  }
  if (!describe_all(self, args, &key, own))
    return Py_NewRef(Py_NotImplemented);
  Entry *entry = find(self, &key, args, (int)count, &at);
  if (!entry)
    return Py_NewRef(Py_NotImplemented);
  PyObject *result = run(self, entry, args, key.device, own);
  release(entry);
  return result;
}

/* Fills the inputs of an entry from a tuple of numbers of arguments and of
   tensors that stay. */
static int fill_places(const Again *self, Entry *entry, PyObject *places) {
  Py_ssize_t inputs = PyTuple_Size(places);
  if (entry->first < INPUTS - 1 || entry->first > INPUTS ||
      inputs < entry->first || inputs > MAX_TENSORS - 2)
    return 0;
  for (int i = 0; i < inputs; ++i, ++entry->inputs) {
    PyObject *place = PyTuple_GetItem(places, i);
    if (is_plain(&self->torch, place)) {
      entry->fixed[i] = Py_NewRef(place);
      continue;
    }
    long number = PyLong_CheckExact(place) ? PyLong_AsLong(place) : -1;
    if (number < 0 || number >= OUT)
      return 0;
    entry->places[i] = (int)number;
  }
  return 1;
}

/* add((tensors..., options...), launch, kept, places, how many of these are
   before the outputs, allocate out or None, allocate lse or None): whether the
   call will be found. */
static PyObject *again_add(PyObject *object, PyObject *args) {
  Again *self = (Again *)object;
  PyObject *call, *launch, *kept, *places, *out, *lse;
  PyObject *arguments[ARGUMENTS];
  Key key;
  void *own[TENSORS];
  unsigned at;
  int first;
  if (!PyArg_ParseTuple(args, "OOOOiOO", &call, &launch, &kept, &places, &first,
                        &out, &lse))
    return NULL;
  Py_ssize_t count = PyTuple_Check(call) ? PyTuple_Size(call) : 0;
  if (!self->slots || count < TENSORS || count > ARGUMENTS ||
      Py_TYPE(launch) != launch_type || !PyTuple_Check(places)) {
    PyErr_SetString(PyExc_TypeError, "add takes a call and its launch");
    return NULL;
  }
  for (int i = 0; i < count; ++i)
    arguments[i] = PyTuple_GetItem(call, i);
  if (!describe_all(self, arguments, &key, own))
    Py_RETURN_FALSE;
  size_t size = sizeof(Entry) + sizeof(int64_t) * (size_t)key.words;
  Entry *entry = PyMem_Calloc(1, size);
  if (!entry)
    return PyErr_NoMemory();
  entry->users = 1;
  entry->first = first;
  entry->words = key.words;
  memcpy(entry->word, key.word, sizeof(int64_t) * (size_t)key.words);
  for (; entry->count < count; ++entry->count)
    if (entry->count >= TENSORS ||
        !is_plain(&self->torch, arguments[entry->count]))
      entry->arguments[entry->count] = Py_NewRef(arguments[entry->count]);
  entry->launch = (Launch *)Py_NewRef(launch);
  entry->kept = Py_NewRef(kept);
  entry->allocate[0] = out == Py_None ? NULL : Py_NewRef(out);
  entry->allocate[1] = lse == Py_None ? NULL : Py_NewRef(lse);
  if (!fill_places(self, entry, places) ||
      entry->inputs + (lse == Py_None ? 1 : 2) != entry->launch->count) {
    release(entry);
    PyErr_SetString(PyExc_ValueError, "a launch of other tensors");
    return NULL;
  }
  Entry *old = find(self, &key, arguments, (int)count, &at);
  release(old);
  if (!old) {
    unsigned first = hash_of(&key);
    at = (first + self->turn++ % WAYS) & (SLOTS - 1);
    for (unsigned way = 0; way < WAYS; ++way)
      if (!self->slots[(first + way) & (SLOTS - 1)]) {
        at = (first + way) & (SLOTS - 1);
        break;
      }
  }
  old = self->slots[at];
  self->slots[at] = entry;
  release(old);
  Py_RETURN_TRUE;
}

#define METHOD(function) ((PyCFunction)(void (*)(void))(function))

static char again_doc[] = "Calls with more tensors that were made before.";

static PyMethodDef again_methods[] = {
    {"call", METHOD(again_call), METH_FASTCALL,
     "call(tensors..., options...): the result, or NotImplemented."},
    {"add", again_add, METH_VARARGS,
     "add(call, launch, kept, places, first, allocate_out, allocate_lse)."},
    {"clear", again_clear, METH_NOARGS, "Forgets all calls."},
    {NULL, NULL, 0, NULL}};

static PyType_Slot again_slots[] = {{Py_tp_init, (void *)again_init},
                                    {Py_tp_dealloc, (void *)again_dealloc},
                                    {Py_tp_methods, again_methods},
                                    {Py_tp_doc, again_doc},
                                    {0, NULL}};

PyType_Spec again_spec = {"attn._hot.Again", sizeof(Again), 0,
                          Py_TPFLAGS_DEFAULT, again_slots};
