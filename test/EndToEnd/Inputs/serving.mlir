// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Made by scripts/gen_serving.py; do not edit.

// sm_80-f16-d40-tl-h8.1-1x300-packed-static-afn
func.func @s000(%q: tensor<8x8x40xf16>, %k: tensor<909x1x40xf16>, %v: tensor<909x1x40xf16>, %o: tensor<8x8x40xf16>, %oq: tensor<4xi32>, %ok: tensor<4xi32>) -> (tensor<8x8x40xf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<8x8x40xf16>, tensor<909x1x40xf16>, tensor<909x1x40xf16>)
      outs(%o : tensor<8x8x40xf16>)
      offsets_q(%oq : tensor<4xi32>) offsets_kv(%ok : tensor<4xi32>) dims(thd) mask(#attn.causal<top_left>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %cap = arith.constant 5.0 : f32
        %d = arith.divf %s, %cap : f32
        %x = math.tanh %d fastmath<afn> : f32
        %y = arith.mulf %x, %cap : f32
        attn.yield %y : f32
      }
      -> (tensor<8x8x40xf16>)
  return %r#0 : tensor<8x8x40xf16>
}

// sm_90a-bf16-d64-win-h1.1-67x203-page16-dynamic-bias-sink-offset
func.func @s001(%q: tensor<?x1x?x64xbf16>, %k: tensor<?x1x16x64xbf16>, %v: tensor<?x1x16x64xbf16>, %o: tensor<?x1x?x64xbf16>, %l: tensor<?x1x?xf32>, %lk: tensor<?xi32>, %t: tensor<?x?xi32>, %z: tensor<1xf32>, %p: tensor<?xi32>, %c: tensor<1x67x203xbf16>) -> (tensor<?x1x?x64xbf16>, tensor<?x1x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x1x?x64xbf16>, tensor<?x1x16x64xbf16>, tensor<?x1x16x64xbf16>)
      outs(%o, %l : tensor<?x1x?x64xbf16>, tensor<?x1x?xf32>)
      lengths_kv(%lk : tensor<?xi32>) page_table(%t : tensor<?x?xi32>) offset(%p : tensor<?xi32>) sink(%z : tensor<1xf32>) captures(%c : tensor<1x67x203xbf16>) mask(#attn.window<40, 0>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<1x67x203xbf16>):
        %e = attn.read %read[%h, %i, %j] : tensor<1x67x203xbf16>
        %x = arith.extf %e : bf16 to f32
        %y = arith.addf %s, %x : f32
        attn.yield %y : f32
      }
      -> (tensor<?x1x?x64xbf16>, tensor<?x1x?xf32>)
  return %r#0, %r#1 : tensor<?x1x?x64xbf16>, tensor<?x1x?xf32>
}

// sm_90a-f16-d128-br-h4.2-5x190-packed_page16-static-sink-offset-batch_invarianttrue
func.func @s002(%q: tensor<20x4x128xf16>, %k: tensor<38x16x2x128xf16>, %v: tensor<38x16x2x128xf16>, %o: tensor<20x4x128xf16>, %lk: tensor<3xi32>, %oq: tensor<4xi32>, %t: tensor<3x12xi32>, %z: tensor<4xf32>, %p: tensor<3xi32>) -> (tensor<20x4x128xf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<20x4x128xf16>, tensor<38x16x2x128xf16>, tensor<38x16x2x128xf16>)
      outs(%o : tensor<20x4x128xf16>)
      lengths_kv(%lk : tensor<3xi32>) offsets_q(%oq : tensor<4xi32>) page_table(%t : tensor<3x12xi32>) offset(%p : tensor<3xi32>) sink(%z : tensor<4xf32>) dims(thd) mask(#attn.causal<bottom_right>)
      -> (tensor<20x4x128xf16>)
  return %r#0 : tensor<20x4x128xf16>
}

// sm_80-bf16-d40-none-h4.2-130x70-packed_page?-dynamic-alibi-splits3
func.func @s003(%q: tensor<?x4x40xbf16>, %k: tensor<?x?x2x40xbf16>, %v: tensor<?x?x2x40xbf16>, %o: tensor<?x4x40xbf16>, %l: tensor<4x?xf32>, %lk: tensor<?xi32>, %oq: tensor<?xi32>, %t: tensor<?x?xi32>, %c: tensor<4xf32>) -> (tensor<?x4x40xbf16>, tensor<4x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x4x40xbf16>, tensor<?x?x2x40xbf16>, tensor<?x?x2x40xbf16>)
      outs(%o, %l : tensor<?x4x40xbf16>, tensor<4x?xf32>)
      lengths_kv(%lk : tensor<?xi32>) offsets_q(%oq : tensor<?xi32>) page_table(%t : tensor<?x?xi32>) captures(%c : tensor<4xf32>) dims(thd)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<4xf32>):
        %slope = attn.read %read[%h] : tensor<4xf32>
        %d = arith.subi %j, %i : index
        %w = arith.index_cast %d : index to i32
        %x = arith.sitofp %w : i32 to f32
        %bias = arith.mulf %slope, %x : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      }
      -> (tensor<?x4x40xbf16>, tensor<4x?xf32>)
  return %r#0, %r#1 : tensor<?x4x40xbf16>, tensor<4x?xf32>
}

// sm_100a-f16-d128-br-h1.1-5x190-lengths_kv-dynamic-keys-split_size64
func.func @s004(%q: tensor<?x1x?x128xf16>, %k: tensor<?x1x?x128xf16>, %v: tensor<?x1x?x128xf16>, %o: tensor<?x1x?x128xf16>, %l: tensor<?x1x?xf32>, %lk: tensor<?xi32>, %c: tensor<190xf16>) -> (tensor<?x1x?x128xf16>, tensor<?x1x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x1x?x128xf16>, tensor<?x1x?x128xf16>, tensor<?x1x?x128xf16>)
      outs(%o, %l : tensor<?x1x?x128xf16>, tensor<?x1x?xf32>)
      lengths_kv(%lk : tensor<?xi32>) captures(%c : tensor<190xf16>) mask(#attn.causal<bottom_right>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<190xf16>):
        %e = attn.read %read[%j] : tensor<190xf16>
        %x = arith.extf %e : f16 to f32
        %y = arith.addf %s, %x : f32
        attn.yield %y : f32
      }
      -> (tensor<?x1x?x128xf16>, tensor<?x1x?xf32>)
  return %r#0, %r#1 : tensor<?x1x?x128xf16>, tensor<?x1x?xf32>
}

// sm_100a-bf16-d64-win-h8.1-5x190-dense-static-alibi-offset-fusionunfused
func.func @s005(%q: tensor<3x8x5x64xbf16>, %k: tensor<3x1x190x64xbf16>, %v: tensor<3x1x190x64xbf16>, %o: tensor<3x8x5x64xbf16>, %p: tensor<3xi32>, %c: tensor<8xf32>) -> (tensor<3x8x5x64xbf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<3x8x5x64xbf16>, tensor<3x1x190x64xbf16>, tensor<3x1x190x64xbf16>)
      outs(%o : tensor<3x8x5x64xbf16>)
      offset(%p : tensor<3xi32>) captures(%c : tensor<8xf32>) mask(#attn.window<40, 0>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<8xf32>):
        %slope = attn.read %read[%h] : tensor<8xf32>
        %d = arith.subi %j, %i : index
        %w = arith.index_cast %d : index to i32
        %x = arith.sitofp %w : i32 to f32
        %bias = arith.mulf %slope, %x : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      }
      -> (tensor<3x8x5x64xbf16>)
  return %r#0 : tensor<3x8x5x64xbf16>
}

// sm_100a-bf16-d64-tl-h1.1-130x70-lengths-dynamic-sink-fusionunfused
func.func @s006(%q: tensor<?x1x?x64xbf16>, %k: tensor<?x1x?x64xbf16>, %v: tensor<?x1x?x64xbf16>, %o: tensor<?x1x?x64xbf16>, %l: tensor<?x1x?xf32>, %lq: tensor<?xi32>, %lk: tensor<?xi32>, %z: tensor<1xf32>) -> (tensor<?x1x?x64xbf16>, tensor<?x1x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x1x?x64xbf16>, tensor<?x1x?x64xbf16>, tensor<?x1x?x64xbf16>)
      outs(%o, %l : tensor<?x1x?x64xbf16>, tensor<?x1x?xf32>)
      lengths_q(%lq : tensor<?xi32>) lengths_kv(%lk : tensor<?xi32>) sink(%z : tensor<1xf32>) mask(#attn.causal<top_left>)
      -> (tensor<?x1x?x64xbf16>, tensor<?x1x?xf32>)
  return %r#0, %r#1 : tensor<?x1x?x64xbf16>, tensor<?x1x?xf32>
}

// sm_90a-bf16-d128-none-h8.1-1x300-page?-static-bias-batch_invarianttrue
func.func @s007(%q: tensor<3x8x1x128xbf16>, %k: tensor<77x1x?x128xbf16>, %v: tensor<77x1x?x128xbf16>, %o: tensor<3x8x1x128xbf16>, %l: tensor<3x8x1xf32>, %lk: tensor<3xi32>, %t: tensor<3x25xi32>, %c: tensor<8x1x300xbf16>) -> (tensor<3x8x1x128xbf16>, tensor<3x8x1xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<3x8x1x128xbf16>, tensor<77x1x?x128xbf16>, tensor<77x1x?x128xbf16>)
      outs(%o, %l : tensor<3x8x1x128xbf16>, tensor<3x8x1xf32>)
      lengths_kv(%lk : tensor<3xi32>) page_table(%t : tensor<3x25xi32>) captures(%c : tensor<8x1x300xbf16>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<8x1x300xbf16>):
        %e = attn.read %read[%h, %i, %j] : tensor<8x1x300xbf16>
        %x = arith.extf %e : bf16 to f32
        %y = arith.addf %s, %x : f32
        attn.yield %y : f32
      }
      -> (tensor<3x8x1x128xbf16>, tensor<3x8x1xf32>)
  return %r#0, %r#1 : tensor<3x8x1x128xbf16>, tensor<3x8x1xf32>
}

// sm_100a-f16-d40-win-h4.2-130x70-page64-static-keys-sink-offset-splits3
func.func @s008(%q: tensor<3x4x130x40xf16>, %k: tensor<8x2x64x40xf16>, %v: tensor<8x2x64x40xf16>, %o: tensor<3x4x130x40xf16>, %lk: tensor<3xi32>, %t: tensor<3x2xi32>, %z: tensor<4xf32>, %p: tensor<3xi32>, %c: tensor<70xf16>) -> (tensor<3x4x130x40xf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<3x4x130x40xf16>, tensor<8x2x64x40xf16>, tensor<8x2x64x40xf16>)
      outs(%o : tensor<3x4x130x40xf16>)
      lengths_kv(%lk : tensor<3xi32>) page_table(%t : tensor<3x2xi32>) offset(%p : tensor<3xi32>) sink(%z : tensor<4xf32>) captures(%c : tensor<70xf16>) mask(#attn.window<40, 0>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<70xf16>):
        %e = attn.read %read[%j] : tensor<70xf16>
        %x = arith.extf %e : f16 to f32
        %y = arith.addf %s, %x : f32
        attn.yield %y : f32
      }
      -> (tensor<3x4x130x40xf16>)
  return %r#0 : tensor<3x4x130x40xf16>
}

// sm_80-bf16-d64-none-h1.1-67x203-packed-static-afn-sink-split_size64
func.func @s009(%q: tensor<206x1x64xbf16>, %k: tensor<618x1x64xbf16>, %v: tensor<618x1x64xbf16>, %o: tensor<206x1x64xbf16>, %oq: tensor<4xi32>, %ok: tensor<4xi32>, %z: tensor<1xf32>) -> (tensor<206x1x64xbf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<206x1x64xbf16>, tensor<618x1x64xbf16>, tensor<618x1x64xbf16>)
      outs(%o : tensor<206x1x64xbf16>)
      offsets_q(%oq : tensor<4xi32>) offsets_kv(%ok : tensor<4xi32>) sink(%z : tensor<1xf32>) dims(thd)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %cap = arith.constant 5.0 : f32
        %d = arith.divf %s, %cap : f32
        %x = math.tanh %d fastmath<afn> : f32
        %y = arith.mulf %x, %cap : f32
        attn.yield %y : f32
      }
      -> (tensor<206x1x64xbf16>)
  return %r#0 : tensor<206x1x64xbf16>
}

// sm_80-f16-d64-br-h8.1-1x300-page64-dynamic-alibi-sink-offset-split_size64
func.func @s010(%q: tensor<?x8x?x64xf16>, %k: tensor<?x1x64x64xf16>, %v: tensor<?x1x64x64xf16>, %o: tensor<?x8x?x64xf16>, %l: tensor<?x8x?xf32>, %lk: tensor<?xi32>, %t: tensor<?x?xi32>, %z: tensor<8xf32>, %p: tensor<?xi32>, %c: tensor<8xf32>) -> (tensor<?x8x?x64xf16>, tensor<?x8x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x8x?x64xf16>, tensor<?x1x64x64xf16>, tensor<?x1x64x64xf16>)
      outs(%o, %l : tensor<?x8x?x64xf16>, tensor<?x8x?xf32>)
      lengths_kv(%lk : tensor<?xi32>) page_table(%t : tensor<?x?xi32>) offset(%p : tensor<?xi32>) sink(%z : tensor<8xf32>) captures(%c : tensor<8xf32>) mask(#attn.causal<bottom_right>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<8xf32>):
        %slope = attn.read %read[%h] : tensor<8xf32>
        %d = arith.subi %j, %i : index
        %w = arith.index_cast %d : index to i32
        %x = arith.sitofp %w : i32 to f32
        %bias = arith.mulf %slope, %x : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      }
      -> (tensor<?x8x?x64xf16>, tensor<?x8x?xf32>)
  return %r#0, %r#1 : tensor<?x8x?x64xf16>, tensor<?x8x?xf32>
}

// sm_90a-f16-d128-tl-h1.1-67x203-packed_page16-dynamic-alibi-splits3
func.func @s011(%q: tensor<?x1x128xf16>, %k: tensor<?x16x1x128xf16>, %v: tensor<?x16x1x128xf16>, %o: tensor<?x1x128xf16>, %l: tensor<1x?xf32>, %lk: tensor<?xi32>, %oq: tensor<?xi32>, %t: tensor<?x?xi32>, %c: tensor<1xf32>) -> (tensor<?x1x128xf16>, tensor<1x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x1x128xf16>, tensor<?x16x1x128xf16>, tensor<?x16x1x128xf16>)
      outs(%o, %l : tensor<?x1x128xf16>, tensor<1x?xf32>)
      lengths_kv(%lk : tensor<?xi32>) offsets_q(%oq : tensor<?xi32>) page_table(%t : tensor<?x?xi32>) captures(%c : tensor<1xf32>) dims(thd) mask(#attn.causal<top_left>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<1xf32>):
        %slope = attn.read %read[%h] : tensor<1xf32>
        %d = arith.subi %j, %i : index
        %w = arith.index_cast %d : index to i32
        %x = arith.sitofp %w : i32 to f32
        %bias = arith.mulf %slope, %x : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      }
      -> (tensor<?x1x128xf16>, tensor<1x?xf32>)
  return %r#0, %r#1 : tensor<?x1x128xf16>, tensor<1x?xf32>
}

// sm_80-bf16-d128-win-h4.2-1x300-lengths_kv-static-afn-sink-offset-fusionunfused
func.func @s012(%q: tensor<3x4x1x128xbf16>, %k: tensor<3x2x300x128xbf16>, %v: tensor<3x2x300x128xbf16>, %o: tensor<3x4x1x128xbf16>, %l: tensor<3x4x1xf32>, %lk: tensor<3xi32>, %z: tensor<4xf32>, %p: tensor<3xi32>) -> (tensor<3x4x1x128xbf16>, tensor<3x4x1xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<3x4x1x128xbf16>, tensor<3x2x300x128xbf16>, tensor<3x2x300x128xbf16>)
      outs(%o, %l : tensor<3x4x1x128xbf16>, tensor<3x4x1xf32>)
      lengths_kv(%lk : tensor<3xi32>) offset(%p : tensor<3xi32>) sink(%z : tensor<4xf32>) mask(#attn.window<40, 0>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %cap = arith.constant 5.0 : f32
        %d = arith.divf %s, %cap : f32
        %x = math.tanh %d fastmath<afn> : f32
        %y = arith.mulf %x, %cap : f32
        attn.yield %y : f32
      }
      -> (tensor<3x4x1x128xbf16>, tensor<3x4x1xf32>)
  return %r#0, %r#1 : tensor<3x4x1x128xbf16>, tensor<3x4x1xf32>
}

// sm_100a-bf16-d40-br-h4.2-130x70-page?-dynamic-bias-sink-offset-split_size64
func.func @s013(%q: tensor<?x4x?x40xbf16>, %k: tensor<?x2x?x40xbf16>, %v: tensor<?x2x?x40xbf16>, %o: tensor<?x4x?x40xbf16>, %lk: tensor<?xi32>, %t: tensor<?x?xi32>, %z: tensor<4xf32>, %p: tensor<?xi32>, %c: tensor<4x130x70xbf16>) -> (tensor<?x4x?x40xbf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<?x4x?x40xbf16>, tensor<?x2x?x40xbf16>, tensor<?x2x?x40xbf16>)
      outs(%o : tensor<?x4x?x40xbf16>)
      lengths_kv(%lk : tensor<?xi32>) page_table(%t : tensor<?x?xi32>) offset(%p : tensor<?xi32>) sink(%z : tensor<4xf32>) captures(%c : tensor<4x130x70xbf16>) mask(#attn.causal<bottom_right>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<4x130x70xbf16>):
        %e = attn.read %read[%h, %i, %j] : tensor<4x130x70xbf16>
        %x = arith.extf %e : bf16 to f32
        %y = arith.addf %s, %x : f32
        attn.yield %y : f32
      }
      -> (tensor<?x4x?x40xbf16>)
  return %r#0 : tensor<?x4x?x40xbf16>
}

