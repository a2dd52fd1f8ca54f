// SPDX-License-Identifier: MIT
/// Report pernet_operations that have .exit and no .exit_batch, and those whose
/// .exit handler takes RTNL in its own body. The peer of `pernet-lens scan` in
/// bench/: it answers a part of the question, without following calls.
// Confidence: High

virtual report

@batched@
identifier ops, handler;
@@
struct pernet_operations ops = { .exit_batch = handler, };

@plain@
identifier ops != batched.ops;
identifier handler;
position p;
@@
struct pernet_operations ops@p = { .exit = handler, };

@takes@
identifier plain.handler;
position p;
@@
handler(...)
{
<+...
rtnl_lock@p();
...+>
}

@script:python depends on report@
p << plain.p;
ops << plain.ops;
@@
print("%s:%s: %s has .exit and no .exit_batch" % (p[0].file, p[0].line, ops))

@script:python depends on report@
p << takes.p;
handler << plain.handler;
@@
print("%s:%s: %s takes RTNL" % (p[0].file, p[0].line, handler))
