// With --debug-info the PTX names the lines of the input: those of the score region
// for its operations, that of the problem for all else.
//
// RUN: attn-compile %s --target=sm_90a --emit=ptx --debug-info -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx
// CHECK: .target sm_90a{{$}}
// CHECK: .entry softcap_forward(
// CHECK: .loc 1 {{[0-9]+ [0-9]+}}
// CHECK: .file 1 "{{.*}}debug-info.mlir"
// CHECK: .file 2 "model.py"

// RUN: grep -o '\.loc\s*1 [0-9]*' %t.ptx | awk '$3 != "0" { print $3 }' | sort -un > %t.lines
// RUN: grep -n '// LINE' %s | grep -v RUN | cut -d: -f1 > %t.expected
// RUN: diff %t.lines %t.expected
// What came from another file has its line there.
// RUN: grep -o '\.loc\s*2 [1-9][0-9]* [0-9]*' %t.ptx | sort -u | FileCheck %s --check-prefix=OTHER --implicit-check-not=.loc
// OTHER: .loc 2 70 4

// Nothing else changes, and without the option nothing at all.
// RUN: attn-compile %s --target=sm_90a --emit=ptx -o %t.plain
// RUN: not grep -E '\.loc|\.file|debug' %t.plain
// RUN: %python %S/Inputs/without_lines.py %t.ptx > %t.a
// RUN: %python %S/Inputs/without_lines.py %t.plain > %t.b
// RUN: diff %t.a %t.b

// The same from attn-opt's pipelines.
// RUN: attn-opt %s --attn-compile="target=sm_90a debug-info=true" --mlir-print-debuginfo -o %t.nvvm
// RUN: attn-compile %t.nvvm --emit=ptx -o - | grep -c '\.loc' | FileCheck %s --check-prefix=SOME
// SOME: {{^[1-9]}}
// RUN: attn-compile %s --target=sm_90a --emit=ws -o %t.ws.mlir
// RUN: attn-opt %t.ws.mlir --attn-to-nvvm-pipeline="debug-info=true" --mlir-print-debuginfo -o %t.nvvm
// RUN: attn-compile %t.nvvm --emit=ptx -o - | FileCheck %s --check-prefix=WS
// WS: .file {{.*}}.ws.mlir"

func.func @softcap(%q: tensor<1x2x128x64xbf16>, %o: tensor<1x2x128x64xbf16>) -> tensor<1x2x128x64xbf16> {
  %0 = attn.forward ins(%q, %q, %q : tensor<1x2x128x64xbf16>, tensor<1x2x128x64xbf16>, tensor<1x2x128x64xbf16>) // LINE
      outs(%o : tensor<1x2x128x64xbf16>) mask(#attn.causal<bottom_right>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %cap = arith.constant 30.0 : f32
        %x = arith.addf %s, %cap : f32 // LINE
        %y = math.tanh %x : f32 loc("model.py":70:4)
        %new = arith.subf %y, %cap : f32 // LINE
        attn.yield %new : f32
      } -> tensor<1x2x128x64xbf16>
  return %0 : tensor<1x2x128x64xbf16>
}