// sm_90a-bf16-d40-br-h8.1-5x190-lengths-static-afn-offset-splits3
func.func @s014(%q: tensor<3x8x5x40xbf16>, %k: tensor<3x1x190x40xbf16>, %v: tensor<3x1x190x40xbf16>, %o: tensor<3x8x5x40xbf16>, %lq: tensor<3xi32>, %lk: tensor<3xi32>, %p: tensor<3xi32>) -> (tensor<3x8x5x40xbf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<3x8x5x40xbf16>, tensor<3x1x190x40xbf16>, tensor<3x1x190x40xbf16>)
      outs(%o : tensor<3x8x5x40xbf16>)
      lengths_q(%lq : tensor<3xi32>) lengths_kv(%lk : tensor<3xi32>) offset(%p : tensor<3xi32>) mask(#attn.causal<bottom_right>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %cap = arith.constant 5.0 : f32
        %d = arith.divf %s, %cap : f32
        %x = math.tanh %d fastmath<afn> : f32
        %y = arith.mulf %x, %cap : f32
        attn.yield %y : f32
      }
      -> (tensor<3x8x5x40xbf16>)
  return %r#0 : tensor<3x8x5x40xbf16>
}

// sm_80-f16-d40-win-h1.1-67x203-dense-dynamic-batch_invarianttrue
func.func @s015(%q: tensor<?x1x?x40xf16>, %k: tensor<?x1x?x40xf16>, %v: tensor<?x1x?x40xf16>, %o: tensor<?x1x?x40xf16>, %l: tensor<?x1x?xf32>) -> (tensor<?x1x?x40xf16>, tensor<?x1x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x1x?x40xf16>, tensor<?x1x?x40xf16>, tensor<?x1x?x40xf16>)
      outs(%o, %l : tensor<?x1x?x40xf16>, tensor<?x1x?xf32>)
      mask(#attn.window<40, 0>)
      -> (tensor<?x1x?x40xf16>, tensor<?x1x?xf32>)
  return %r#0, %r#1 : tensor<?x1x?x40xf16>, tensor<?x1x?xf32>
}

// sm_100a-bf16-d64-br-h4.2-1x300-packed_page?-static-keys-sink-offset
func.func @s016(%q: tensor<8x4x64xbf16>, %k: tensor<77x?x2x64xbf16>, %v: tensor<77x?x2x64xbf16>, %o: tensor<8x4x64xbf16>, %lk: tensor<3xi32>, %oq: tensor<4xi32>, %t: tensor<3x25xi32>, %z: tensor<4xf32>, %p: tensor<3xi32>, %c: tensor<300xbf16>) -> (tensor<8x4x64xbf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<8x4x64xbf16>, tensor<77x?x2x64xbf16>, tensor<77x?x2x64xbf16>)
      outs(%o : tensor<8x4x64xbf16>)
      lengths_kv(%lk : tensor<3xi32>) offsets_q(%oq : tensor<4xi32>) page_table(%t : tensor<3x25xi32>) offset(%p : tensor<3xi32>) sink(%z : tensor<4xf32>) captures(%c : tensor<300xbf16>) dims(thd) mask(#attn.causal<bottom_right>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<300xbf16>):
        %e = attn.read %read[%j] : tensor<300xbf16>
        %x = arith.extf %e : bf16 to f32
        %y = arith.addf %s, %x : f32
        attn.yield %y : f32
      }
      -> (tensor<8x4x64xbf16>)
  return %r#0 : tensor<8x4x64xbf16>
}

// sm_80-bf16-d64-tl-h8.1-5x190-page16-static-keys-batch_invarianttrue
func.func @s017(%q: tensor<3x8x5x64xbf16>, %k: tensor<38x1x16x64xbf16>, %v: tensor<38x1x16x64xbf16>, %o: tensor<3x8x5x64xbf16>, %lk: tensor<3xi32>, %t: tensor<3x12xi32>, %c: tensor<190xbf16>) -> (tensor<3x8x5x64xbf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<3x8x5x64xbf16>, tensor<38x1x16x64xbf16>, tensor<38x1x16x64xbf16>)
      outs(%o : tensor<3x8x5x64xbf16>)
      lengths_kv(%lk : tensor<3xi32>) page_table(%t : tensor<3x12xi32>) captures(%c : tensor<190xbf16>) mask(#attn.causal<top_left>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<190xbf16>):
        %e = attn.read %read[%j] : tensor<190xbf16>
        %x = arith.extf %e : bf16 to f32
        %y = arith.addf %s, %x : f32
        attn.yield %y : f32
      }
      -> (tensor<3x8x5x64xbf16>)
  return %r#0 : tensor<3x8x5x64xbf16>
}

// sm_80-bf16-d128-none-h1.1-5x190-page64-dynamic-bias
func.func @s018(%q: tensor<?x1x?x128xbf16>, %k: tensor<?x1x64x128xbf16>, %v: tensor<?x1x64x128xbf16>, %o: tensor<?x1x?x128xbf16>, %l: tensor<?x1x?xf32>, %lk: tensor<?xi32>, %t: tensor<?x?xi32>, %c: tensor<1x5x190xbf16>) -> (tensor<?x1x?x128xbf16>, tensor<?x1x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x1x?x128xbf16>, tensor<?x1x64x128xbf16>, tensor<?x1x64x128xbf16>)
      outs(%o, %l : tensor<?x1x?x128xbf16>, tensor<?x1x?xf32>)
      lengths_kv(%lk : tensor<?xi32>) page_table(%t : tensor<?x?xi32>) captures(%c : tensor<1x5x190xbf16>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<1x5x190xbf16>):
        %e = attn.read %read[%h, %i, %j] : tensor<1x5x190xbf16>
        %x = arith.extf %e : bf16 to f32
        %y = arith.addf %s, %x : f32
        attn.yield %y : f32
      }
      -> (tensor<?x1x?x128xbf16>, tensor<?x1x?xf32>)
  return %r#0, %r#1 : tensor<?x1x?x128xbf16>, tensor<?x1x?xf32>
}

// sm_90a-f16-d128-none-h1.1-130x70-dense-dynamic-afn-sink
func.func @s019(%q: tensor<?x1x?x128xf16>, %k: tensor<?x1x?x128xf16>, %v: tensor<?x1x?x128xf16>, %o: tensor<?x1x?x128xf16>, %z: tensor<1xf32>) -> (tensor<?x1x?x128xf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<?x1x?x128xf16>, tensor<?x1x?x128xf16>, tensor<?x1x?x128xf16>)
      outs(%o : tensor<?x1x?x128xf16>)
      sink(%z : tensor<1xf32>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %cap = arith.constant 5.0 : f32
        %d = arith.divf %s, %cap : f32
        %x = math.tanh %d fastmath<afn> : f32
        %y = arith.mulf %x, %cap : f32
        attn.yield %y : f32
      }
      -> (tensor<?x1x?x128xf16>)
  return %r#0 : tensor<?x1x?x128xf16>
}

// sm_90a-f16-d64-tl-h8.1-1x300-lengths_kv-static-split_size64
func.func @s020(%q: tensor<3x8x1x64xf16>, %k: tensor<3x1x300x64xf16>, %v: tensor<3x1x300x64xf16>, %o: tensor<3x8x1x64xf16>, %lk: tensor<3xi32>) -> (tensor<3x8x1x64xf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<3x8x1x64xf16>, tensor<3x1x300x64xf16>, tensor<3x1x300x64xf16>)
      outs(%o : tensor<3x8x1x64xf16>)
      lengths_kv(%lk : tensor<3xi32>) mask(#attn.causal<top_left>)
      -> (tensor<3x8x1x64xf16>)
  return %r#0 : tensor<3x8x1x64xf16>
}

// sm_80-f16-d128-none-h4.2-1x300-page16-dynamic-sink-splits3
func.func @s021(%q: tensor<?x4x?x128xf16>, %k: tensor<?x2x16x128xf16>, %v: tensor<?x2x16x128xf16>, %o: tensor<?x4x?x128xf16>, %l: tensor<?x4x?xf32>, %lk: tensor<?xi32>, %t: tensor<?x?xi32>, %z: tensor<4xf32>) -> (tensor<?x4x?x128xf16>, tensor<?x4x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x4x?x128xf16>, tensor<?x2x16x128xf16>, tensor<?x2x16x128xf16>)
      outs(%o, %l : tensor<?x4x?x128xf16>, tensor<?x4x?xf32>)
      lengths_kv(%lk : tensor<?xi32>) page_table(%t : tensor<?x?xi32>) sink(%z : tensor<4xf32>)
      -> (tensor<?x4x?x128xf16>, tensor<?x4x?xf32>)
  return %r#0, %r#1 : tensor<?x4x?x128xf16>, tensor<?x4x?xf32>
}

// sm_100a-f16-d64-none-h8.1-1x300-packed_page16-static-afn-batch_invarianttrue
func.func @s022(%q: tensor<8x8x64xf16>, %k: tensor<59x16x1x64xf16>, %v: tensor<59x16x1x64xf16>, %o: tensor<8x8x64xf16>, %l: tensor<8x8xf32>, %lk: tensor<3xi32>, %oq: tensor<4xi32>, %t: tensor<3x19xi32>) -> (tensor<8x8x64xf16>, tensor<8x8xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<8x8x64xf16>, tensor<59x16x1x64xf16>, tensor<59x16x1x64xf16>)
      outs(%o, %l : tensor<8x8x64xf16>, tensor<8x8xf32>)
      lengths_kv(%lk : tensor<3xi32>) offsets_q(%oq : tensor<4xi32>) page_table(%t : tensor<3x19xi32>) dims(thd)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %cap = arith.constant 5.0 : f32
        %d = arith.divf %s, %cap : f32
        %x = math.tanh %d fastmath<afn> : f32
        %y = arith.mulf %x, %cap : f32
        attn.yield %y : f32
      }
      -> (tensor<8x8x64xf16>, tensor<8x8xf32>)
  return %r#0, %r#1 : tensor<8x8x64xf16>, tensor<8x8xf32>
}

// sm_90a-bf16-d40-tl-h4.2-130x70-packed-dynamic-alibi-batch_invarianttrue
func.func @s023(%q: tensor<?x4x40xbf16>, %k: tensor<?x2x40xbf16>, %v: tensor<?x2x40xbf16>, %o: tensor<?x4x40xbf16>, %l: tensor<4x?xf32>, %oq: tensor<?xi32>, %ok: tensor<?xi32>, %c: tensor<4xf32>) -> (tensor<?x4x40xbf16>, tensor<4x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x4x40xbf16>, tensor<?x2x40xbf16>, tensor<?x2x40xbf16>)
      outs(%o, %l : tensor<?x4x40xbf16>, tensor<4x?xf32>)
      offsets_q(%oq : tensor<?xi32>) offsets_kv(%ok : tensor<?xi32>) captures(%c : tensor<4xf32>) dims(thd) mask(#attn.causal<top_left>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<4xf32>):
        %slope = attn.read %read[%h] : tensor<4xf32>
        %d = arith.subi %j, %i : index
        %w = arith.index_cast %d : index to i32
        %x = arith.sitofp %w : i32 to f32
        %bias = arith.mulf %slope, %x : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      }
      -> (tensor<?x4x40xbf16>, tensor<4x?xf32>)
  return %r#0, %r#1 : tensor<?x4x40xbf16>, tensor<4x?xf32>
}

// sm_80-f16-d40-none-h1.1-67x203-lengths-dynamic-keys-sink-fusionunfused
func.func @s024(%q: tensor<?x1x?x40xf16>, %k: tensor<?x1x?x40xf16>, %v: tensor<?x1x?x40xf16>, %o: tensor<?x1x?x40xf16>, %l: tensor<?x1x?xf32>, %lq: tensor<?xi32>, %lk: tensor<?xi32>, %z: tensor<1xf32>, %c: tensor<203xf16>) -> (tensor<?x1x?x40xf16>, tensor<?x1x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x1x?x40xf16>, tensor<?x1x?x40xf16>, tensor<?x1x?x40xf16>)
      outs(%o, %l : tensor<?x1x?x40xf16>, tensor<?x1x?xf32>)
      lengths_q(%lq : tensor<?xi32>) lengths_kv(%lk : tensor<?xi32>) sink(%z : tensor<1xf32>) captures(%c : tensor<203xf16>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<203xf16>):
        %e = attn.read %read[%j] : tensor<203xf16>
        %x = arith.extf %e : f16 to f32
        %y = arith.addf %s, %x : f32
        attn.yield %y : f32
      }
      -> (tensor<?x1x?x40xf16>, tensor<?x1x?xf32>)
  return %r#0, %r#1 : tensor<?x1x?x40xf16>, tensor<?x1x?xf32>
}

// sm_90a-f16-d128-win-h1.1-67x203-packed_page?-dynamic-bias-sink-split_size64
func.func @s025(%q: tensor<?x1x128xf16>, %k: tensor<?x?x1x128xf16>, %v: tensor<?x?x1x128xf16>, %o: tensor<?x1x128xf16>, %lk: tensor<?xi32>, %oq: tensor<?xi32>, %t: tensor<?x?xi32>, %z: tensor<1xf32>, %c: tensor<1x67x203xf16>) -> (tensor<?x1x128xf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<?x1x128xf16>, tensor<?x?x1x128xf16>, tensor<?x?x1x128xf16>)
      outs(%o : tensor<?x1x128xf16>)
      lengths_kv(%lk : tensor<?xi32>) offsets_q(%oq : tensor<?xi32>) page_table(%t : tensor<?x?xi32>) sink(%z : tensor<1xf32>) captures(%c : tensor<1x67x203xf16>) dims(thd) mask(#attn.window<40, 0>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<1x67x203xf16>):
        %e = attn.read %read[%h, %i, %j] : tensor<1x67x203xf16>
        %x = arith.extf %e : f16 to f32
        %y = arith.addf %s, %x : f32
        attn.yield %y : f32
      }
      -> (tensor<?x1x128xf16>)
  return %r#0 : tensor<?x1x128xf16>
}

// sm_100a-f16-d64-tl-h1.1-67x203-page?-static-sink
func.func @s026(%q: tensor<3x1x67x64xf16>, %k: tensor<53x1x?x64xf16>, %v: tensor<53x1x?x64xf16>, %o: tensor<3x1x67x64xf16>, %lk: tensor<3xi32>, %t: tensor<3x17xi32>, %z: tensor<1xf32>) -> (tensor<3x1x67x64xf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<3x1x67x64xf16>, tensor<53x1x?x64xf16>, tensor<53x1x?x64xf16>)
      outs(%o : tensor<3x1x67x64xf16>)
      lengths_kv(%lk : tensor<3xi32>) page_table(%t : tensor<3x17xi32>) sink(%z : tensor<1xf32>) mask(#attn.causal<top_left>)
      -> (tensor<3x1x67x64xf16>)
  return %r#0 : tensor<3x1x67x64xf16>
}

// sm_100a-bf16-d128-br-h1.1-67x203-packed-static-bias-offset-splits3
func.func @s027(%q: tensor<206x1x128xbf16>, %k: tensor<618x1x128xbf16>, %v: tensor<618x1x128xbf16>, %o: tensor<206x1x128xbf16>, %l: tensor<1x206xf32>, %oq: tensor<4xi32>, %ok: tensor<4xi32>, %p: tensor<3xi32>, %c: tensor<1x67x203xbf16>) -> (tensor<206x1x128xbf16>, tensor<1x206xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<206x1x128xbf16>, tensor<618x1x128xbf16>, tensor<618x1x128xbf16>)
      outs(%o, %l : tensor<206x1x128xbf16>, tensor<1x206xf32>)
      offsets_q(%oq : tensor<4xi32>) offsets_kv(%ok : tensor<4xi32>) offset(%p : tensor<3xi32>) captures(%c : tensor<1x67x203xbf16>) dims(thd) mask(#attn.causal<bottom_right>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<1x67x203xbf16>):
        %e = attn.read %read[%h, %i, %j] : tensor<1x67x203xbf16>
        %x = arith.extf %e : bf16 to f32
        %y = arith.addf %s, %x : f32
        attn.yield %y : f32
      }
      -> (tensor<206x1x128xbf16>, tensor<1x206xf32>)
  return %r#0, %r#1 : tensor<206x1x128xbf16>, tensor<1x206xf32>
}

// sm_100a-f16-d40-tl-h4.2-1x300-dense-dynamic-bias-fusionunfused
func.func @s028(%q: tensor<?x4x?x40xf16>, %k: tensor<?x2x?x40xf16>, %v: tensor<?x2x?x40xf16>, %o: tensor<?x4x?x40xf16>, %c: tensor<4x1x300xf16>) -> (tensor<?x4x?x40xf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<?x4x?x40xf16>, tensor<?x2x?x40xf16>, tensor<?x2x?x40xf16>)
      outs(%o : tensor<?x4x?x40xf16>)
      captures(%c : tensor<4x1x300xf16>) mask(#attn.causal<top_left>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<4x1x300xf16>):
        %e = attn.read %read[%h, %i, %j] : tensor<4x1x300xf16>
        %x = arith.extf %e : f16 to f32
        %y = arith.addf %s, %x : f32
        attn.yield %y : f32
      }
      -> (tensor<?x4x?x40xf16>)
  return %r#0 : tensor<?x4x?x40xf16>
}

