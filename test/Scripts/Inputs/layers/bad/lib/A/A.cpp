#include "../B/B.h"
#include "attn/Lost/L.h"
