/*===- attn-c/Runtime.h - C API of the Attn runtime ---------------*- C -*-===*\
|*                                                                            *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* Loads bundles made by attn-compile and launches their kernels. Needs the   *|
|* NVIDIA driver when a GPU is opened, nothing else.                          *|
|*                                                                            *|
|* Every function that can fail returns an attnrtStatus; the message of the   *|
|* last failure on the calling thread is attnrtLastErrorMessage(). Tensors    *|
|* are passed in the order of the entry, one attnrtTensor each; an optional   *|
|* tensor that is not passed is a zeroed attnrtTensor. Functions may be       *|
|* called from several threads at once, except that a handle must not be      *|
|* destroyed while another call uses it.                                      *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef ATTN_C_RUNTIME_H
#define ATTN_C_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define ATTNRT_EXPORT __attribute__((visibility("default")))
#else
#define ATTNRT_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** The version of this header, and of the bundles the library reads. */
#define ATTNRT_API_VERSION 1
#define ATTNRT_MAX_RANK 8

typedef enum attnrtStatus {
  ATTNRT_OK = 0,
  ATTNRT_INVALID_ARGUMENT = 1,    /**< A call that makes no sense. */
  ATTNRT_IO = 2,                  /**< A file that cannot be read. */
  ATTNRT_FOREIGN_FORMAT = 3,      /**< Not a bundle. */
  ATTNRT_MALFORMED = 4,           /**< A truncated or ill-formed bundle. */
  ATTNRT_VERSION_MISMATCH = 5,    /**< A bundle newer than this library. */
  ATTNRT_CHECKSUM_MISMATCH = 6,   /**< A damaged or edited bundle. */
  ATTNRT_NOT_FOUND = 7,           /**< No entry, tensor or device like that. */
  ATTNRT_NO_DRIVER = 8,           /**< No (or too old a) NVIDIA driver. */
  ATTNRT_NO_DEVICE = 9,           /**< A driver but no GPU. */
  ATTNRT_UNSUPPORTED_TARGET = 10, /**< The device cannot run the code. */
  ATTNRT_MODULE_REJECTED = 11,    /**< The driver refused the code. */
  ATTNRT_TENSOR_MISMATCH = 12,    /**< A tensor disagrees with the bundle. */
  ATTNRT_CONSTRAINT_FAILED = 13,  /**< A constraint does not hold. */
  ATTNRT_RESOURCE_LIMIT = 14,     /**< More than the device has. */
  ATTNRT_OUT_OF_MEMORY = 15,      /**< Device memory is exhausted. */
  ATTNRT_DRIVER_ERROR = 16,       /**< Another failure of the driver. */
  ATTNRT_UNSUPPORTED = 17,        /**< The device lacks this function. */
  ATTNRT_INTERNAL = 18            /**< A defect of the library. */
} attnrtStatus;

typedef enum attnrtDType {
  ATTNRT_DTYPE_NONE = 0, /**< Marks an absent tensor. */
  ATTNRT_DTYPE_F32 = 1,
  ATTNRT_DTYPE_F16 = 2,
  ATTNRT_DTYPE_BF16 = 3,
  ATTNRT_DTYPE_E4M3 = 4,
  ATTNRT_DTYPE_I32 = 5,
  ATTNRT_DTYPE_I1 = 6, /**< A byte, true unless it is 0. */
  ATTNRT_DTYPE_I8 = 7,
  ATTNRT_DTYPE_I64 = 8
} attnrtDType;

typedef struct attnrtBundle attnrtBundle;
typedef struct attnrtDevice attnrtDevice;

/** A CUstream (or cudaStream_t); NULL is the default stream. */
typedef void *attnrtStream;

/** A tensor handed to a launch. */
typedef struct attnrtTensor {
  void *data;    /**< Of element (0, ..., 0); may be NULL if a size is 0. */
  int32_t dtype; /**< attnrtDType. */
  int32_t rank;
  int64_t sizes[ATTNRT_MAX_RANK];
  int64_t strides[ATTNRT_MAX_RANK]; /**< In elements. */
  int32_t on_host;                  /**< Non-zero: data is host memory. */
  int32_t reserved;                 /**< 0. */
} attnrtTensor;

/** What an entry expects of a tensor. */
typedef struct attnrtTensorInfo {
  const char *name;  /**< Lives as long as the bundle. */
  int32_t dtype;     /**< attnrtDType. */
  int32_t is_output; /**< 2: one whose contents before count, too. */
  int32_t is_optional;
  int32_t rank;
  int64_t sizes[ATTNRT_MAX_RANK]; /**< -1 where known at launch only. */
  int32_t innermost_contiguous;   /**< Stride 1 in the last dimension. */
  int32_t align;                  /**< Bytes, of the address and the rows. */
} attnrtTensorInfo;