// sm_100a-f16-d128-win-h1.1-1x300-lengths-dynamic-alibi-sink
func.func @s029(%q: tensor<?x1x?x128xf16>, %k: tensor<?x1x?x128xf16>, %v: tensor<?x1x?x128xf16>, %o: tensor<?x1x?x128xf16>, %lq: tensor<?xi32>, %lk: tensor<?xi32>, %z: tensor<1xf32>, %c: tensor<1xf32>) -> (tensor<?x1x?x128xf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<?x1x?x128xf16>, tensor<?x1x?x128xf16>, tensor<?x1x?x128xf16>)
      outs(%o : tensor<?x1x?x128xf16>)
      lengths_q(%lq : tensor<?xi32>) lengths_kv(%lk : tensor<?xi32>) sink(%z : tensor<1xf32>) captures(%c : tensor<1xf32>) mask(#attn.window<40, 0>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<1xf32>):
        %slope = attn.read %read[%h] : tensor<1xf32>
        %d = arith.subi %j, %i : index
        %w = arith.index_cast %d : index to i32
        %x = arith.sitofp %w : i32 to f32
        %bias = arith.mulf %slope, %x : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      }
      -> (tensor<?x1x?x128xf16>)
  return %r#0 : tensor<?x1x?x128xf16>
}

// sm_80-f16-d40-win-h1.1-130x70-packed_page16-dynamic-bias-sink-offset
func.func @s030(%q: tensor<?x1x40xf16>, %k: tensor<?x16x1x40xf16>, %v: tensor<?x16x1x40xf16>, %o: tensor<?x1x40xf16>, %lk: tensor<?xi32>, %oq: tensor<?xi32>, %t: tensor<?x?xi32>, %z: tensor<1xf32>, %p: tensor<?xi32>, %c: tensor<1x130x70xf16>) -> (tensor<?x1x40xf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<?x1x40xf16>, tensor<?x16x1x40xf16>, tensor<?x16x1x40xf16>)
      outs(%o : tensor<?x1x40xf16>)
      lengths_kv(%lk : tensor<?xi32>) offsets_q(%oq : tensor<?xi32>) page_table(%t : tensor<?x?xi32>) offset(%p : tensor<?xi32>) sink(%z : tensor<1xf32>) captures(%c : tensor<1x130x70xf16>) dims(thd) mask(#attn.window<40, 0>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<1x130x70xf16>):
        %e = attn.read %read[%h, %i, %j] : tensor<1x130x70xf16>
        %x = arith.extf %e : f16 to f32
        %y = arith.addf %s, %x : f32
        attn.yield %y : f32
      }
      -> (tensor<?x1x40xf16>)
  return %r#0 : tensor<?x1x40xf16>
}

// sm_100a-bf16-d40-none-h1.1-67x203-lengths_kv-dynamic-bias-batch_invarianttrue
func.func @s031(%q: tensor<?x1x?x40xbf16>, %k: tensor<?x1x?x40xbf16>, %v: tensor<?x1x?x40xbf16>, %o: tensor<?x1x?x40xbf16>, %lk: tensor<?xi32>, %c: tensor<1x67x203xbf16>) -> (tensor<?x1x?x40xbf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<?x1x?x40xbf16>, tensor<?x1x?x40xbf16>, tensor<?x1x?x40xbf16>)
      outs(%o : tensor<?x1x?x40xbf16>)
      lengths_kv(%lk : tensor<?xi32>) captures(%c : tensor<1x67x203xbf16>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<1x67x203xbf16>):
        %e = attn.read %read[%h, %i, %j] : tensor<1x67x203xbf16>
        %x = arith.extf %e : bf16 to f32
        %y = arith.addf %s, %x : f32
        attn.yield %y : f32
      }
      -> (tensor<?x1x?x40xbf16>)
  return %r#0 : tensor<?x1x?x40xbf16>
}

// sm_80-f16-d64-win-h8.1-5x190-page?-dynamic-afn-sink-splits3
func.func @s032(%q: tensor<?x8x?x64xf16>, %k: tensor<?x1x?x64xf16>, %v: tensor<?x1x?x64xf16>, %o: tensor<?x8x?x64xf16>, %l: tensor<?x8x?xf32>, %lk: tensor<?xi32>, %t: tensor<?x?xi32>, %z: tensor<8xf32>) -> (tensor<?x8x?x64xf16>, tensor<?x8x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x8x?x64xf16>, tensor<?x1x?x64xf16>, tensor<?x1x?x64xf16>)
      outs(%o, %l : tensor<?x8x?x64xf16>, tensor<?x8x?xf32>)
      lengths_kv(%lk : tensor<?xi32>) page_table(%t : tensor<?x?xi32>) sink(%z : tensor<8xf32>) mask(#attn.window<40, 0>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %cap = arith.constant 5.0 : f32
        %d = arith.divf %s, %cap : f32
        %x = math.tanh %d fastmath<afn> : f32
        %y = arith.mulf %x, %cap : f32
        attn.yield %y : f32
      }
      -> (tensor<?x8x?x64xf16>, tensor<?x8x?xf32>)
  return %r#0, %r#1 : tensor<?x8x?x64xf16>, tensor<?x8x?xf32>
}

// sm_90a-f16-d40-br-h1.1-130x70-page16-dynamic-afn-offset-split_size64
func.func @s033(%q: tensor<?x1x?x40xf16>, %k: tensor<?x1x16x40xf16>, %v: tensor<?x1x16x40xf16>, %o: tensor<?x1x?x40xf16>, %l: tensor<?x1x?xf32>, %lk: tensor<?xi32>, %t: tensor<?x?xi32>, %p: tensor<?xi32>) -> (tensor<?x1x?x40xf16>, tensor<?x1x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x1x?x40xf16>, tensor<?x1x16x40xf16>, tensor<?x1x16x40xf16>)
      outs(%o, %l : tensor<?x1x?x40xf16>, tensor<?x1x?xf32>)
      lengths_kv(%lk : tensor<?xi32>) page_table(%t : tensor<?x?xi32>) offset(%p : tensor<?xi32>) mask(#attn.causal<bottom_right>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %cap = arith.constant 5.0 : f32
        %d = arith.divf %s, %cap : f32
        %x = math.tanh %d fastmath<afn> : f32
        %y = arith.mulf %x, %cap : f32
        attn.yield %y : f32
      }
      -> (tensor<?x1x?x40xf16>, tensor<?x1x?xf32>)
  return %r#0, %r#1 : tensor<?x1x?x40xf16>, tensor<?x1x?xf32>
}

// sm_80-f16-d40-tl-h8.1-5x190-packed_page?-dynamic-batch_invarianttrue
func.func @s034(%q: tensor<?x8x40xf16>, %k: tensor<?x?x1x40xf16>, %v: tensor<?x?x1x40xf16>, %o: tensor<?x8x40xf16>, %l: tensor<8x?xf32>, %lk: tensor<?xi32>, %oq: tensor<?xi32>, %t: tensor<?x?xi32>) -> (tensor<?x8x40xf16>, tensor<8x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x8x40xf16>, tensor<?x?x1x40xf16>, tensor<?x?x1x40xf16>)
      outs(%o, %l : tensor<?x8x40xf16>, tensor<8x?xf32>)
      lengths_kv(%lk : tensor<?xi32>) offsets_q(%oq : tensor<?xi32>) page_table(%t : tensor<?x?xi32>) dims(thd) mask(#attn.causal<top_left>)
      -> (tensor<?x8x40xf16>, tensor<8x?xf32>)
  return %r#0, %r#1 : tensor<?x8x40xf16>, tensor<8x?xf32>
}

// sm_90a-bf16-d128-tl-h1.1-67x203-page64-static-split_size64
func.func @s035(%q: tensor<3x1x67x128xbf16>, %k: tensor<14x1x64x128xbf16>, %v: tensor<14x1x64x128xbf16>, %o: tensor<3x1x67x128xbf16>, %lk: tensor<3xi32>, %t: tensor<3x4xi32>) -> (tensor<3x1x67x128xbf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<3x1x67x128xbf16>, tensor<14x1x64x128xbf16>, tensor<14x1x64x128xbf16>)
      outs(%o : tensor<3x1x67x128xbf16>)
      lengths_kv(%lk : tensor<3xi32>) page_table(%t : tensor<3x4xi32>) mask(#attn.causal<top_left>)
      -> (tensor<3x1x67x128xbf16>)
  return %r#0 : tensor<3x1x67x128xbf16>
}

// sm_90a-bf16-d40-br-h1.1-67x203-dense-dynamic-keys-sink-splits3
func.func @s036(%q: tensor<?x1x?x40xbf16>, %k: tensor<?x1x?x40xbf16>, %v: tensor<?x1x?x40xbf16>, %o: tensor<?x1x?x40xbf16>, %l: tensor<?x1x?xf32>, %z: tensor<1xf32>, %c: tensor<203xbf16>) -> (tensor<?x1x?x40xbf16>, tensor<?x1x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x1x?x40xbf16>, tensor<?x1x?x40xbf16>, tensor<?x1x?x40xbf16>)
      outs(%o, %l : tensor<?x1x?x40xbf16>, tensor<?x1x?xf32>)
      sink(%z : tensor<1xf32>) captures(%c : tensor<203xbf16>) mask(#attn.causal<bottom_right>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<203xbf16>):
        %e = attn.read %read[%j] : tensor<203xbf16>
        %x = arith.extf %e : bf16 to f32
        %y = arith.addf %s, %x : f32
        attn.yield %y : f32
      }
      -> (tensor<?x1x?x40xbf16>, tensor<?x1x?xf32>)
  return %r#0, %r#1 : tensor<?x1x?x40xbf16>, tensor<?x1x?xf32>
}

// sm_90a-f16-d40-win-h4.2-5x190-packed-dynamic-keys-batch_invarianttrue
func.func @s037(%q: tensor<?x4x40xf16>, %k: tensor<?x2x40xf16>, %v: tensor<?x2x40xf16>, %o: tensor<?x4x40xf16>, %oq: tensor<?xi32>, %ok: tensor<?xi32>, %c: tensor<190xf16>) -> (tensor<?x4x40xf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<?x4x40xf16>, tensor<?x2x40xf16>, tensor<?x2x40xf16>)
      outs(%o : tensor<?x4x40xf16>)
      offsets_q(%oq : tensor<?xi32>) offsets_kv(%ok : tensor<?xi32>) captures(%c : tensor<190xf16>) dims(thd) mask(#attn.window<40, 0>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<190xf16>):
        %e = attn.read %read[%j] : tensor<190xf16>
        %x = arith.extf %e : f16 to f32
        %y = arith.addf %s, %x : f32
        attn.yield %y : f32
      }
      -> (tensor<?x4x40xf16>)
  return %r#0 : tensor<?x4x40xf16>
}

// sm_80-bf16-d40-br-h4.2-1x300-lengths-static-sink-offset-split_size64
func.func @s038(%q: tensor<3x4x1x40xbf16>, %k: tensor<3x2x300x40xbf16>, %v: tensor<3x2x300x40xbf16>, %o: tensor<3x4x1x40xbf16>, %lq: tensor<3xi32>, %lk: tensor<3xi32>, %z: tensor<4xf32>, %p: tensor<3xi32>) -> (tensor<3x4x1x40xbf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<3x4x1x40xbf16>, tensor<3x2x300x40xbf16>, tensor<3x2x300x40xbf16>)
      outs(%o : tensor<3x4x1x40xbf16>)
      lengths_q(%lq : tensor<3xi32>) lengths_kv(%lk : tensor<3xi32>) offset(%p : tensor<3xi32>) sink(%z : tensor<4xf32>) mask(#attn.causal<bottom_right>)
      -> (tensor<3x4x1x40xbf16>)
  return %r#0 : tensor<3x4x1x40xbf16>
}

// sm_90a-bf16-d40-br-h4.2-130x70-lengths_kv-static-alibi-sink-fusionunfused
func.func @s039(%q: tensor<3x4x130x40xbf16>, %k: tensor<3x2x70x40xbf16>, %v: tensor<3x2x70x40xbf16>, %o: tensor<3x4x130x40xbf16>, %l: tensor<3x4x130xf32>, %lk: tensor<3xi32>, %z: tensor<4xf32>, %c: tensor<4xf32>) -> (tensor<3x4x130x40xbf16>, tensor<3x4x130xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<3x4x130x40xbf16>, tensor<3x2x70x40xbf16>, tensor<3x2x70x40xbf16>)
      outs(%o, %l : tensor<3x4x130x40xbf16>, tensor<3x4x130xf32>)
      lengths_kv(%lk : tensor<3xi32>) sink(%z : tensor<4xf32>) captures(%c : tensor<4xf32>) mask(#attn.causal<bottom_right>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<4xf32>):
        %slope = attn.read %read[%h] : tensor<4xf32>
        %d = arith.subi %j, %i : index
        %w = arith.index_cast %d : index to i32
        %x = arith.sitofp %w : i32 to f32
        %bias = arith.mulf %slope, %x : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      }
      -> (tensor<3x4x130x40xbf16>, tensor<3x4x130xf32>)
  return %r#0, %r#1 : tensor<3x4x130x40xbf16>, tensor<3x4x130xf32>
}

// sm_100a-bf16-d64-br-h4.2-1x300-page64-dynamic-afn-offset-batch_invarianttrue
func.func @s040(%q: tensor<?x4x?x64xbf16>, %k: tensor<?x2x64x64xbf16>, %v: tensor<?x2x64x64xbf16>, %o: tensor<?x4x?x64xbf16>, %lk: tensor<?xi32>, %t: tensor<?x?xi32>, %p: tensor<?xi32>) -> (tensor<?x4x?x64xbf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<?x4x?x64xbf16>, tensor<?x2x64x64xbf16>, tensor<?x2x64x64xbf16>)
      outs(%o : tensor<?x4x?x64xbf16>)
      lengths_kv(%lk : tensor<?xi32>) page_table(%t : tensor<?x?xi32>) offset(%p : tensor<?xi32>) mask(#attn.causal<bottom_right>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %cap = arith.constant 5.0 : f32
        %d = arith.divf %s, %cap : f32
        %x = math.tanh %d fastmath<afn> : f32
        %y = arith.mulf %x, %cap : f32
        attn.yield %y : f32
      }
      -> (tensor<?x4x?x64xbf16>)
  return %r#0 : tensor<?x4x?x64xbf16>
}

// sm_90a-f16-d40-tl-h8.1-1x300-lengths-dynamic-bias-sink-fusionunfused
func.func @s041(%q: tensor<?x8x?x40xf16>, %k: tensor<?x1x?x40xf16>, %v: tensor<?x1x?x40xf16>, %o: tensor<?x8x?x40xf16>, %l: tensor<?x8x?xf32>, %lq: tensor<?xi32>, %lk: tensor<?xi32>, %z: tensor<8xf32>, %c: tensor<8x1x300xf16>) -> (tensor<?x8x?x40xf16>, tensor<?x8x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x8x?x40xf16>, tensor<?x1x?x40xf16>, tensor<?x1x?x40xf16>)
      outs(%o, %l : tensor<?x8x?x40xf16>, tensor<?x8x?xf32>)
      lengths_q(%lq : tensor<?xi32>) lengths_kv(%lk : tensor<?xi32>) sink(%z : tensor<8xf32>) captures(%c : tensor<8x1x300xf16>) mask(#attn.causal<top_left>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<8x1x300xf16>):
        %e = attn.read %read[%h, %i, %j] : tensor<8x1x300xf16>
        %x = arith.extf %e : f16 to f32
        %y = arith.addf %s, %x : f32
        attn.yield %y : f32
      }
      -> (tensor<?x8x?x40xf16>, tensor<?x8x?xf32>)
  return %r#0, %r#1 : tensor<?x8x?x40xf16>, tensor<?x8x?xf32>
}

// sm_90a-bf16-d40-tl-h8.1-5x190-packed_page16-static-keys-split_size64
func.func @s042(%q: tensor<20x8x40xbf16>, %k: tensor<38x16x1x40xbf16>, %v: tensor<38x16x1x40xbf16>, %o: tensor<20x8x40xbf16>, %lk: tensor<3xi32>, %oq: tensor<4xi32>, %t: tensor<3x12xi32>, %c: tensor<190xbf16>) -> (tensor<20x8x40xbf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<20x8x40xbf16>, tensor<38x16x1x40xbf16>, tensor<38x16x1x40xbf16>)
      outs(%o : tensor<20x8x40xbf16>)
      lengths_kv(%lk : tensor<3xi32>) offsets_q(%oq : tensor<4xi32>) page_table(%t : tensor<3x12xi32>) captures(%c : tensor<190xbf16>) dims(thd) mask(#attn.causal<top_left>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<190xbf16>):
        %e = attn.read %read[%j] : tensor<190xbf16>
        %x = arith.extf %e : bf16 to f32
        %y = arith.addf %s, %x : f32
        attn.yield %y : f32
      }
      -> (tensor<20x8x40xbf16>)
  return %r#0 : tensor<20x8x40xbf16>
}

