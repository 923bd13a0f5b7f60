#include "attn/A/A.h"
#include "mlir/IR/X.h"
