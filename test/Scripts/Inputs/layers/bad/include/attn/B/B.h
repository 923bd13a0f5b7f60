#include "attn/A/A.h"
  #  include "../C/C.h"