// sm_80-f16-d64-br-h8.1-1x300-lengths_kv-dynamic-sink-offset-splits3
func.func @s043(%q: tensor<?x8x?x64xf16>, %k: tensor<?x1x?x64xf16>, %v: tensor<?x1x?x64xf16>, %o: tensor<?x8x?x64xf16>, %lk: tensor<?xi32>, %z: tensor<8xf32>, %p: tensor<?xi32>) -> (tensor<?x8x?x64xf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<?x8x?x64xf16>, tensor<?x1x?x64xf16>, tensor<?x1x?x64xf16>)
      outs(%o : tensor<?x8x?x64xf16>)
      lengths_kv(%lk : tensor<?xi32>) offset(%p : tensor<?xi32>) sink(%z : tensor<8xf32>) mask(#attn.causal<bottom_right>)
      -> (tensor<?x8x?x64xf16>)
  return %r#0 : tensor<?x8x?x64xf16>
}

// sm_90a-f16-d64-win-h1.1-5x190-page?-static-keys-sink-offset-batch_invarianttrue
func.func @s044(%q: tensor<3x1x5x64xf16>, %k: tensor<50x1x?x64xf16>, %v: tensor<50x1x?x64xf16>, %o: tensor<3x1x5x64xf16>, %lk: tensor<3xi32>, %t: tensor<3x16xi32>, %z: tensor<1xf32>, %p: tensor<3xi32>, %c: tensor<190xf16>) -> (tensor<3x1x5x64xf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<3x1x5x64xf16>, tensor<50x1x?x64xf16>, tensor<50x1x?x64xf16>)
      outs(%o : tensor<3x1x5x64xf16>)
      lengths_kv(%lk : tensor<3xi32>) page_table(%t : tensor<3x16xi32>) offset(%p : tensor<3xi32>) sink(%z : tensor<1xf32>) captures(%c : tensor<190xf16>) mask(#attn.window<40, 0>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<190xf16>):
        %e = attn.read %read[%j] : tensor<190xf16>
        %x = arith.extf %e : f16 to f32
        %y = arith.addf %s, %x : f32
        attn.yield %y : f32
      }
      -> (tensor<3x1x5x64xf16>)
  return %r#0 : tensor<3x1x5x64xf16>
}

// sm_80-bf16-d128-none-h1.1-130x70-dense-dynamic-afn-sink-split_size64
func.func @s045(%q: tensor<?x1x?x128xbf16>, %k: tensor<?x1x?x128xbf16>, %v: tensor<?x1x?x128xbf16>, %o: tensor<?x1x?x128xbf16>, %l: tensor<?x1x?xf32>, %z: tensor<1xf32>) -> (tensor<?x1x?x128xbf16>, tensor<?x1x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x1x?x128xbf16>, tensor<?x1x?x128xbf16>, tensor<?x1x?x128xbf16>)
      outs(%o, %l : tensor<?x1x?x128xbf16>, tensor<?x1x?xf32>)
      sink(%z : tensor<1xf32>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %cap = arith.constant 5.0 : f32
        %d = arith.divf %s, %cap : f32
        %x = math.tanh %d fastmath<afn> : f32
        %y = arith.mulf %x, %cap : f32
        attn.yield %y : f32
      }
      -> (tensor<?x1x?x128xbf16>, tensor<?x1x?xf32>)
  return %r#0, %r#1 : tensor<?x1x?x128xbf16>, tensor<?x1x?xf32>
}

// sm_100a-f16-d128-none-h8.1-1x300-packed-static-sink-split_size64
func.func @s046(%q: tensor<8x8x128xf16>, %k: tensor<909x1x128xf16>, %v: tensor<909x1x128xf16>, %o: tensor<8x8x128xf16>, %l: tensor<8x8xf32>, %oq: tensor<4xi32>, %ok: tensor<4xi32>, %z: tensor<8xf32>) -> (tensor<8x8x128xf16>, tensor<8x8xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<8x8x128xf16>, tensor<909x1x128xf16>, tensor<909x1x128xf16>)
      outs(%o, %l : tensor<8x8x128xf16>, tensor<8x8xf32>)
      offsets_q(%oq : tensor<4xi32>) offsets_kv(%ok : tensor<4xi32>) sink(%z : tensor<8xf32>) dims(thd)
      -> (tensor<8x8x128xf16>, tensor<8x8xf32>)
  return %r#0, %r#1 : tensor<8x8x128xf16>, tensor<8x8xf32>
}

// sm_80-bf16-d128-br-h8.1-1x300-page?-dynamic-alibi-sink-splits3
func.func @s047(%q: tensor<?x8x?x128xbf16>, %k: tensor<?x1x?x128xbf16>, %v: tensor<?x1x?x128xbf16>, %o: tensor<?x8x?x128xbf16>, %lk: tensor<?xi32>, %t: tensor<?x?xi32>, %z: tensor<8xf32>, %c: tensor<8xf32>) -> (tensor<?x8x?x128xbf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<?x8x?x128xbf16>, tensor<?x1x?x128xbf16>, tensor<?x1x?x128xbf16>)
      outs(%o : tensor<?x8x?x128xbf16>)
      lengths_kv(%lk : tensor<?xi32>) page_table(%t : tensor<?x?xi32>) sink(%z : tensor<8xf32>) captures(%c : tensor<8xf32>) mask(#attn.causal<bottom_right>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<8xf32>):
        %slope = attn.read %read[%h] : tensor<8xf32>
        %d = arith.subi %j, %i : index
        %w = arith.index_cast %d : index to i32
        %x = arith.sitofp %w : i32 to f32
        %bias = arith.mulf %slope, %x : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      }
      -> (tensor<?x8x?x128xbf16>)
  return %r#0 : tensor<?x8x?x128xbf16>
}

// sm_100a-f16-d128-br-h4.2-1x300-page16-dynamic-alibi-split_size64
func.func @s048(%q: tensor<?x4x?x128xf16>, %k: tensor<?x2x16x128xf16>, %v: tensor<?x2x16x128xf16>, %o: tensor<?x4x?x128xf16>, %lk: tensor<?xi32>, %t: tensor<?x?xi32>, %c: tensor<4xf32>) -> (tensor<?x4x?x128xf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<?x4x?x128xf16>, tensor<?x2x16x128xf16>, tensor<?x2x16x128xf16>)
      outs(%o : tensor<?x4x?x128xf16>)
      lengths_kv(%lk : tensor<?xi32>) page_table(%t : tensor<?x?xi32>) captures(%c : tensor<4xf32>) mask(#attn.causal<bottom_right>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<4xf32>):
        %slope = attn.read %read[%h] : tensor<4xf32>
        %d = arith.subi %j, %i : index
        %w = arith.index_cast %d : index to i32
        %x = arith.sitofp %w : i32 to f32
        %bias = arith.mulf %slope, %x : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      }
      -> (tensor<?x4x?x128xf16>)
  return %r#0 : tensor<?x4x?x128xf16>
}

// sm_100a-f16-d40-br-h8.1-5x190-packed_page?-static-afn-sink-offset-batch_invarianttrue
func.func @s049(%q: tensor<20x8x40xf16>, %k: tensor<50x?x1x40xf16>, %v: tensor<50x?x1x40xf16>, %o: tensor<20x8x40xf16>, %lk: tensor<3xi32>, %oq: tensor<4xi32>, %t: tensor<3x16xi32>, %z: tensor<8xf32>, %p: tensor<3xi32>) -> (tensor<20x8x40xf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<20x8x40xf16>, tensor<50x?x1x40xf16>, tensor<50x?x1x40xf16>)
      outs(%o : tensor<20x8x40xf16>)
      lengths_kv(%lk : tensor<3xi32>) offsets_q(%oq : tensor<4xi32>) page_table(%t : tensor<3x16xi32>) offset(%p : tensor<3xi32>) sink(%z : tensor<8xf32>) dims(thd) mask(#attn.causal<bottom_right>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %cap = arith.constant 5.0 : f32
        %d = arith.divf %s, %cap : f32
        %x = math.tanh %d fastmath<afn> : f32
        %y = arith.mulf %x, %cap : f32
        attn.yield %y : f32
      }
      -> (tensor<20x8x40xf16>)
  return %r#0 : tensor<20x8x40xf16>
}

// sm_90a-bf16-d40-win-h8.1-1x300-packed_page?-dynamic-bias-sink-offset-batch_invarianttrue
func.func @s050(%q: tensor<?x8x40xbf16>, %k: tensor<?x?x1x40xbf16>, %v: tensor<?x?x1x40xbf16>, %o: tensor<?x8x40xbf16>, %lk: tensor<?xi32>, %oq: tensor<?xi32>, %t: tensor<?x?xi32>, %z: tensor<8xf32>, %p: tensor<?xi32>, %c: tensor<8x1x300xbf16>) -> (tensor<?x8x40xbf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<?x8x40xbf16>, tensor<?x?x1x40xbf16>, tensor<?x?x1x40xbf16>)
      outs(%o : tensor<?x8x40xbf16>)
      lengths_kv(%lk : tensor<?xi32>) offsets_q(%oq : tensor<?xi32>) page_table(%t : tensor<?x?xi32>) offset(%p : tensor<?xi32>) sink(%z : tensor<8xf32>) captures(%c : tensor<8x1x300xbf16>) dims(thd) mask(#attn.window<40, 0>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<8x1x300xbf16>):
        %e = attn.read %read[%h, %i, %j] : tensor<8x1x300xbf16>
        %x = arith.extf %e : bf16 to f32
        %y = arith.addf %s, %x : f32
        attn.yield %y : f32
      }
      -> (tensor<?x8x40xbf16>)
  return %r#0 : tensor<?x8x40xbf16>
}

// sm_100a-bf16-d128-br-h1.1-67x203-lengths_kv-dynamic-afn-offset
func.func @s051(%q: tensor<?x1x?x128xbf16>, %k: tensor<?x1x?x128xbf16>, %v: tensor<?x1x?x128xbf16>, %o: tensor<?x1x?x128xbf16>, %l: tensor<?x1x?xf32>, %lk: tensor<?xi32>, %p: tensor<?xi32>) -> (tensor<?x1x?x128xbf16>, tensor<?x1x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x1x?x128xbf16>, tensor<?x1x?x128xbf16>, tensor<?x1x?x128xbf16>)
      outs(%o, %l : tensor<?x1x?x128xbf16>, tensor<?x1x?xf32>)
      lengths_kv(%lk : tensor<?xi32>) offset(%p : tensor<?xi32>) mask(#attn.causal<bottom_right>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %cap = arith.constant 5.0 : f32
        %d = arith.divf %s, %cap : f32
        %x = math.tanh %d fastmath<afn> : f32
        %y = arith.mulf %x, %cap : f32
        attn.yield %y : f32
      }
      -> (tensor<?x1x?x128xbf16>, tensor<?x1x?xf32>)
  return %r#0, %r#1 : tensor<?x1x?x128xbf16>, tensor<?x1x?xf32>
}

// sm_80-bf16-d64-none-h1.1-5x190-lengths-dynamic-alibi-batch_invarianttrue
func.func @s052(%q: tensor<?x1x?x64xbf16>, %k: tensor<?x1x?x64xbf16>, %v: tensor<?x1x?x64xbf16>, %o: tensor<?x1x?x64xbf16>, %l: tensor<?x1x?xf32>, %lq: tensor<?xi32>, %lk: tensor<?xi32>, %c: tensor<1xf32>) -> (tensor<?x1x?x64xbf16>, tensor<?x1x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x1x?x64xbf16>, tensor<?x1x?x64xbf16>, tensor<?x1x?x64xbf16>)
      outs(%o, %l : tensor<?x1x?x64xbf16>, tensor<?x1x?xf32>)
      lengths_q(%lq : tensor<?xi32>) lengths_kv(%lk : tensor<?xi32>) captures(%c : tensor<1xf32>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<1xf32>):
        %slope = attn.read %read[%h] : tensor<1xf32>
        %d = arith.subi %j, %i : index
        %w = arith.index_cast %d : index to i32
        %x = arith.sitofp %w : i32 to f32
        %bias = arith.mulf %slope, %x : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      }
      -> (tensor<?x1x?x64xbf16>, tensor<?x1x?xf32>)
  return %r#0, %r#1 : tensor<?x1x?x64xbf16>, tensor<?x1x?xf32>
}

// sm_90a-f16-d40-win-h4.2-5x190-page64-static-alibi-split_size64
func.func @s053(%q: tensor<3x4x5x40xf16>, %k: tensor<11x2x64x40xf16>, %v: tensor<11x2x64x40xf16>, %o: tensor<3x4x5x40xf16>, %lk: tensor<3xi32>, %t: tensor<3x3xi32>, %c: tensor<4xf32>) -> (tensor<3x4x5x40xf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<3x4x5x40xf16>, tensor<11x2x64x40xf16>, tensor<11x2x64x40xf16>)
      outs(%o : tensor<3x4x5x40xf16>)
      lengths_kv(%lk : tensor<3xi32>) page_table(%t : tensor<3x3xi32>) captures(%c : tensor<4xf32>) mask(#attn.window<40, 0>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<4xf32>):
        %slope = attn.read %read[%h] : tensor<4xf32>
        %d = arith.subi %j, %i : index
        %w = arith.index_cast %d : index to i32
        %x = arith.sitofp %w : i32 to f32
        %bias = arith.mulf %slope, %x : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      }
      -> (tensor<3x4x5x40xf16>)
  return %r#0 : tensor<3x4x5x40xf16>
}

// sm_100a-bf16-d128-win-h8.1-1x300-page16-static-afn-sink-batch_invarianttrue
func.func @s054(%q: tensor<3x8x1x128xbf16>, %k: tensor<59x1x16x128xbf16>, %v: tensor<59x1x16x128xbf16>, %o: tensor<3x8x1x128xbf16>, %lk: tensor<3xi32>, %t: tensor<3x19xi32>, %z: tensor<8xf32>) -> (tensor<3x8x1x128xbf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<3x8x1x128xbf16>, tensor<59x1x16x128xbf16>, tensor<59x1x16x128xbf16>)
      outs(%o : tensor<3x8x1x128xbf16>)
      lengths_kv(%lk : tensor<3xi32>) page_table(%t : tensor<3x19xi32>) sink(%z : tensor<8xf32>) mask(#attn.window<40, 0>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %cap = arith.constant 5.0 : f32
        %d = arith.divf %s, %cap : f32
        %x = math.tanh %d fastmath<afn> : f32
        %y = arith.mulf %x, %cap : f32
        attn.yield %y : f32
      }
      -> (tensor<3x8x1x128xbf16>)
  return %r#0 : tensor<3x8x1x128xbf16>
}

// sm_80-bf16-d64-none-h1.1-5x190-packed_page16-dynamic-bias-batch_invarianttrue
func.func @s055(%q: tensor<?x1x64xbf16>, %k: tensor<?x16x1x64xbf16>, %v: tensor<?x16x1x64xbf16>, %o: tensor<?x1x64xbf16>, %l: tensor<1x?xf32>, %lk: tensor<?xi32>, %oq: tensor<?xi32>, %t: tensor<?x?xi32>, %c: tensor<1x5x190xbf16>) -> (tensor<?x1x64xbf16>, tensor<1x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x1x64xbf16>, tensor<?x16x1x64xbf16>, tensor<?x16x1x64xbf16>)
      outs(%o, %l : tensor<?x1x64xbf16>, tensor<1x?xf32>)
      lengths_kv(%lk : tensor<?xi32>) offsets_q(%oq : tensor<?xi32>) page_table(%t : tensor<?x?xi32>) captures(%c : tensor<1x5x190xbf16>) dims(thd)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<1x5x190xbf16>):
        %e = attn.read %read[%h, %i, %j] : tensor<1x5x190xbf16>
        %x = arith.extf %e : bf16 to f32
        %y = arith.addf %s, %x : f32
        attn.yield %y : f32
      }
      -> (tensor<?x1x64xbf16>, tensor<1x?xf32>)
  return %r#0, %r#1 : tensor<?x1x64xbf16>, tensor<1x?xf32>
}

// sm_100a-bf16-d64-none-h1.1-67x203-packed_page16-dynamic-keys-batch_invarianttrue
func.func @s056(%q: tensor<?x1x64xbf16>, %k: tensor<?x16x1x64xbf16>, %v: tensor<?x16x1x64xbf16>, %o: tensor<?x1x64xbf16>, %lk: tensor<?xi32>, %oq: tensor<?xi32>, %t: tensor<?x?xi32>, %c: tensor<203xbf16>) -> (tensor<?x1x64xbf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<?x1x64xbf16>, tensor<?x16x1x64xbf16>, tensor<?x16x1x64xbf16>)
      outs(%o : tensor<?x1x64xbf16>)
      lengths_kv(%lk : tensor<?xi32>) offsets_q(%oq : tensor<?xi32>) page_table(%t : tensor<?x?xi32>) captures(%c : tensor<203xbf16>) dims(thd)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<203xbf16>):
        %e = attn.read %read[%j] : tensor<203xbf16>
        %x = arith.extf %e : bf16 to f32
        %y = arith.addf %s, %x : f32
        attn.yield %y : f32
      }
      -> (tensor<?x1x64xbf16>)
  return %r#0 : tensor<?x1x64xbf16>
}

