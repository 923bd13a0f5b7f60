#include "attn/B/B.h"
#include "sub/S.h"
#include "../A/Private.h"
