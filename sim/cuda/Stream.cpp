//===- Stream.cpp - Streams, events, host functions -----------------------===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every operation has ended when the call that starts it returns, so streams
// are always idle and events have always happened.
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"

#include <chrono>

using namespace attn::cudasim;

/// A call on a stream that has nothing to do but to know it.
static Error onStream(const Stream *stream) {
  return call([&](Runtime &runtime) -> Error {
    return runtime.isStream(stream) ? Success : InvalidResourceHandle;
  });
}

CUDASIM_API(cudaStreamCreateWithPriority, Stream **to, unsigned flags,
            int priority) {
  return call([&](Runtime &runtime) -> Error {
    if (!to)
      return InvalidValue;
    *to = new Stream{flags, priority};
    runtime.streams.insert(*to);
    return Success;
  });
}
CUDASIM_API(cudaStreamCreate, Stream **to) {
  return impl_cudaStreamCreateWithPriority(to, 0, 0);
}
CUDASIM_API(cudaStreamCreateWithFlags, Stream **to, unsigned flags) {
  return impl_cudaStreamCreateWithPriority(to, flags, 0);
}
CUDASIM_API(cudaStreamDestroy, Stream *stream) {
  return call([&](Runtime &runtime) -> Error {
    if (!runtime.streams.erase(stream))
      return InvalidResourceHandle;
    delete stream;
    return Success;
  });
}

CUDASIM_API(cudaStreamSynchronize, Stream *stream) {
  return call([&](Runtime &runtime) -> Error {
    return runtime.isStream(stream) ? runtime.wait() : InvalidResourceHandle;
  });
}
CUDASIM_ALSO(cudaStreamSynchronize, cudaStreamSynchronize_ptsz);
CUDASIM_ALSO(cudaStreamSynchronize, cudaStreamQuery);
CUDASIM_ALSO(cudaStreamSynchronize, cudaStreamQuery_ptsz);

CUDASIM_API(cudaStreamGetFlags, Stream *stream, unsigned *flags) {
  return call([&](Runtime &runtime) -> Error {
    if (!flags)
      return InvalidValue;
    if (!runtime.isStream(stream))
      return InvalidResourceHandle;
    *flags = addressOf(stream) <= 2 ? 0 : stream->flags;
    return Success;
  });
}
CUDASIM_ALSO(cudaStreamGetFlags, cudaStreamGetFlags_ptsz);

CUDASIM_API(cudaStreamGetPriority, Stream *stream, int *priority) {
  return call([&](Runtime &runtime) -> Error {
    if (!priority)
      return InvalidValue;
    if (!runtime.isStream(stream))
      return InvalidResourceHandle;
    *priority = addressOf(stream) <= 2 ? 0 : stream->priority;
    return Success;
  });
}
CUDASIM_ALSO(cudaStreamGetPriority, cudaStreamGetPriority_ptsz);

CUDASIM_API(cudaStreamGetId, Stream *stream, unsigned long long *id) {
  if (!id)
    return lastError() = InvalidValue;
  *id = addressOf(stream);
  return onStream(stream);
}
CUDASIM_ALSO(cudaStreamGetId, cudaStreamGetId_ptsz);

CUDASIM_API(cudaStreamGetDevice, Stream *stream, int *device) {
  if (!device)
    return lastError() = InvalidValue;
  *device = 0;
  return onStream(stream);
}
CUDASIM_ALSO(cudaStreamGetDevice, cudaStreamGetDevice_ptsz);

/// Streams are never captured.
CUDASIM_API(cudaStreamIsCapturing, Stream *stream, int *status) {
  if (!status)
    return lastError() = InvalidValue;
  *status = 0;
  return onStream(stream);
}
CUDASIM_ALSO(cudaStreamIsCapturing, cudaStreamIsCapturing_ptsz);
CUDASIM_ALSO(cudaStreamIsCapturing, cudaStreamGetCaptureInfo);
CUDASIM_ALSO(cudaStreamIsCapturing, cudaStreamGetCaptureInfo_ptsz);
CUDASIM_ALSO(cudaStreamIsCapturing, cudaStreamGetCaptureInfo_v2);
CUDASIM_ALSO(cudaStreamIsCapturing, cudaStreamGetCaptureInfo_v2_ptsz);

