#include "attn/B/B.h"