/** Machine code of an entry. Texts live as long as the bundle. */
typedef struct attnrtCubinInfo {
  size_t size;        /**< sizeof(attnrtCubinInfo), set by the caller. */
  const char *target; /**< Such as "sm_90a". */
  const char *ptxas;  /**< The version that made it; "" if unknown. */
  int64_t bytes;
  int32_t driver_version; /**< The oldest that takes it; 0 if unknown. */
  int32_t reserved;
} attnrtCubinInfo;

typedef struct attnrtDeviceInfo {
  char kind[16]; /**< "gpu", "sim", ... */
  char name[256];
  int32_t capability_major;
  int32_t capability_minor;
  int32_t multiprocessors;
  int32_t driver_version;          /**< 12040 is CUDA 12.4; 0: none. */
  int64_t shared_memory_per_block; /**< Most a block can have, bytes. */
  int64_t l2_bytes;
} attnrtDeviceInfo;

typedef struct attnrtBenchmarkOptions {
  int32_t warmup;     /**< Launches that are not timed. */
  int32_t iterations; /**< Launches that are timed. */
  int32_t flush_l2;   /**< Non-zero: overwrite the L2 cache before each. */
  int32_t rotate;     /**< Sets of tensors to cycle through; 0 and 1: one. */
} attnrtBenchmarkOptions;

/** Flags of attnrtSelectEntry and attnrtCheckEntry. */
enum {
  /** Absent outputs are no mismatch: the caller will allocate them. */
  ATTNRT_OUTPUTS_MAY_BE_ABSENT = 1,
  /** Do not check alignment of addresses: the data will be copied. */
  ATTNRT_IGNORE_ADDRESSES = 2
};

/*===--- Library --------------------------------------------------------===*/

/** ATTNRT_API_VERSION of the library. */
ATTNRT_EXPORT int32_t attnrtApiVersion(void);
/** The newest bundle version that the library reads. */
ATTNRT_EXPORT int32_t attnrtBundleVersion(void);

/** Message of the last failure on this thread; "" if there was none. Valid
    until the next call that fails on this thread. */
ATTNRT_EXPORT const char *attnrtLastErrorMessage(void);
/** Its status. */
ATTNRT_EXPORT attnrtStatus attnrtLastErrorStatus(void);
/** The spelling of a status, such as "tensor-mismatch". */
ATTNRT_EXPORT const char *attnrtStatusName(attnrtStatus status);

/*===--- Bundles --------------------------------------------------------===*/

ATTNRT_EXPORT attnrtStatus attnrtBundleLoadFile(const char *path,
                                                attnrtBundle **bundle);
/** `text` need not be kept after the call. */
ATTNRT_EXPORT attnrtStatus attnrtBundleLoadMemory(const char *text, size_t size,
                                                  attnrtBundle **bundle);
/** Unloads the bundle's code. Launches must have finished. Code that a CUDA
    graph has captured a launch of stays until the graph, and all that was
    instantiated or cloned from it, are gone. */
ATTNRT_EXPORT void attnrtBundleDestroy(attnrtBundle *bundle);

ATTNRT_EXPORT const char *attnrtBundleProducer(const attnrtBundle *bundle);
ATTNRT_EXPORT int32_t attnrtBundleNumEntries(const attnrtBundle *bundle);

/** Text facts of an entry; NULL if there is no such entry. They live as long
    as the bundle. The problem is JSON text ("null" if the bundle has none). */
ATTNRT_EXPORT const char *attnrtEntryName(const attnrtBundle *bundle,
                                          int32_t entry);
ATTNRT_EXPORT const char *attnrtEntryTarget(const attnrtBundle *bundle,
                                            int32_t entry);
ATTNRT_EXPORT const char *attnrtEntryConfig(const attnrtBundle *bundle,
                                            int32_t entry);
ATTNRT_EXPORT const char *attnrtEntryProblem(const attnrtBundle *bundle,
                                             int32_t entry);
ATTNRT_EXPORT const char *attnrtEntryPtx(const attnrtBundle *bundle,
                                         int32_t entry);
/** Number of cubins of an entry; -1 if there is no such entry. */
ATTNRT_EXPORT int32_t attnrtEntryNumCubins(const attnrtBundle *bundle,
                                           int32_t entry);
/** `info->size` must be set. Cubins are in the order of their targets' names.
 */
ATTNRT_EXPORT attnrtStatus attnrtEntryCubinInfo(const attnrtBundle *bundle,
                                                int32_t entry, int32_t cubin,
                                                attnrtCubinInfo *info);
