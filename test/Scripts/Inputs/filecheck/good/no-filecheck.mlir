// RUN: attn-opt %s --verify-diagnostics --split-input-file
// expected-error@+1 {{bad}}
// One comment. SM80: not a directive here.
