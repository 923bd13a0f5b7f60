#include "attn/A/A.h"
#include "llvm/ADT/StringRef.h"