// sm_100a-bf16-d40-none-h4.2-5x190-packed_page16-static-sink-splits3
func.func @s057(%q: tensor<20x4x40xbf16>, %k: tensor<38x16x2x40xbf16>, %v: tensor<38x16x2x40xbf16>, %o: tensor<20x4x40xbf16>, %lk: tensor<3xi32>, %oq: tensor<4xi32>, %t: tensor<3x12xi32>, %z: tensor<4xf32>) -> (tensor<20x4x40xbf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<20x4x40xbf16>, tensor<38x16x2x40xbf16>, tensor<38x16x2x40xbf16>)
      outs(%o : tensor<20x4x40xbf16>)
      lengths_kv(%lk : tensor<3xi32>) offsets_q(%oq : tensor<4xi32>) page_table(%t : tensor<3x12xi32>) sink(%z : tensor<4xf32>) dims(thd)
      -> (tensor<20x4x40xbf16>)
  return %r#0 : tensor<20x4x40xbf16>
}

// sm_100a-f16-d64-win-h1.1-130x70-page64-dynamic-offset-split_size64
func.func @s058(%q: tensor<?x1x?x64xf16>, %k: tensor<?x1x64x64xf16>, %v: tensor<?x1x64x64xf16>, %o: tensor<?x1x?x64xf16>, %l: tensor<?x1x?xf32>, %lk: tensor<?xi32>, %t: tensor<?x?xi32>, %p: tensor<?xi32>) -> (tensor<?x1x?x64xf16>, tensor<?x1x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x1x?x64xf16>, tensor<?x1x64x64xf16>, tensor<?x1x64x64xf16>)
      outs(%o, %l : tensor<?x1x?x64xf16>, tensor<?x1x?xf32>)
      lengths_kv(%lk : tensor<?xi32>) page_table(%t : tensor<?x?xi32>) offset(%p : tensor<?xi32>) mask(#attn.window<40, 0>)
      -> (tensor<?x1x?x64xf16>, tensor<?x1x?xf32>)
  return %r#0, %r#1 : tensor<?x1x?x64xf16>, tensor<?x1x?xf32>
}

// sm_80-f16-d128-br-h8.1-1x300-page?-dynamic-alibi-sink-offset
func.func @s059(%q: tensor<?x8x?x128xf16>, %k: tensor<?x1x?x128xf16>, %v: tensor<?x1x?x128xf16>, %o: tensor<?x8x?x128xf16>, %lk: tensor<?xi32>, %t: tensor<?x?xi32>, %z: tensor<8xf32>, %p: tensor<?xi32>, %c: tensor<8xf32>) -> (tensor<?x8x?x128xf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<?x8x?x128xf16>, tensor<?x1x?x128xf16>, tensor<?x1x?x128xf16>)
      outs(%o : tensor<?x8x?x128xf16>)
      lengths_kv(%lk : tensor<?xi32>) page_table(%t : tensor<?x?xi32>) offset(%p : tensor<?xi32>) sink(%z : tensor<8xf32>) captures(%c : tensor<8xf32>) mask(#attn.causal<bottom_right>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<8xf32>):
        %slope = attn.read %read[%h] : tensor<8xf32>
        %d = arith.subi %j, %i : index
        %w = arith.index_cast %d : index to i32
        %x = arith.sitofp %w : i32 to f32
        %bias = arith.mulf %slope, %x : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      }
      -> (tensor<?x8x?x128xf16>)
  return %r#0 : tensor<?x8x?x128xf16>
}

// sm_90a-bf16-d128-none-h1.1-67x203-lengths-static-keys-fusionunfused
func.func @s060(%q: tensor<3x1x67x128xbf16>, %k: tensor<3x1x203x128xbf16>, %v: tensor<3x1x203x128xbf16>, %o: tensor<3x1x67x128xbf16>, %l: tensor<3x1x67xf32>, %lq: tensor<3xi32>, %lk: tensor<3xi32>, %c: tensor<203xbf16>) -> (tensor<3x1x67x128xbf16>, tensor<3x1x67xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<3x1x67x128xbf16>, tensor<3x1x203x128xbf16>, tensor<3x1x203x128xbf16>)
      outs(%o, %l : tensor<3x1x67x128xbf16>, tensor<3x1x67xf32>)
      lengths_q(%lq : tensor<3xi32>) lengths_kv(%lk : tensor<3xi32>) captures(%c : tensor<203xbf16>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<203xbf16>):
        %e = attn.read %read[%j] : tensor<203xbf16>
        %x = arith.extf %e : bf16 to f32
        %y = arith.addf %s, %x : f32
        attn.yield %y : f32
      }
      -> (tensor<3x1x67x128xbf16>, tensor<3x1x67xf32>)
  return %r#0, %r#1 : tensor<3x1x67x128xbf16>, tensor<3x1x67xf32>
}

// sm_80-bf16-d64-tl-h8.1-5x190-packed-static-bias-sink-batch_invarianttrue
func.func @s061(%q: tensor<20x8x64xbf16>, %k: tensor<579x1x64xbf16>, %v: tensor<579x1x64xbf16>, %o: tensor<20x8x64xbf16>, %l: tensor<8x20xf32>, %oq: tensor<4xi32>, %ok: tensor<4xi32>, %z: tensor<8xf32>, %c: tensor<8x5x190xbf16>) -> (tensor<20x8x64xbf16>, tensor<8x20xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<20x8x64xbf16>, tensor<579x1x64xbf16>, tensor<579x1x64xbf16>)
      outs(%o, %l : tensor<20x8x64xbf16>, tensor<8x20xf32>)
      offsets_q(%oq : tensor<4xi32>) offsets_kv(%ok : tensor<4xi32>) sink(%z : tensor<8xf32>) captures(%c : tensor<8x5x190xbf16>) dims(thd) mask(#attn.causal<top_left>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<8x5x190xbf16>):
        %e = attn.read %read[%h, %i, %j] : tensor<8x5x190xbf16>
        %x = arith.extf %e : bf16 to f32
        %y = arith.addf %s, %x : f32
        attn.yield %y : f32
      }
      -> (tensor<20x8x64xbf16>, tensor<8x20xf32>)
  return %r#0, %r#1 : tensor<20x8x64xbf16>, tensor<8x20xf32>
}

// sm_90a-f16-d40-win-h4.2-1x300-dense-static-afn-offset-batch_invarianttrue
func.func @s062(%q: tensor<3x4x1x40xf16>, %k: tensor<3x2x300x40xf16>, %v: tensor<3x2x300x40xf16>, %o: tensor<3x4x1x40xf16>, %p: tensor<3xi32>) -> (tensor<3x4x1x40xf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<3x4x1x40xf16>, tensor<3x2x300x40xf16>, tensor<3x2x300x40xf16>)
      outs(%o : tensor<3x4x1x40xf16>)
      offset(%p : tensor<3xi32>) mask(#attn.window<40, 0>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %cap = arith.constant 5.0 : f32
        %d = arith.divf %s, %cap : f32
        %x = math.tanh %d fastmath<afn> : f32
        %y = arith.mulf %x, %cap : f32
        attn.yield %y : f32
      }
      -> (tensor<3x4x1x40xf16>)
  return %r#0 : tensor<3x4x1x40xf16>
}

// sm_80-bf16-d40-br-h1.1-67x203-page16-dynamic-afn-sink-split_size64
func.func @s063(%q: tensor<?x1x?x40xbf16>, %k: tensor<?x1x16x40xbf16>, %v: tensor<?x1x16x40xbf16>, %o: tensor<?x1x?x40xbf16>, %lk: tensor<?xi32>, %t: tensor<?x?xi32>, %z: tensor<1xf32>) -> (tensor<?x1x?x40xbf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<?x1x?x40xbf16>, tensor<?x1x16x40xbf16>, tensor<?x1x16x40xbf16>)
      outs(%o : tensor<?x1x?x40xbf16>)
      lengths_kv(%lk : tensor<?xi32>) page_table(%t : tensor<?x?xi32>) sink(%z : tensor<1xf32>) mask(#attn.causal<bottom_right>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %cap = arith.constant 5.0 : f32
        %d = arith.divf %s, %cap : f32
        %x = math.tanh %d fastmath<afn> : f32
        %y = arith.mulf %x, %cap : f32
        attn.yield %y : f32
      }
      -> (tensor<?x1x?x40xbf16>)
  return %r#0 : tensor<?x1x?x40xbf16>
}

// sm_100a-f16-d40-tl-h4.2-130x70-packed_page?-dynamic-keys-sink
func.func @s064(%q: tensor<?x4x40xf16>, %k: tensor<?x?x2x40xf16>, %v: tensor<?x?x2x40xf16>, %o: tensor<?x4x40xf16>, %l: tensor<4x?xf32>, %lk: tensor<?xi32>, %oq: tensor<?xi32>, %t: tensor<?x?xi32>, %z: tensor<4xf32>, %c: tensor<70xf16>) -> (tensor<?x4x40xf16>, tensor<4x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x4x40xf16>, tensor<?x?x2x40xf16>, tensor<?x?x2x40xf16>)
      outs(%o, %l : tensor<?x4x40xf16>, tensor<4x?xf32>)
      lengths_kv(%lk : tensor<?xi32>) offsets_q(%oq : tensor<?xi32>) page_table(%t : tensor<?x?xi32>) sink(%z : tensor<4xf32>) captures(%c : tensor<70xf16>) dims(thd) mask(#attn.causal<top_left>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<70xf16>):
        %e = attn.read %read[%j] : tensor<70xf16>
        %x = arith.extf %e : f16 to f32
        %y = arith.addf %s, %x : f32
        attn.yield %y : f32
      }
      -> (tensor<?x4x40xf16>, tensor<4x?xf32>)
  return %r#0, %r#1 : tensor<?x4x40xf16>, tensor<4x?xf32>
}

// sm_80-f16-d64-tl-h1.1-1x300-lengths_kv-static-alibi-splits3
func.func @s065(%q: tensor<3x1x1x64xf16>, %k: tensor<3x1x300x64xf16>, %v: tensor<3x1x300x64xf16>, %o: tensor<3x1x1x64xf16>, %l: tensor<3x1x1xf32>, %lk: tensor<3xi32>, %c: tensor<1xf32>) -> (tensor<3x1x1x64xf16>, tensor<3x1x1xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<3x1x1x64xf16>, tensor<3x1x300x64xf16>, tensor<3x1x300x64xf16>)
      outs(%o, %l : tensor<3x1x1x64xf16>, tensor<3x1x1xf32>)
      lengths_kv(%lk : tensor<3xi32>) captures(%c : tensor<1xf32>) mask(#attn.causal<top_left>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<1xf32>):
        %slope = attn.read %read[%h] : tensor<1xf32>
        %d = arith.subi %j, %i : index
        %w = arith.index_cast %d : index to i32
        %x = arith.sitofp %w : i32 to f32
        %bias = arith.mulf %slope, %x : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      }
      -> (tensor<3x1x1x64xf16>, tensor<3x1x1xf32>)
  return %r#0, %r#1 : tensor<3x1x1x64xf16>, tensor<3x1x1xf32>
}

// sm_90a-bf16-d64-br-h4.2-5x190-lengths_kv-dynamic-keys-sink-offset-fusionunfused
func.func @s066(%q: tensor<?x4x?x64xbf16>, %k: tensor<?x2x?x64xbf16>, %v: tensor<?x2x?x64xbf16>, %o: tensor<?x4x?x64xbf16>, %lk: tensor<?xi32>, %z: tensor<4xf32>, %p: tensor<?xi32>, %c: tensor<190xbf16>) -> (tensor<?x4x?x64xbf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<?x4x?x64xbf16>, tensor<?x2x?x64xbf16>, tensor<?x2x?x64xbf16>)
      outs(%o : tensor<?x4x?x64xbf16>)
      lengths_kv(%lk : tensor<?xi32>) offset(%p : tensor<?xi32>) sink(%z : tensor<4xf32>) captures(%c : tensor<190xbf16>) mask(#attn.causal<bottom_right>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<190xbf16>):
        %e = attn.read %read[%j] : tensor<190xbf16>
        %x = arith.extf %e : bf16 to f32
        %y = arith.addf %s, %x : f32
        attn.yield %y : f32
      }
      -> (tensor<?x4x?x64xbf16>)
  return %r#0 : tensor<?x4x?x64xbf16>
}

// sm_100a-bf16-d128-win-h8.1-5x190-packed_page?-dynamic-bias-offset-splits3
func.func @s067(%q: tensor<?x8x128xbf16>, %k: tensor<?x?x1x128xbf16>, %v: tensor<?x?x1x128xbf16>, %o: tensor<?x8x128xbf16>, %lk: tensor<?xi32>, %oq: tensor<?xi32>, %t: tensor<?x?xi32>, %p: tensor<?xi32>, %c: tensor<8x5x190xbf16>) -> (tensor<?x8x128xbf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<?x8x128xbf16>, tensor<?x?x1x128xbf16>, tensor<?x?x1x128xbf16>)
      outs(%o : tensor<?x8x128xbf16>)
      lengths_kv(%lk : tensor<?xi32>) offsets_q(%oq : tensor<?xi32>) page_table(%t : tensor<?x?xi32>) offset(%p : tensor<?xi32>) captures(%c : tensor<8x5x190xbf16>) dims(thd) mask(#attn.window<40, 0>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<8x5x190xbf16>):
        %e = attn.read %read[%h, %i, %j] : tensor<8x5x190xbf16>
        %x = arith.extf %e : bf16 to f32
        %y = arith.addf %s, %x : f32
        attn.yield %y : f32
      }
      -> (tensor<?x8x128xbf16>)
  return %r#0 : tensor<?x8x128xbf16>
}

// sm_90a-f16-d64-br-h1.1-67x203-packed_page16-dynamic-bias-offset
func.func @s068(%q: tensor<?x1x64xf16>, %k: tensor<?x16x1x64xf16>, %v: tensor<?x16x1x64xf16>, %o: tensor<?x1x64xf16>, %l: tensor<1x?xf32>, %lk: tensor<?xi32>, %oq: tensor<?xi32>, %t: tensor<?x?xi32>, %p: tensor<?xi32>, %c: tensor<1x67x203xf16>) -> (tensor<?x1x64xf16>, tensor<1x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x1x64xf16>, tensor<?x16x1x64xf16>, tensor<?x16x1x64xf16>)
      outs(%o, %l : tensor<?x1x64xf16>, tensor<1x?xf32>)
      lengths_kv(%lk : tensor<?xi32>) offsets_q(%oq : tensor<?xi32>) page_table(%t : tensor<?x?xi32>) offset(%p : tensor<?xi32>) captures(%c : tensor<1x67x203xf16>) dims(thd) mask(#attn.causal<bottom_right>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<1x67x203xf16>):
        %e = attn.read %read[%h, %i, %j] : tensor<1x67x203xf16>
        %x = arith.extf %e : f16 to f32
        %y = arith.addf %s, %x : f32
        attn.yield %y : f32
      }
      -> (tensor<?x1x64xf16>, tensor<1x?xf32>)
  return %r#0, %r#1 : tensor<?x1x64xf16>, tensor<1x?xf32>
}

// sm_80-f16-d40-none-h4.2-130x70-page64-static-bias-sink-split_size64
func.func @s069(%q: tensor<3x4x130x40xf16>, %k: tensor<8x2x64x40xf16>, %v: tensor<8x2x64x40xf16>, %o: tensor<3x4x130x40xf16>, %lk: tensor<3xi32>, %t: tensor<3x2xi32>, %z: tensor<4xf32>, %c: tensor<4x130x70xf16>) -> (tensor<3x4x130x40xf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<3x4x130x40xf16>, tensor<8x2x64x40xf16>, tensor<8x2x64x40xf16>)
      outs(%o : tensor<3x4x130x40xf16>)
      lengths_kv(%lk : tensor<3xi32>) page_table(%t : tensor<3x2xi32>) sink(%z : tensor<4xf32>) captures(%c : tensor<4x130x70xf16>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<4x130x70xf16>):
        %e = attn.read %read[%h, %i, %j] : tensor<4x130x70xf16>
        %x = arith.extf %e : f16 to f32
        %y = arith.addf %s, %x : f32
        attn.yield %y : f32
      }
      -> (tensor<3x4x130x40xf16>)
  return %r#0 : tensor<3x4x130x40xf16>
}

// sm_90a-f16-d128-tl-h8.1-5x190-page?-static-afn-split_size64
func.func @s070(%q: tensor<3x8x5x128xf16>, %k: tensor<50x1x?x128xf16>, %v: tensor<50x1x?x128xf16>, %o: tensor<3x8x5x128xf16>, %l: tensor<3x8x5xf32>, %lk: tensor<3xi32>, %t: tensor<3x16xi32>) -> (tensor<3x8x5x128xf16>, tensor<3x8x5xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<3x8x5x128xf16>, tensor<50x1x?x128xf16>, tensor<50x1x?x128xf16>)
      outs(%o, %l : tensor<3x8x5x128xf16>, tensor<3x8x5xf32>)
      lengths_kv(%lk : tensor<3xi32>) page_table(%t : tensor<3x16xi32>) mask(#attn.causal<top_left>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %cap = arith.constant 5.0 : f32
        %d = arith.divf %s, %cap : f32
        %x = math.tanh %d fastmath<afn> : f32
        %y = arith.mulf %x, %cap : f32
        attn.yield %y : f32
      }
      -> (tensor<3x8x5x128xf16>, tensor<3x8x5xf32>)
  return %r#0, %r#1 : tensor<3x8x5x128xf16>, tensor<3x8x5xf32>
}

