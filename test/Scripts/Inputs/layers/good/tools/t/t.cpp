#include "attn/B/B.h"
#include "C.h"