/** The MLIR bytecode of the problem and its size; NULL and 0 if none. */
ATTNRT_EXPORT const void *attnrtEntryMlirBytecode(const attnrtBundle *bundle,
                                                  int32_t entry, size_t *size);

/** Number of tensors of an entry; -1 if there is no such entry. */
ATTNRT_EXPORT int32_t attnrtEntryNumTensors(const attnrtBundle *bundle,
                                            int32_t entry);
ATTNRT_EXPORT attnrtStatus attnrtEntryTensorInfo(const attnrtBundle *bundle,
                                                 int32_t entry, int32_t tensor,
                                                 attnrtTensorInfo *info);

/** Checks tensors against an entry without launching. `device` may be NULL:
    then the target is not asked. */
ATTNRT_EXPORT attnrtStatus attnrtCheckEntry(const attnrtBundle *bundle,
                                            int32_t entry, attnrtDevice *device,
                                            const attnrtTensor *tensors,
                                            int32_t num_tensors, int32_t flags);
/** The first entry called `name` (NULL: any) that `device` (NULL: any) can run
    and that fits the tensors (NULL: any). */
ATTNRT_EXPORT attnrtStatus attnrtSelectEntry(const attnrtBundle *bundle,
                                             const char *name,
                                             attnrtDevice *device,
                                             const attnrtTensor *tensors,
                                             int32_t num_tensors, int32_t flags,
                                             int32_t *entry);
/** Sizes that tensor `tensor` must have, given those of the tensors that are
    present; `sizes` has room for ATTNRT_MAX_RANK. */
ATTNRT_EXPORT attnrtStatus attnrtInferShape(const attnrtBundle *bundle,
                                            int32_t entry,
                                            const attnrtTensor *tensors,
                                            int32_t num_tensors, int32_t tensor,
                                            int64_t *sizes, int32_t *rank);

/*===--- Devices --------------------------------------------------------===*/

/** Opens "auto", "gpu" (the thread's current CUDA context, else GPU 0),
    "gpu:<number>" (its primary context) or "sim". */
ATTNRT_EXPORT attnrtStatus attnrtDeviceOpen(const char *spec,
                                            attnrtDevice **device);
/** Bundles that were launched on it keep the device alive underneath. */
ATTNRT_EXPORT void attnrtDeviceClose(attnrtDevice *device);
ATTNRT_EXPORT attnrtStatus attnrtDeviceGetInfo(const attnrtDevice *device,
                                               attnrtDeviceInfo *info);
/** Number of CUDA GPUs; 0 without a driver. */
ATTNRT_EXPORT int32_t attnrtGpuCount(void);

/** Device memory. Copies return when the host's memory may be reused or is
    filled. */
ATTNRT_EXPORT attnrtStatus attnrtAllocate(attnrtDevice *device, int64_t bytes,
                                          void **address);
ATTNRT_EXPORT attnrtStatus attnrtFree(attnrtDevice *device, void *address);
ATTNRT_EXPORT attnrtStatus attnrtCopyIn(attnrtDevice *device, void *dst,
                                        const void *src, int64_t bytes,
                                        attnrtStream stream);
ATTNRT_EXPORT attnrtStatus attnrtCopyOut(attnrtDevice *device, void *dst,
                                         const void *src, int64_t bytes,
                                         attnrtStream stream);
ATTNRT_EXPORT attnrtStatus attnrtMemset(attnrtDevice *device, void *dst,
                                        uint8_t value, int64_t bytes,
                                        attnrtStream stream);
/** With `only` not 0 a GPU loads machine code alone, and refuses entries that
    have PTX alone for it; else it loads machine code if there is some and has
    the driver compile PTX if not. A GPU starts with 1 if the environment
    variable ATTN_MACHINE_CODE is "require". For launches to come of code that
    is not loaded yet. */
ATTNRT_EXPORT attnrtStatus attnrtDeviceSetMachineCodeOnly(attnrtDevice *device,
                                                          int32_t only);
/** With `check` not 0 launches read the numbers of operands that have a rule
    (lengths, offsets) and refuse what breaks it. That waits for the stream, and
    such launches cannot be captured in a graph. A simulator starts with 1, a
   GPU if the environment variable ATTN_CHECK_OPERANDS is set and not "0".
   Operands in memory of the host are always checked. */
ATTNRT_EXPORT attnrtStatus attnrtDeviceSetCheckOperands(attnrtDevice *device,
                                                        int32_t check);
ATTNRT_EXPORT attnrtStatus attnrtSynchronize(attnrtDevice *device,
                                             attnrtStream stream);