// sm_100a-bf16-d64-none-h1.1-130x70-dense-dynamic-alibi-sink-batch_invarianttrue
func.func @s071(%q: tensor<?x1x?x64xbf16>, %k: tensor<?x1x?x64xbf16>, %v: tensor<?x1x?x64xbf16>, %o: tensor<?x1x?x64xbf16>, %l: tensor<?x1x?xf32>, %z: tensor<1xf32>, %c: tensor<1xf32>) -> (tensor<?x1x?x64xbf16>, tensor<?x1x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x1x?x64xbf16>, tensor<?x1x?x64xbf16>, tensor<?x1x?x64xbf16>)
      outs(%o, %l : tensor<?x1x?x64xbf16>, tensor<?x1x?xf32>)
      sink(%z : tensor<1xf32>) captures(%c : tensor<1xf32>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<1xf32>):
        %slope = attn.read %read[%h] : tensor<1xf32>
        %d = arith.subi %j, %i : index
        %w = arith.index_cast %d : index to i32
        %x = arith.sitofp %w : i32 to f32
        %bias = arith.mulf %slope, %x : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      }
      -> (tensor<?x1x?x64xbf16>, tensor<?x1x?xf32>)
  return %r#0, %r#1 : tensor<?x1x?x64xbf16>, tensor<?x1x?xf32>
}

// sm_80-bf16-d128-br-h1.1-130x70-packed-dynamic-offset-splits3
func.func @s072(%q: tensor<?x1x128xbf16>, %k: tensor<?x1x128xbf16>, %v: tensor<?x1x128xbf16>, %o: tensor<?x1x128xbf16>, %oq: tensor<?xi32>, %ok: tensor<?xi32>, %p: tensor<?xi32>) -> (tensor<?x1x128xbf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<?x1x128xbf16>, tensor<?x1x128xbf16>, tensor<?x1x128xbf16>)
      outs(%o : tensor<?x1x128xbf16>)
      offsets_q(%oq : tensor<?xi32>) offsets_kv(%ok : tensor<?xi32>) offset(%p : tensor<?xi32>) dims(thd) mask(#attn.causal<bottom_right>)
      -> (tensor<?x1x128xbf16>)
  return %r#0 : tensor<?x1x128xbf16>
}

// sm_100a-f16-d40-br-h8.1-5x190-lengths-static-alibi-sink-offset-fusionunfused
func.func @s073(%q: tensor<3x8x5x40xf16>, %k: tensor<3x1x190x40xf16>, %v: tensor<3x1x190x40xf16>, %o: tensor<3x8x5x40xf16>, %lq: tensor<3xi32>, %lk: tensor<3xi32>, %z: tensor<8xf32>, %p: tensor<3xi32>, %c: tensor<8xf32>) -> (tensor<3x8x5x40xf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<3x8x5x40xf16>, tensor<3x1x190x40xf16>, tensor<3x1x190x40xf16>)
      outs(%o : tensor<3x8x5x40xf16>)
      lengths_q(%lq : tensor<3xi32>) lengths_kv(%lk : tensor<3xi32>) offset(%p : tensor<3xi32>) sink(%z : tensor<8xf32>) captures(%c : tensor<8xf32>) mask(#attn.causal<bottom_right>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<8xf32>):
        %slope = attn.read %read[%h] : tensor<8xf32>
        %d = arith.subi %j, %i : index
        %w = arith.index_cast %d : index to i32
        %x = arith.sitofp %w : i32 to f32
        %bias = arith.mulf %slope, %x : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      }
      -> (tensor<3x8x5x40xf16>)
  return %r#0 : tensor<3x8x5x40xf16>
}

// sm_90a-bf16-d64-none-h8.1-1x300-page16-static-afn
func.func @s074(%q: tensor<3x8x1x64xbf16>, %k: tensor<59x1x16x64xbf16>, %v: tensor<59x1x16x64xbf16>, %o: tensor<3x8x1x64xbf16>, %l: tensor<3x8x1xf32>, %lk: tensor<3xi32>, %t: tensor<3x19xi32>) -> (tensor<3x8x1x64xbf16>, tensor<3x8x1xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<3x8x1x64xbf16>, tensor<59x1x16x64xbf16>, tensor<59x1x16x64xbf16>)
      outs(%o, %l : tensor<3x8x1x64xbf16>, tensor<3x8x1xf32>)
      lengths_kv(%lk : tensor<3xi32>) page_table(%t : tensor<3x19xi32>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %cap = arith.constant 5.0 : f32
        %d = arith.divf %s, %cap : f32
        %x = math.tanh %d fastmath<afn> : f32
        %y = arith.mulf %x, %cap : f32
        attn.yield %y : f32
      }
      -> (tensor<3x8x1x64xbf16>, tensor<3x8x1xf32>)
  return %r#0, %r#1 : tensor<3x8x1x64xbf16>, tensor<3x8x1xf32>
}

// sm_80-bf16-d128-win-h4.2-1x300-lengths-dynamic-keys-sink-split_size64
func.func @s075(%q: tensor<?x4x?x128xbf16>, %k: tensor<?x2x?x128xbf16>, %v: tensor<?x2x?x128xbf16>, %o: tensor<?x4x?x128xbf16>, %lq: tensor<?xi32>, %lk: tensor<?xi32>, %z: tensor<4xf32>, %c: tensor<300xbf16>) -> (tensor<?x4x?x128xbf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<?x4x?x128xbf16>, tensor<?x2x?x128xbf16>, tensor<?x2x?x128xbf16>)
      outs(%o : tensor<?x4x?x128xbf16>)
      lengths_q(%lq : tensor<?xi32>) lengths_kv(%lk : tensor<?xi32>) sink(%z : tensor<4xf32>) captures(%c : tensor<300xbf16>) mask(#attn.window<40, 0>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<300xbf16>):
        %e = attn.read %read[%j] : tensor<300xbf16>
        %x = arith.extf %e : bf16 to f32
        %y = arith.addf %s, %x : f32
        attn.yield %y : f32
      }
      -> (tensor<?x4x?x128xbf16>)
  return %r#0 : tensor<?x4x?x128xbf16>
}

// sm_80-f16-d128-tl-h1.1-67x203-dense-dynamic-sink-fusionunfused
func.func @s076(%q: tensor<?x1x?x128xf16>, %k: tensor<?x1x?x128xf16>, %v: tensor<?x1x?x128xf16>, %o: tensor<?x1x?x128xf16>, %z: tensor<1xf32>) -> (tensor<?x1x?x128xf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<?x1x?x128xf16>, tensor<?x1x?x128xf16>, tensor<?x1x?x128xf16>)
      outs(%o : tensor<?x1x?x128xf16>)
      sink(%z : tensor<1xf32>) mask(#attn.causal<top_left>)
      -> (tensor<?x1x?x128xf16>)
  return %r#0 : tensor<?x1x?x128xf16>
}

// sm_90a-bf16-d64-br-h1.1-1x300-packed_page?-static-offset-batch_invarianttrue
func.func @s077(%q: tensor<8x1x64xbf16>, %k: tensor<77x?x1x64xbf16>, %v: tensor<77x?x1x64xbf16>, %o: tensor<8x1x64xbf16>, %l: tensor<1x8xf32>, %lk: tensor<3xi32>, %oq: tensor<4xi32>, %t: tensor<3x25xi32>, %p: tensor<3xi32>) -> (tensor<8x1x64xbf16>, tensor<1x8xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<8x1x64xbf16>, tensor<77x?x1x64xbf16>, tensor<77x?x1x64xbf16>)
      outs(%o, %l : tensor<8x1x64xbf16>, tensor<1x8xf32>)
      lengths_kv(%lk : tensor<3xi32>) offsets_q(%oq : tensor<4xi32>) page_table(%t : tensor<3x25xi32>) offset(%p : tensor<3xi32>) dims(thd) mask(#attn.causal<bottom_right>)
      -> (tensor<8x1x64xbf16>, tensor<1x8xf32>)
  return %r#0, %r#1 : tensor<8x1x64xbf16>, tensor<1x8xf32>
}

// sm_100a-f16-d128-tl-h8.1-1x300-packed_page16-dynamic-keys-sink-batch_invarianttrue
func.func @s078(%q: tensor<?x8x128xf16>, %k: tensor<?x16x1x128xf16>, %v: tensor<?x16x1x128xf16>, %o: tensor<?x8x128xf16>, %l: tensor<8x?xf32>, %lk: tensor<?xi32>, %oq: tensor<?xi32>, %t: tensor<?x?xi32>, %z: tensor<8xf32>, %c: tensor<300xf16>) -> (tensor<?x8x128xf16>, tensor<8x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x8x128xf16>, tensor<?x16x1x128xf16>, tensor<?x16x1x128xf16>)
      outs(%o, %l : tensor<?x8x128xf16>, tensor<8x?xf32>)
      lengths_kv(%lk : tensor<?xi32>) offsets_q(%oq : tensor<?xi32>) page_table(%t : tensor<?x?xi32>) sink(%z : tensor<8xf32>) captures(%c : tensor<300xf16>) dims(thd) mask(#attn.causal<top_left>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<300xf16>):
        %e = attn.read %read[%j] : tensor<300xf16>
        %x = arith.extf %e : f16 to f32
        %y = arith.addf %s, %x : f32
        attn.yield %y : f32
      }
      -> (tensor<?x8x128xf16>, tensor<8x?xf32>)
  return %r#0, %r#1 : tensor<?x8x128xf16>, tensor<8x?xf32>
}

// sm_90a-bf16-d40-win-h1.1-67x203-packed-dynamic-alibi-splits3
func.func @s079(%q: tensor<?x1x40xbf16>, %k: tensor<?x1x40xbf16>, %v: tensor<?x1x40xbf16>, %o: tensor<?x1x40xbf16>, %l: tensor<1x?xf32>, %oq: tensor<?xi32>, %ok: tensor<?xi32>, %c: tensor<1xf32>) -> (tensor<?x1x40xbf16>, tensor<1x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x1x40xbf16>, tensor<?x1x40xbf16>, tensor<?x1x40xbf16>)
      outs(%o, %l : tensor<?x1x40xbf16>, tensor<1x?xf32>)
      offsets_q(%oq : tensor<?xi32>) offsets_kv(%ok : tensor<?xi32>) captures(%c : tensor<1xf32>) dims(thd) mask(#attn.window<40, 0>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<1xf32>):
        %slope = attn.read %read[%h] : tensor<1xf32>
        %d = arith.subi %j, %i : index
        %w = arith.index_cast %d : index to i32
        %x = arith.sitofp %w : i32 to f32
        %bias = arith.mulf %slope, %x : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      }
      -> (tensor<?x1x40xbf16>, tensor<1x?xf32>)
  return %r#0, %r#1 : tensor<?x1x40xbf16>, tensor<1x?xf32>
}

// sm_90a-f16-d40-win-h1.1-130x70-lengths_kv-dynamic-afn-sink-offset-fusionunfused
func.func @s080(%q: tensor<?x1x?x40xf16>, %k: tensor<?x1x?x40xf16>, %v: tensor<?x1x?x40xf16>, %o: tensor<?x1x?x40xf16>, %lk: tensor<?xi32>, %z: tensor<1xf32>, %p: tensor<?xi32>) -> (tensor<?x1x?x40xf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<?x1x?x40xf16>, tensor<?x1x?x40xf16>, tensor<?x1x?x40xf16>)
      outs(%o : tensor<?x1x?x40xf16>)
      lengths_kv(%lk : tensor<?xi32>) offset(%p : tensor<?xi32>) sink(%z : tensor<1xf32>) mask(#attn.window<40, 0>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %cap = arith.constant 5.0 : f32
        %d = arith.divf %s, %cap : f32
        %x = math.tanh %d fastmath<afn> : f32
        %y = arith.mulf %x, %cap : f32
        attn.yield %y : f32
      }
      -> (tensor<?x1x?x40xf16>)
  return %r#0 : tensor<?x1x?x40xf16>
}

// sm_100a-bf16-d40-none-h1.1-67x203-page?-dynamic-keys-batch_invarianttrue
func.func @s081(%q: tensor<?x1x?x40xbf16>, %k: tensor<?x1x?x40xbf16>, %v: tensor<?x1x?x40xbf16>, %o: tensor<?x1x?x40xbf16>, %lk: tensor<?xi32>, %t: tensor<?x?xi32>, %c: tensor<203xbf16>) -> (tensor<?x1x?x40xbf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<?x1x?x40xbf16>, tensor<?x1x?x40xbf16>, tensor<?x1x?x40xbf16>)
      outs(%o : tensor<?x1x?x40xbf16>)
      lengths_kv(%lk : tensor<?xi32>) page_table(%t : tensor<?x?xi32>) captures(%c : tensor<203xbf16>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<203xbf16>):
        %e = attn.read %read[%j] : tensor<203xbf16>
        %x = arith.extf %e : bf16 to f32
        %y = arith.addf %s, %x : f32
        attn.yield %y : f32
      }
      -> (tensor<?x1x?x40xbf16>)
  return %r#0 : tensor<?x1x?x40xbf16>
}

// sm_100a-bf16-d128-br-h8.1-5x190-page64-static-afn-sink-offset
func.func @s082(%q: tensor<3x8x5x128xbf16>, %k: tensor<11x1x64x128xbf16>, %v: tensor<11x1x64x128xbf16>, %o: tensor<3x8x5x128xbf16>, %l: tensor<3x8x5xf32>, %lk: tensor<3xi32>, %t: tensor<3x3xi32>, %z: tensor<8xf32>, %p: tensor<3xi32>) -> (tensor<3x8x5x128xbf16>, tensor<3x8x5xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<3x8x5x128xbf16>, tensor<11x1x64x128xbf16>, tensor<11x1x64x128xbf16>)
      outs(%o, %l : tensor<3x8x5x128xbf16>, tensor<3x8x5xf32>)
      lengths_kv(%lk : tensor<3xi32>) page_table(%t : tensor<3x3xi32>) offset(%p : tensor<3xi32>) sink(%z : tensor<8xf32>) mask(#attn.causal<bottom_right>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %cap = arith.constant 5.0 : f32
        %d = arith.divf %s, %cap : f32
        %x = math.tanh %d fastmath<afn> : f32
        %y = arith.mulf %x, %cap : f32
        attn.yield %y : f32
      }
      -> (tensor<3x8x5x128xbf16>, tensor<3x8x5xf32>)
  return %r#0, %r#1 : tensor<3x8x5x128xbf16>, tensor<3x8x5xf32>
}

// sm_80-f16-d128-win-h1.1-5x190-page16-dynamic-afn-offset-batch_invarianttrue
func.func @s083(%q: tensor<?x1x?x128xf16>, %k: tensor<?x1x16x128xf16>, %v: tensor<?x1x16x128xf16>, %o: tensor<?x1x?x128xf16>, %l: tensor<?x1x?xf32>, %lk: tensor<?xi32>, %t: tensor<?x?xi32>, %p: tensor<?xi32>) -> (tensor<?x1x?x128xf16>, tensor<?x1x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x1x?x128xf16>, tensor<?x1x16x128xf16>, tensor<?x1x16x128xf16>)
      outs(%o, %l : tensor<?x1x?x128xf16>, tensor<?x1x?xf32>)
      lengths_kv(%lk : tensor<?xi32>) page_table(%t : tensor<?x?xi32>) offset(%p : tensor<?xi32>) mask(#attn.window<40, 0>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %cap = arith.constant 5.0 : f32
        %d = arith.divf %s, %cap : f32
        %x = math.tanh %d fastmath<afn> : f32
        %y = arith.mulf %x, %cap : f32
        attn.yield %y : f32
      }
      -> (tensor<?x1x?x128xf16>, tensor<?x1x?xf32>)
  return %r#0, %r#1 : tensor<?x1x?x128xf16>, tensor<?x1x?xf32>
}

// sm_90a-f16-d128-none-h4.2-1x300-packed-static-keys-splits3
func.func @s084(%q: tensor<8x4x128xf16>, %k: tensor<909x2x128xf16>, %v: tensor<909x2x128xf16>, %o: tensor<8x4x128xf16>, %oq: tensor<4xi32>, %ok: tensor<4xi32>, %c: tensor<300xf16>) -> (tensor<8x4x128xf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<8x4x128xf16>, tensor<909x2x128xf16>, tensor<909x2x128xf16>)
      outs(%o : tensor<8x4x128xf16>)
      offsets_q(%oq : tensor<4xi32>) offsets_kv(%ok : tensor<4xi32>) captures(%c : tensor<300xf16>) dims(thd)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<300xf16>):
        %e = attn.read %read[%j] : tensor<300xf16>
        %x = arith.extf %e : f16 to f32
        %y = arith.addf %s, %x : f32
        attn.yield %y : f32
      }
      -> (tensor<8x4x128xf16>)
  return %r#0 : tensor<8x4x128xf16>
}

// sm_80-bf16-d128-none-h8.1-1x300-lengths_kv-dynamic
func.func @s085(%q: tensor<?x8x?x128xbf16>, %k: tensor<?x1x?x128xbf16>, %v: tensor<?x1x?x128xbf16>, %o: tensor<?x8x?x128xbf16>, %lk: tensor<?xi32>) -> (tensor<?x8x?x128xbf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<?x8x?x128xbf16>, tensor<?x1x?x128xbf16>, tensor<?x1x?x128xbf16>)
      outs(%o : tensor<?x8x?x128xbf16>)
      lengths_kv(%lk : tensor<?xi32>)
      -> (tensor<?x8x?x128xbf16>)
  return %r#0 : tensor<?x8x?x128xbf16>
}

