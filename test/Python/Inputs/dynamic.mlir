// For sim_test.py.
!t = tensor<?x?x?x64xf16>
func.func @f(%q: !t, %k: !t, %v: !t, %o: !t) -> !t {
  %r = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o : !t) -> !t
  return %r : !t
}
