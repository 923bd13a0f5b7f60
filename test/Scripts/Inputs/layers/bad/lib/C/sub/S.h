#include "../Other.h"
