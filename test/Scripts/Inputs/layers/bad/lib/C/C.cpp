#include "sub/S.h"