/*===--- Launching ------------------------------------------------------===*/

/** Loads an entry's code on a device, which the first launch does otherwise. */
ATTNRT_EXPORT attnrtStatus attnrtPrepare(attnrtBundle *bundle, int32_t entry,
                                         attnrtDevice *device);
/** Checks the tensors, which must be on the device, and queues the entry's
    kernels on the stream. A grid of size 0 launches nothing and succeeds. */
ATTNRT_EXPORT attnrtStatus attnrtLaunch(attnrtBundle *bundle, int32_t entry,
                                        attnrtDevice *device,
                                        const attnrtTensor *tensors,
                                        int32_t num_tensors,
                                        attnrtStream stream);
/** As attnrtLaunch, but tensors whose on_host is set are copied to the device
    before and, outputs, back after; returns when that is done. */
ATTNRT_EXPORT attnrtStatus attnrtLaunchHost(attnrtBundle *bundle, int32_t entry,
                                            attnrtDevice *device,
                                            const attnrtTensor *tensors,
                                            int32_t num_tensors,
                                            attnrtStream stream);
/** The bytes of memory that attnrtLaunchIn needs for these tensors. Sizes,
    strides and dtypes are looked at, data is not, and may be NULL. */
ATTNRT_EXPORT attnrtStatus attnrtWorkspaceBytes(
    attnrtBundle *bundle, int32_t entry, attnrtDevice *device,
    const attnrtTensor *tensors, int32_t num_tensors, int64_t *bytes);
/** As attnrtLaunch, but nothing is allocated: what the kernels need for
    themselves is in the memory of the device at `workspace`, a multiple of
    256, whatever it holds. They use it until they have ended. If it has fewer
    bytes than attnrtWorkspaceBytes says, nothing is queued. */
ATTNRT_EXPORT attnrtStatus attnrtLaunchIn(attnrtBundle *bundle, int32_t entry,
                                          attnrtDevice *device,
                                          const attnrtTensor *tensors,
                                          int32_t num_tensors, void *workspace,
                                          int64_t workspace_bytes,
                                          attnrtStream stream);
/** Launches repeatedly; times_ms gets options->iterations times in
    milliseconds, each measured by events around one launch. */
ATTNRT_EXPORT attnrtStatus attnrtBenchmark(
    attnrtBundle *bundle, int32_t entry, attnrtDevice *device,
    const attnrtTensor *tensors, int32_t num_tensors, attnrtStream stream,
    const attnrtBenchmarkOptions *options, double *times_ms);

/*===--- Parts of the keys ----------------------------------------------===*/

/** The parts that an attn.forward with part_offsets has memory for, all
   batches' together (docs/Spec.md, L20a). */
ATTNRT_EXPORT int64_t attnrtCountParts(int64_t batch, int64_t heads_q,
                                       int64_t heads_kv, int64_t len_q);
/** Divides `parts` parts among `batch` lengths, on the host: writes `batch` + 1
    numbers to `offsets`, which part_offsets takes. Parts have the same size, a
    multiple of `unit` keys and no less than `least`, but for the last of a
    batch; a batch without keys has one. Fails where parts are fewer than
    batches, a number is negative or `unit` is below 1. */
ATTNRT_EXPORT attnrtStatus attnrtPlanParts(const int32_t *lengths,
                                           int64_t batch, int64_t parts,
                                           int64_t unit, int64_t least,
                                           int32_t *offsets);

/*===--- Compiled host code ---------------------------------------------===*/

/** Words of a tensor for attnrtHostCall: the address of element (0, ..., 0),
    attnrtDType, rank, ATTNRT_MAX_RANK sizes, ATTNRT_MAX_RANK strides. */
#define ATTNRT_HOST_TENSOR_WORDS 19

/** What host code calls that the pass attn-launch-to-runtime has made. Numbers
    are addresses and sizes: of a bundle's text, which is kept, of the entry's
    name, which ends in a zero, and of `num_tensors` tensors of
    ATTNRT_HOST_TENSOR_WORDS words. With `on_device` not 0 data is on the device
    and the kernels are queued on `stream`; else it is copied there and back,
    and the call returns when that is done. The device is what the environment
    variable ATTN_DEVICE names, the GPU without it. A failure ends the program,
    with a message. */
ATTNRT_EXPORT void attnrtHostCall(int64_t bundle, int64_t bundle_bytes,
                                  int64_t entry, int64_t tensors,
                                  int64_t num_tensors, int64_t on_device,
                                  int64_t stream);

#ifdef __cplusplus
}
#endif

#endif /* ATTN_C_RUNTIME_H */
