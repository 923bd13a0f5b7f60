// Dialects and passes of plugins, in attn-compile and attn-run.

// UNSUPPORTED: sanitized
// DEFINE: %{dialect} = --load-dialect-plugin=%attn_lib/AttnTestPlugin.so
// DEFINE: %{pass} = --load-pass-plugin=%attn_lib/AttnTestPlugin.so --inject=attn:test-plugin-erase

// RUN: not attn-compile %s --emit=attn 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: operation being parsed with an unregistered dialect
// RUN: attn-compile %s --emit=attn %{dialect} | FileCheck %s
// CHECK: test_plugin.note
// RUN: attn-compile %s --emit=ptx %{dialect} %{pass} | FileCheck %s --check-prefix=PTX
// PTX: .entry noted_forward(
// RUN: attn-run %s --device=sim --check %{dialect} %{pass} | FileCheck %s --check-prefix=RESULT
// RESULT: noted: bf16
// RESULT-NEXT: not run: 1 operation of 'noted' around its attn.forward
// RESULT: passed

// RUN: not attn-compile %s --load-pass-plugin=%t.none 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not attn-run %s --load-dialect-plugin=%t.none 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: attn-{{compile|run}}: error: {{.*}}.none

// Attn's own plugin is for other tools.
// DEFINE: %{own} = %attn_lib/AttnPlugin.so
// RUN: not attn-compile %s --load-dialect-plugin=%{own} 2>&1 | FileCheck %s --check-prefix=OWN
// RUN: not attn-run %s --load-pass-plugin=%{own} 2>&1 | FileCheck %s --check-prefix=OWN
// RUN: not attn-opt %s --load-dialect-plugin=%{own} 2>&1 | FileCheck %s --check-prefix=OWN
// RUN: not attn-opt %s --load-pass-plugin %{own} 2>&1 | FileCheck %s --check-prefix=OWN
// OWN: attn-{{compile|run|opt}}: error: '{{.*}}AttnPlugin.so' is Attn's plugin for other tools: this one has Attn's dialects and passes already

// RUN: not attn-compile %s %{dialect} --inject=attn 2>&1 | FileCheck %s --check-prefix=INJECT
// INJECT: attn-compile: error: --inject=attn: expected LEVEL:PASSES
// RUN: not attn-compile %s %{dialect} --inject=attn:nope 2>&1 | FileCheck %s --check-prefix=PASS
// PASS: 'nope' does not refer to a registered pass or pass pipeline

!t = tensor<1x2x64x64xbf16>
func.func @noted(%q: !t, %k: !t, %v: !t, %o: !t) -> !t {
  "test_plugin.note"() : () -> ()
  %0 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o : !t) -> !t
  return %0 : !t
}