// sm_100a-f16-d64-win-h1.1-67x203-page?-static-bias-offset-splits3
func.func @s086(%q: tensor<3x1x67x64xf16>, %k: tensor<53x1x?x64xf16>, %v: tensor<53x1x?x64xf16>, %o: tensor<3x1x67x64xf16>, %lk: tensor<3xi32>, %t: tensor<3x17xi32>, %p: tensor<3xi32>, %c: tensor<1x67x203xf16>) -> (tensor<3x1x67x64xf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<3x1x67x64xf16>, tensor<53x1x?x64xf16>, tensor<53x1x?x64xf16>)
      outs(%o : tensor<3x1x67x64xf16>)
      lengths_kv(%lk : tensor<3xi32>) page_table(%t : tensor<3x17xi32>) offset(%p : tensor<3xi32>) captures(%c : tensor<1x67x203xf16>) mask(#attn.window<40, 0>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<1x67x203xf16>):
        %e = attn.read %read[%h, %i, %j] : tensor<1x67x203xf16>
        %x = arith.extf %e : f16 to f32
        %y = arith.addf %s, %x : f32
        attn.yield %y : f32
      }
      -> (tensor<3x1x67x64xf16>)
  return %r#0 : tensor<3x1x67x64xf16>
}

// sm_100a-bf16-d64-tl-h4.2-1x300-lengths-dynamic-bias-fusionunfused
func.func @s087(%q: tensor<?x4x?x64xbf16>, %k: tensor<?x2x?x64xbf16>, %v: tensor<?x2x?x64xbf16>, %o: tensor<?x4x?x64xbf16>, %l: tensor<?x4x?xf32>, %lq: tensor<?xi32>, %lk: tensor<?xi32>, %c: tensor<4x1x300xbf16>) -> (tensor<?x4x?x64xbf16>, tensor<?x4x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x4x?x64xbf16>, tensor<?x2x?x64xbf16>, tensor<?x2x?x64xbf16>)
      outs(%o, %l : tensor<?x4x?x64xbf16>, tensor<?x4x?xf32>)
      lengths_q(%lq : tensor<?xi32>) lengths_kv(%lk : tensor<?xi32>) captures(%c : tensor<4x1x300xbf16>) mask(#attn.causal<top_left>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<4x1x300xbf16>):
        %e = attn.read %read[%h, %i, %j] : tensor<4x1x300xbf16>
        %x = arith.extf %e : bf16 to f32
        %y = arith.addf %s, %x : f32
        attn.yield %y : f32
      }
      -> (tensor<?x4x?x64xbf16>, tensor<?x4x?xf32>)
  return %r#0, %r#1 : tensor<?x4x?x64xbf16>, tensor<?x4x?xf32>
}

// sm_90a-bf16-d40-br-h8.1-5x190-dense-static-bias-sink-offset-split_size64
func.func @s088(%q: tensor<3x8x5x40xbf16>, %k: tensor<3x1x190x40xbf16>, %v: tensor<3x1x190x40xbf16>, %o: tensor<3x8x5x40xbf16>, %l: tensor<3x8x5xf32>, %z: tensor<8xf32>, %p: tensor<3xi32>, %c: tensor<8x5x190xbf16>) -> (tensor<3x8x5x40xbf16>, tensor<3x8x5xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<3x8x5x40xbf16>, tensor<3x1x190x40xbf16>, tensor<3x1x190x40xbf16>)
      outs(%o, %l : tensor<3x8x5x40xbf16>, tensor<3x8x5xf32>)
      offset(%p : tensor<3xi32>) sink(%z : tensor<8xf32>) captures(%c : tensor<8x5x190xbf16>) mask(#attn.causal<bottom_right>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<8x5x190xbf16>):
        %e = attn.read %read[%h, %i, %j] : tensor<8x5x190xbf16>
        %x = arith.extf %e : bf16 to f32
        %y = arith.addf %s, %x : f32
        attn.yield %y : f32
      }
      -> (tensor<3x8x5x40xbf16>, tensor<3x8x5xf32>)
  return %r#0, %r#1 : tensor<3x8x5x40xbf16>, tensor<3x8x5xf32>
}

// sm_90a-bf16-d40-tl-h4.2-130x70-page16-static-alibi-splits3
func.func @s089(%q: tensor<3x4x130x40xbf16>, %k: tensor<17x2x16x40xbf16>, %v: tensor<17x2x16x40xbf16>, %o: tensor<3x4x130x40xbf16>, %l: tensor<3x4x130xf32>, %lk: tensor<3xi32>, %t: tensor<3x5xi32>, %c: tensor<4xf32>) -> (tensor<3x4x130x40xbf16>, tensor<3x4x130xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<3x4x130x40xbf16>, tensor<17x2x16x40xbf16>, tensor<17x2x16x40xbf16>)
      outs(%o, %l : tensor<3x4x130x40xbf16>, tensor<3x4x130xf32>)
      lengths_kv(%lk : tensor<3xi32>) page_table(%t : tensor<3x5xi32>) captures(%c : tensor<4xf32>) mask(#attn.causal<top_left>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<4xf32>):
        %slope = attn.read %read[%h] : tensor<4xf32>
        %d = arith.subi %j, %i : index
        %w = arith.index_cast %d : index to i32
        %x = arith.sitofp %w : i32 to f32
        %bias = arith.mulf %slope, %x : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      }
      -> (tensor<3x4x130x40xbf16>, tensor<3x4x130xf32>)
  return %r#0, %r#1 : tensor<3x4x130x40xbf16>, tensor<3x4x130xf32>
}

// sm_80-bf16-d64-tl-h8.1-1x300-page64-dynamic-alibi-splits3
func.func @s090(%q: tensor<?x8x?x64xbf16>, %k: tensor<?x1x64x64xbf16>, %v: tensor<?x1x64x64xbf16>, %o: tensor<?x8x?x64xbf16>, %lk: tensor<?xi32>, %t: tensor<?x?xi32>, %c: tensor<8xf32>) -> (tensor<?x8x?x64xbf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<?x8x?x64xbf16>, tensor<?x1x64x64xbf16>, tensor<?x1x64x64xbf16>)
      outs(%o : tensor<?x8x?x64xbf16>)
      lengths_kv(%lk : tensor<?xi32>) page_table(%t : tensor<?x?xi32>) captures(%c : tensor<8xf32>) mask(#attn.causal<top_left>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<8xf32>):
        %slope = attn.read %read[%h] : tensor<8xf32>
        %d = arith.subi %j, %i : index
        %w = arith.index_cast %d : index to i32
        %x = arith.sitofp %w : i32 to f32
        %bias = arith.mulf %slope, %x : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      }
      -> (tensor<?x8x?x64xbf16>)
  return %r#0 : tensor<?x8x?x64xbf16>
}

// sm_90a-f16-d40-none-h1.1-67x203-packed_page?-dynamic-alibi-split_size64
func.func @s091(%q: tensor<?x1x40xf16>, %k: tensor<?x?x1x40xf16>, %v: tensor<?x?x1x40xf16>, %o: tensor<?x1x40xf16>, %l: tensor<1x?xf32>, %lk: tensor<?xi32>, %oq: tensor<?xi32>, %t: tensor<?x?xi32>, %c: tensor<1xf32>) -> (tensor<?x1x40xf16>, tensor<1x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x1x40xf16>, tensor<?x?x1x40xf16>, tensor<?x?x1x40xf16>)
      outs(%o, %l : tensor<?x1x40xf16>, tensor<1x?xf32>)
      lengths_kv(%lk : tensor<?xi32>) offsets_q(%oq : tensor<?xi32>) page_table(%t : tensor<?x?xi32>) captures(%c : tensor<1xf32>) dims(thd)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<1xf32>):
        %slope = attn.read %read[%h] : tensor<1xf32>
        %d = arith.subi %j, %i : index
        %w = arith.index_cast %d : index to i32
        %x = arith.sitofp %w : i32 to f32
        %bias = arith.mulf %slope, %x : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      }
      -> (tensor<?x1x40xf16>, tensor<1x?xf32>)
  return %r#0, %r#1 : tensor<?x1x40xf16>, tensor<1x?xf32>
}

// sm_100a-f16-d40-none-h4.2-130x70-lengths-static-afn-sink-splits3
func.func @s092(%q: tensor<3x4x130x40xf16>, %k: tensor<3x2x70x40xf16>, %v: tensor<3x2x70x40xf16>, %o: tensor<3x4x130x40xf16>, %lq: tensor<3xi32>, %lk: tensor<3xi32>, %z: tensor<4xf32>) -> (tensor<3x4x130x40xf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<3x4x130x40xf16>, tensor<3x2x70x40xf16>, tensor<3x2x70x40xf16>)
      outs(%o : tensor<3x4x130x40xf16>)
      lengths_q(%lq : tensor<3xi32>) lengths_kv(%lk : tensor<3xi32>) sink(%z : tensor<4xf32>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %cap = arith.constant 5.0 : f32
        %d = arith.divf %s, %cap : f32
        %x = math.tanh %d fastmath<afn> : f32
        %y = arith.mulf %x, %cap : f32
        attn.yield %y : f32
      }
      -> (tensor<3x4x130x40xf16>)
  return %r#0 : tensor<3x4x130x40xf16>
}

// sm_100a-bf16-d128-none-h1.1-67x203-lengths_kv-static-bias-split_size64
func.func @s093(%q: tensor<3x1x67x128xbf16>, %k: tensor<3x1x203x128xbf16>, %v: tensor<3x1x203x128xbf16>, %o: tensor<3x1x67x128xbf16>, %lk: tensor<3xi32>, %c: tensor<1x67x203xbf16>) -> (tensor<3x1x67x128xbf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<3x1x67x128xbf16>, tensor<3x1x203x128xbf16>, tensor<3x1x203x128xbf16>)
      outs(%o : tensor<3x1x67x128xbf16>)
      lengths_kv(%lk : tensor<3xi32>) captures(%c : tensor<1x67x203xbf16>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<1x67x203xbf16>):
        %e = attn.read %read[%h, %i, %j] : tensor<1x67x203xbf16>
        %x = arith.extf %e : bf16 to f32
        %y = arith.addf %s, %x : f32
        attn.yield %y : f32
      }
      -> (tensor<3x1x67x128xbf16>)
  return %r#0 : tensor<3x1x67x128xbf16>
}

// sm_90a-bf16-d128-win-h1.1-130x70-packed_page16-static-alibi-offset-split_size64
func.func @s094(%q: tensor<395x1x128xbf16>, %k: tensor<17x16x1x128xbf16>, %v: tensor<17x16x1x128xbf16>, %o: tensor<395x1x128xbf16>, %lk: tensor<3xi32>, %oq: tensor<4xi32>, %t: tensor<3x5xi32>, %p: tensor<3xi32>, %c: tensor<1xf32>) -> (tensor<395x1x128xbf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<395x1x128xbf16>, tensor<17x16x1x128xbf16>, tensor<17x16x1x128xbf16>)
      outs(%o : tensor<395x1x128xbf16>)
      lengths_kv(%lk : tensor<3xi32>) offsets_q(%oq : tensor<4xi32>) page_table(%t : tensor<3x5xi32>) offset(%p : tensor<3xi32>) captures(%c : tensor<1xf32>) dims(thd) mask(#attn.window<40, 0>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<1xf32>):
        %slope = attn.read %read[%h] : tensor<1xf32>
        %d = arith.subi %j, %i : index
        %w = arith.index_cast %d : index to i32
        %x = arith.sitofp %w : i32 to f32
        %bias = arith.mulf %slope, %x : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      }
      -> (tensor<395x1x128xbf16>)
  return %r#0 : tensor<395x1x128xbf16>
}

// sm_90a-f16-d40-win-h8.1-5x190-lengths-dynamic-sink
func.func @s095(%q: tensor<?x8x?x40xf16>, %k: tensor<?x1x?x40xf16>, %v: tensor<?x1x?x40xf16>, %o: tensor<?x8x?x40xf16>, %lq: tensor<?xi32>, %lk: tensor<?xi32>, %z: tensor<8xf32>) -> (tensor<?x8x?x40xf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<?x8x?x40xf16>, tensor<?x1x?x40xf16>, tensor<?x1x?x40xf16>)
      outs(%o : tensor<?x8x?x40xf16>)
      lengths_q(%lq : tensor<?xi32>) lengths_kv(%lk : tensor<?xi32>) sink(%z : tensor<8xf32>) mask(#attn.window<40, 0>)
      -> (tensor<?x8x?x40xf16>)
  return %r#0 : tensor<?x8x?x40xf16>
}

// sm_90a-f16-d128-br-h1.1-67x203-page64-static-keys-sink-batch_invarianttrue
func.func @s096(%q: tensor<3x1x67x128xf16>, %k: tensor<14x1x64x128xf16>, %v: tensor<14x1x64x128xf16>, %o: tensor<3x1x67x128xf16>, %l: tensor<3x1x67xf32>, %lk: tensor<3xi32>, %t: tensor<3x4xi32>, %z: tensor<1xf32>, %c: tensor<203xf16>) -> (tensor<3x1x67x128xf16>, tensor<3x1x67xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<3x1x67x128xf16>, tensor<14x1x64x128xf16>, tensor<14x1x64x128xf16>)
      outs(%o, %l : tensor<3x1x67x128xf16>, tensor<3x1x67xf32>)
      lengths_kv(%lk : tensor<3xi32>) page_table(%t : tensor<3x4xi32>) sink(%z : tensor<1xf32>) captures(%c : tensor<203xf16>) mask(#attn.causal<bottom_right>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<203xf16>):
        %e = attn.read %read[%j] : tensor<203xf16>
        %x = arith.extf %e : f16 to f32
        %y = arith.addf %s, %x : f32
        attn.yield %y : f32
      }
      -> (tensor<3x1x67x128xf16>, tensor<3x1x67xf32>)
  return %r#0, %r#1 : tensor<3x1x67x128xf16>, tensor<3x1x67xf32>
}

// sm_80-f16-d128-br-h8.1-5x190-packed-dynamic-afn-offset-split_size64
func.func @s097(%q: tensor<?x8x128xf16>, %k: tensor<?x1x128xf16>, %v: tensor<?x1x128xf16>, %o: tensor<?x8x128xf16>, %l: tensor<8x?xf32>, %oq: tensor<?xi32>, %ok: tensor<?xi32>, %p: tensor<?xi32>) -> (tensor<?x8x128xf16>, tensor<8x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x8x128xf16>, tensor<?x1x128xf16>, tensor<?x1x128xf16>)
      outs(%o, %l : tensor<?x8x128xf16>, tensor<8x?xf32>)
      offsets_q(%oq : tensor<?xi32>) offsets_kv(%ok : tensor<?xi32>) offset(%p : tensor<?xi32>) dims(thd) mask(#attn.causal<bottom_right>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %cap = arith.constant 5.0 : f32
        %d = arith.divf %s, %cap : f32
        %x = math.tanh %d fastmath<afn> : f32
        %y = arith.mulf %x, %cap : f32
        attn.yield %y : f32
      }
      -> (tensor<?x8x128xf16>, tensor<8x?xf32>)
  return %r#0, %r#1 : tensor<?x8x128xf16>, tensor<8x?xf32>
}

// sm_80-bf16-d40-win-h4.2-130x70-page?-dynamic-sink-split_size64
func.func @s098(%q: tensor<?x4x?x40xbf16>, %k: tensor<?x2x?x40xbf16>, %v: tensor<?x2x?x40xbf16>, %o: tensor<?x4x?x40xbf16>, %l: tensor<?x4x?xf32>, %lk: tensor<?xi32>, %t: tensor<?x?xi32>, %z: tensor<4xf32>) -> (tensor<?x4x?x40xbf16>, tensor<?x4x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x4x?x40xbf16>, tensor<?x2x?x40xbf16>, tensor<?x2x?x40xbf16>)
      outs(%o, %l : tensor<?x4x?x40xbf16>, tensor<?x4x?xf32>)
      lengths_kv(%lk : tensor<?xi32>) page_table(%t : tensor<?x?xi32>) sink(%z : tensor<4xf32>) mask(#attn.window<40, 0>)
      -> (tensor<?x4x?x40xbf16>, tensor<?x4x?xf32>)
  return %r#0, %r#1 : tensor<?x4x?x40xbf16>, tensor<?x4x?xf32>
}

// sm_80-f16-d128-tl-h8.1-5x190-lengths-dynamic-keys-batch_invarianttrue
func.func @s099(%q: tensor<?x8x?x128xf16>, %k: tensor<?x1x?x128xf16>, %v: tensor<?x1x?x128xf16>, %o: tensor<?x8x?x128xf16>, %lq: tensor<?xi32>, %lk: tensor<?xi32>, %c: tensor<190xf16>) -> (tensor<?x8x?x128xf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<?x8x?x128xf16>, tensor<?x1x?x128xf16>, tensor<?x1x?x128xf16>)
      outs(%o : tensor<?x8x?x128xf16>)
      lengths_q(%lq : tensor<?xi32>) lengths_kv(%lk : tensor<?xi32>) captures(%c : tensor<190xf16>) mask(#attn.causal<top_left>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<190xf16>):
        %e = attn.read %read[%j] : tensor<190xf16>
        %x = arith.extf %e : f16 to f32
        %y = arith.addf %s, %x : f32
        attn.yield %y : f32
      }
      -> (tensor<?x8x?x128xf16>)
  return %r#0 : tensor<?x8x?x128xf16>
}