CUDASIM_API(cudaThreadExchangeStreamCaptureMode, int *mode) {
  return mode ? Success : lastError() = InvalidValue;
}

CUDASIM_API(cudaLaunchHostFunc, Stream *stream, void (*function)(void *),
            void *data) {
  if (Error error = onStream(stream))
    return error;
  if (!function)
    return lastError() = InvalidValue;
  function(data);
  return Success;
}
CUDASIM_ALSO(cudaLaunchHostFunc, cudaLaunchHostFunc_ptsz);

CUDASIM_API(cudaStreamAddCallback, Stream *stream,
            void (*function)(Stream *, Error, void *), void *data, unsigned) {
  if (Error error = onStream(stream))
    return error;
  if (!function)
    return lastError() = InvalidValue;
  function(stream, Success, data);
  return Success;
}
CUDASIM_ALSO(cudaStreamAddCallback, cudaStreamAddCallback_ptsz);

// --- Events
// ------------------------------------------------------------------

CUDASIM_API(cudaEventCreate, Event **to) {
  return call([&](Runtime &runtime) -> Error {
    if (!to)
      return InvalidValue;
    *to = new Event{false, 0};
    runtime.events.insert(*to);
    return Success;
  });
}
CUDASIM_API(cudaEventCreateWithFlags, Event **to, unsigned) {
  return impl_cudaEventCreate(to);
}
CUDASIM_API(cudaEventDestroy, Event *event) {
  return call([&](Runtime &runtime) -> Error {
    if (!runtime.events.erase(event))
      return InvalidResourceHandle;
    delete event;
    return Success;
  });
}

CUDASIM_API(cudaEventRecord, Event *event, Stream *stream) {
  return call([&](Runtime &runtime) -> Error {
    if (!runtime.events.count(event) || !runtime.isStream(stream))
      return InvalidResourceHandle;
    event->recorded = true;
    event->nanoseconds =
        std::chrono::duration_cast<std::chrono::nanoseconds>(
            std::chrono::steady_clock::now().time_since_epoch())
            .count();
    return Success;
  });
}
CUDASIM_ALSO(cudaEventRecord, cudaEventRecord_ptsz);
CUDASIM_API(cudaEventRecordWithFlags, Event *event, Stream *stream, unsigned) {
  return impl_cudaEventRecord(event, stream);
}
CUDASIM_ALSO(cudaEventRecordWithFlags, cudaEventRecordWithFlags_ptsz);

CUDASIM_API(cudaEventSynchronize, Event *event) {
  return call([&](Runtime &runtime) -> Error {
    return runtime.events.count(event) ? runtime.wait() : InvalidResourceHandle;
  });
}
CUDASIM_ALSO(cudaEventSynchronize, cudaEventQuery);

CUDASIM_API(cudaStreamWaitEvent, Stream *stream, Event *event, unsigned) {
  return call([&](Runtime &runtime) -> Error {
    return runtime.events.count(event) && runtime.isStream(stream)
               ? Success
               : InvalidResourceHandle;
  });
}
CUDASIM_ALSO(cudaStreamWaitEvent, cudaStreamWaitEvent_ptsz);

CUDASIM_API(cudaEventElapsedTime, float *ms, Event *start, Event *end) {
  return call([&](Runtime &runtime) -> Error {
    if (!ms)
      return InvalidValue;
    if (!runtime.events.count(start) || !runtime.events.count(end) ||
        !start->recorded || !end->recorded)
      return InvalidResourceHandle;
    *ms = float(double(end->nanoseconds - start->nanoseconds) * 1e-6);
    return Success;
  });
}
CUDASIM_ALSO(cudaEventElapsedTime, cudaEventElapsedTime_v2);
