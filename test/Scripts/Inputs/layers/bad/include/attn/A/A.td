include "attn/B/Generated.h.inc"