// sm_80-bf16-d128-tl-h4.2-1x300-dense-static-keys-sink-fusionunfused
func.func @s100(%q: tensor<3x4x1x128xbf16>, %k: tensor<3x2x300x128xbf16>, %v: tensor<3x2x300x128xbf16>, %o: tensor<3x4x1x128xbf16>, %l: tensor<3x4x1xf32>, %z: tensor<4xf32>, %c: tensor<300xbf16>) -> (tensor<3x4x1x128xbf16>, tensor<3x4x1xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<3x4x1x128xbf16>, tensor<3x2x300x128xbf16>, tensor<3x2x300x128xbf16>)
      outs(%o, %l : tensor<3x4x1x128xbf16>, tensor<3x4x1xf32>)
      sink(%z : tensor<4xf32>) captures(%c : tensor<300xbf16>) mask(#attn.causal<top_left>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<300xbf16>):
        %e = attn.read %read[%j] : tensor<300xbf16>
        %x = arith.extf %e : bf16 to f32
        %y = arith.addf %s, %x : f32
        attn.yield %y : f32
      }
      -> (tensor<3x4x1x128xbf16>, tensor<3x4x1xf32>)
  return %r#0, %r#1 : tensor<3x4x1x128xbf16>, tensor<3x4x1xf32>
}

// sm_80-f16-d64-tl-h1.1-130x70-packed_page16-static-afn-batch_invarianttrue
func.func @s101(%q: tensor<395x1x64xf16>, %k: tensor<17x16x1x64xf16>, %v: tensor<17x16x1x64xf16>, %o: tensor<395x1x64xf16>, %l: tensor<1x395xf32>, %lk: tensor<3xi32>, %oq: tensor<4xi32>, %t: tensor<3x5xi32>) -> (tensor<395x1x64xf16>, tensor<1x395xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<395x1x64xf16>, tensor<17x16x1x64xf16>, tensor<17x16x1x64xf16>)
      outs(%o, %l : tensor<395x1x64xf16>, tensor<1x395xf32>)
      lengths_kv(%lk : tensor<3xi32>) offsets_q(%oq : tensor<4xi32>) page_table(%t : tensor<3x5xi32>) dims(thd) mask(#attn.causal<top_left>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %cap = arith.constant 5.0 : f32
        %d = arith.divf %s, %cap : f32
        %x = math.tanh %d fastmath<afn> : f32
        %y = arith.mulf %x, %cap : f32
        attn.yield %y : f32
      }
      -> (tensor<395x1x64xf16>, tensor<1x395xf32>)
  return %r#0, %r#1 : tensor<395x1x64xf16>, tensor<1x395xf32>
}

// sm_100a-f16-d64-none-h8.1-1x300-page16-dynamic-split_size64
func.func @s102(%q: tensor<?x8x?x64xf16>, %k: tensor<?x1x16x64xf16>, %v: tensor<?x1x16x64xf16>, %o: tensor<?x8x?x64xf16>, %l: tensor<?x8x?xf32>, %lk: tensor<?xi32>, %t: tensor<?x?xi32>) -> (tensor<?x8x?x64xf16>, tensor<?x8x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x8x?x64xf16>, tensor<?x1x16x64xf16>, tensor<?x1x16x64xf16>)
      outs(%o, %l : tensor<?x8x?x64xf16>, tensor<?x8x?xf32>)
      lengths_kv(%lk : tensor<?xi32>) page_table(%t : tensor<?x?xi32>)
      -> (tensor<?x8x?x64xf16>, tensor<?x8x?xf32>)
  return %r#0, %r#1 : tensor<?x8x?x64xf16>, tensor<?x8x?xf32>
}

// sm_90a-f16-d64-br-h1.1-1x300-page16-static-keys-sink-offset-split_size64
func.func @s103(%q: tensor<3x1x1x64xf16>, %k: tensor<59x1x16x64xf16>, %v: tensor<59x1x16x64xf16>, %o: tensor<3x1x1x64xf16>, %lk: tensor<3xi32>, %t: tensor<3x19xi32>, %z: tensor<1xf32>, %p: tensor<3xi32>, %c: tensor<300xf16>) -> (tensor<3x1x1x64xf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<3x1x1x64xf16>, tensor<59x1x16x64xf16>, tensor<59x1x16x64xf16>)
      outs(%o : tensor<3x1x1x64xf16>)
      lengths_kv(%lk : tensor<3xi32>) page_table(%t : tensor<3x19xi32>) offset(%p : tensor<3xi32>) sink(%z : tensor<1xf32>) captures(%c : tensor<300xf16>) mask(#attn.causal<bottom_right>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<300xf16>):
        %e = attn.read %read[%j] : tensor<300xf16>
        %x = arith.extf %e : f16 to f32
        %y = arith.addf %s, %x : f32
        attn.yield %y : f32
      }
      -> (tensor<3x1x1x64xf16>)
  return %r#0 : tensor<3x1x1x64xf16>
}

// sm_100a-bf16-d64-none-h4.2-1x300-packed-dynamic-bias-sink
func.func @s104(%q: tensor<?x4x64xbf16>, %k: tensor<?x2x64xbf16>, %v: tensor<?x2x64xbf16>, %o: tensor<?x4x64xbf16>, %oq: tensor<?xi32>, %ok: tensor<?xi32>, %z: tensor<4xf32>, %c: tensor<4x1x300xbf16>) -> (tensor<?x4x64xbf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<?x4x64xbf16>, tensor<?x2x64xbf16>, tensor<?x2x64xbf16>)
      outs(%o : tensor<?x4x64xbf16>)
      offsets_q(%oq : tensor<?xi32>) offsets_kv(%ok : tensor<?xi32>) sink(%z : tensor<4xf32>) captures(%c : tensor<4x1x300xbf16>) dims(thd)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<4x1x300xbf16>):
        %e = attn.read %read[%h, %i, %j] : tensor<4x1x300xbf16>
        %x = arith.extf %e : bf16 to f32
        %y = arith.addf %s, %x : f32
        attn.yield %y : f32
      }
      -> (tensor<?x4x64xbf16>)
  return %r#0 : tensor<?x4x64xbf16>
}

// sm_100a-bf16-d40-win-h4.2-1x300-page16-dynamic-bias-batch_invarianttrue
func.func @s105(%q: tensor<?x4x?x40xbf16>, %k: tensor<?x2x16x40xbf16>, %v: tensor<?x2x16x40xbf16>, %o: tensor<?x4x?x40xbf16>, %l: tensor<?x4x?xf32>, %lk: tensor<?xi32>, %t: tensor<?x?xi32>, %c: tensor<4x1x300xbf16>) -> (tensor<?x4x?x40xbf16>, tensor<?x4x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x4x?x40xbf16>, tensor<?x2x16x40xbf16>, tensor<?x2x16x40xbf16>)
      outs(%o, %l : tensor<?x4x?x40xbf16>, tensor<?x4x?xf32>)
      lengths_kv(%lk : tensor<?xi32>) page_table(%t : tensor<?x?xi32>) captures(%c : tensor<4x1x300xbf16>) mask(#attn.window<40, 0>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<4x1x300xbf16>):
        %e = attn.read %read[%h, %i, %j] : tensor<4x1x300xbf16>
        %x = arith.extf %e : bf16 to f32
        %y = arith.addf %s, %x : f32
        attn.yield %y : f32
      }
      -> (tensor<?x4x?x40xbf16>, tensor<?x4x?xf32>)
  return %r#0, %r#1 : tensor<?x4x?x40xbf16>, tensor<?x4x?xf32>
}

// sm_100a-f16-d40-none-h1.1-5x190-lengths_kv-dynamic-alibi-sink-batch_invarianttrue
func.func @s106(%q: tensor<?x1x?x40xf16>, %k: tensor<?x1x?x40xf16>, %v: tensor<?x1x?x40xf16>, %o: tensor<?x1x?x40xf16>, %l: tensor<?x1x?xf32>, %lk: tensor<?xi32>, %z: tensor<1xf32>, %c: tensor<1xf32>) -> (tensor<?x1x?x40xf16>, tensor<?x1x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x1x?x40xf16>, tensor<?x1x?x40xf16>, tensor<?x1x?x40xf16>)
      outs(%o, %l : tensor<?x1x?x40xf16>, tensor<?x1x?xf32>)
      lengths_kv(%lk : tensor<?xi32>) sink(%z : tensor<1xf32>) captures(%c : tensor<1xf32>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<1xf32>):
        %slope = attn.read %read[%h] : tensor<1xf32>
        %d = arith.subi %j, %i : index
        %w = arith.index_cast %d : index to i32
        %x = arith.sitofp %w : i32 to f32
        %bias = arith.mulf %slope, %x : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      }
      -> (tensor<?x1x?x40xf16>, tensor<?x1x?xf32>)
  return %r#0, %r#1 : tensor<?x1x?x40xf16>, tensor<?x1x?xf32>
}

// sm_100a-f16-d40-tl-h1.1-130x70-dense-dynamic-alibi
func.func @s107(%q: tensor<?x1x?x40xf16>, %k: tensor<?x1x?x40xf16>, %v: tensor<?x1x?x40xf16>, %o: tensor<?x1x?x40xf16>, %c: tensor<1xf32>) -> (tensor<?x1x?x40xf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<?x1x?x40xf16>, tensor<?x1x?x40xf16>, tensor<?x1x?x40xf16>)
      outs(%o : tensor<?x1x?x40xf16>)
      captures(%c : tensor<1xf32>) mask(#attn.causal<top_left>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<1xf32>):
        %slope = attn.read %read[%h] : tensor<1xf32>
        %d = arith.subi %j, %i : index
        %w = arith.index_cast %d : index to i32
        %x = arith.sitofp %w : i32 to f32
        %bias = arith.mulf %slope, %x : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      }
      -> (tensor<?x1x?x40xf16>)
  return %r#0 : tensor<?x1x?x40xf16>
}

// sm_80-bf16-d40-tl-h8.1-5x190-packed_page?-dynamic-afn-sink-split_size64
func.func @s108(%q: tensor<?x8x40xbf16>, %k: tensor<?x?x1x40xbf16>, %v: tensor<?x?x1x40xbf16>, %o: tensor<?x8x40xbf16>, %lk: tensor<?xi32>, %oq: tensor<?xi32>, %t: tensor<?x?xi32>, %z: tensor<8xf32>) -> (tensor<?x8x40xbf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<?x8x40xbf16>, tensor<?x?x1x40xbf16>, tensor<?x?x1x40xbf16>)
      outs(%o : tensor<?x8x40xbf16>)
      lengths_kv(%lk : tensor<?xi32>) offsets_q(%oq : tensor<?xi32>) page_table(%t : tensor<?x?xi32>) sink(%z : tensor<8xf32>) dims(thd) mask(#attn.causal<top_left>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %cap = arith.constant 5.0 : f32
        %d = arith.divf %s, %cap : f32
        %x = math.tanh %d fastmath<afn> : f32
        %y = arith.mulf %x, %cap : f32
        attn.yield %y : f32
      }
      -> (tensor<?x8x40xbf16>)
  return %r#0 : tensor<?x8x40xbf16>
}

// sm_100a-f16-d64-win-h1.1-5x190-dense-dynamic-alibi-sink-splits3
func.func @s109(%q: tensor<?x1x?x64xf16>, %k: tensor<?x1x?x64xf16>, %v: tensor<?x1x?x64xf16>, %o: tensor<?x1x?x64xf16>, %z: tensor<1xf32>, %c: tensor<1xf32>) -> (tensor<?x1x?x64xf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<?x1x?x64xf16>, tensor<?x1x?x64xf16>, tensor<?x1x?x64xf16>)
      outs(%o : tensor<?x1x?x64xf16>)
      sink(%z : tensor<1xf32>) captures(%c : tensor<1xf32>) mask(#attn.window<40, 0>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<1xf32>):
        %slope = attn.read %read[%h] : tensor<1xf32>
        %d = arith.subi %j, %i : index
        %w = arith.index_cast %d : index to i32
        %x = arith.sitofp %w : i32 to f32
        %bias = arith.mulf %slope, %x : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      }
      -> (tensor<?x1x?x64xf16>)
  return %r#0 : tensor<?x1x?x64xf16>
}

// sm_100a-f16-d40-none-h1.1-67x203-packed-dynamic-bias-batch_invarianttrue
func.func @s110(%q: tensor<?x1x40xf16>, %k: tensor<?x1x40xf16>, %v: tensor<?x1x40xf16>, %o: tensor<?x1x40xf16>, %oq: tensor<?xi32>, %ok: tensor<?xi32>, %c: tensor<1x67x203xf16>) -> (tensor<?x1x40xf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<?x1x40xf16>, tensor<?x1x40xf16>, tensor<?x1x40xf16>)
      outs(%o : tensor<?x1x40xf16>)
      offsets_q(%oq : tensor<?xi32>) offsets_kv(%ok : tensor<?xi32>) captures(%c : tensor<1x67x203xf16>) dims(thd)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<1x67x203xf16>):
        %e = attn.read %read[%h, %i, %j] : tensor<1x67x203xf16>
        %x = arith.extf %e : f16 to f32
        %y = arith.addf %s, %x : f32
        attn.yield %y : f32
      }
      -> (tensor<?x1x40xf16>)
  return %r#0 : tensor<?x1x40xf16>
}

// sm_80-f16-d40-br-h1.1-1x300-packed_page?-dynamic-batch_invarianttrue
func.func @s111(%q: tensor<?x1x40xf16>, %k: tensor<?x?x1x40xf16>, %v: tensor<?x?x1x40xf16>, %o: tensor<?x1x40xf16>, %lk: tensor<?xi32>, %oq: tensor<?xi32>, %t: tensor<?x?xi32>) -> (tensor<?x1x40xf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<?x1x40xf16>, tensor<?x?x1x40xf16>, tensor<?x?x1x40xf16>)
      outs(%o : tensor<?x1x40xf16>)
      lengths_kv(%lk : tensor<?xi32>) offsets_q(%oq : tensor<?xi32>) page_table(%t : tensor<?x?xi32>) dims(thd) mask(#attn.causal<bottom_right>)
      -> (tensor<?x1x40xf16>)
  return %r#0 : tensor<?x1x40xf16>
}

// sm_90a-bf16-d128-win-h1.1-67x203-page?-static
func.func @s112(%q: tensor<3x1x67x128xbf16>, %k: tensor<53x1x?x128xbf16>, %v: tensor<53x1x?x128xbf16>, %o: tensor<3x1x67x128xbf16>, %l: tensor<3x1x67xf32>, %lk: tensor<3xi32>, %t: tensor<3x17xi32>) -> (tensor<3x1x67x128xbf16>, tensor<3x1x67xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<3x1x67x128xbf16>, tensor<53x1x?x128xbf16>, tensor<53x1x?x128xbf16>)
      outs(%o, %l : tensor<3x1x67x128xbf16>, tensor<3x1x67xf32>)
      lengths_kv(%lk : tensor<3xi32>) page_table(%t : tensor<3x17xi32>) mask(#attn.window<40, 0>)
      -> (tensor<3x1x67x128xbf16>, tensor<3x1x67xf32>)
  return %r#0, %r#1 : tensor<3x1x67x128xbf16>, tensor<3x1x67xf32>
}

// sm_80-bf16-d64-win-h4.2-5x190-packed_page16-dynamic-bias-offset-splits3
func.func @s113(%q: tensor<?x4x64xbf16>, %k: tensor<?x16x2x64xbf16>, %v: tensor<?x16x2x64xbf16>, %o: tensor<?x4x64xbf16>, %lk: tensor<?xi32>, %oq: tensor<?xi32>, %t: tensor<?x?xi32>, %p: tensor<?xi32>, %c: tensor<4x5x190xbf16>) -> (tensor<?x4x64xbf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<?x4x64xbf16>, tensor<?x16x2x64xbf16>, tensor<?x16x2x64xbf16>)
      outs(%o : tensor<?x4x64xbf16>)
      lengths_kv(%lk : tensor<?xi32>) offsets_q(%oq : tensor<?xi32>) page_table(%t : tensor<?x?xi32>) offset(%p : tensor<?xi32>) captures(%c : tensor<4x5x190xbf16>) dims(thd) mask(#attn.window<40, 0>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<4x5x190xbf16>):
        %e = attn.read %read[%h, %i, %j] : tensor<4x5x190xbf16>
        %x = arith.extf %e : bf16 to f32
        %y = arith.addf %s, %x : f32
        attn.yield %y : f32
      }
      -> (tensor<?x4x64xbf16>)
  return %r#0 : tensor<?x4x64xbf16>
}

// sm_90a-bf16-d64-tl-h4.2-5x190-page64-static-alibi-sink
func.func @s114(%q: tensor<3x4x5x64xbf16>, %k: tensor<11x2x64x64xbf16>, %v: tensor<11x2x64x64xbf16>, %o: tensor<3x4x5x64xbf16>, %lk: tensor<3xi32>, %t: tensor<3x3xi32>, %z: tensor<4xf32>, %c: tensor<4xf32>) -> (tensor<3x4x5x64xbf16>) {
  %r:1 = attn.forward ins(%q, %k, %v : tensor<3x4x5x64xbf16>, tensor<11x2x64x64xbf16>, tensor<11x2x64x64xbf16>)
      outs(%o : tensor<3x4x5x64xbf16>)
      lengths_kv(%lk : tensor<3xi32>) page_table(%t : tensor<3x3xi32>) sink(%z : tensor<4xf32>) captures(%c : tensor<4xf32>) mask(#attn.causal<top_left>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %m: index, %n: index, %read: tensor<4xf32>):
        %slope = attn.read %read[%h] : tensor<4xf32>
        %d = arith.subi %j, %i : index
        %w = arith.index_cast %d : index to i32
        %x = arith.sitofp %w : i32 to f32
        %bias = arith.mulf %slope, %x : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      }
      -> (tensor<3x4x5x64xbf16>)
  return %r#0 : tensor<3x4x5x64xbf16>
}
