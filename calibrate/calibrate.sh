#!/bin/bash
# calibrate.sh - measure what creating and dismantling network namespaces costs on this machine, for Pernet Lens.
#
#   sudo calibrate/calibrate.sh [NETS] > calibration.json        NETS: 20 to 500, default 200; about 20 s
#
# Creates at most NETS short-lived, empty network namespaces at a time, each by its own `unshare -n`, and times their
# dismantle by the workqueue tracepoints. Touches no existing namespace, device or process. Uses a trace instance of its
# own, and if tracefs is not mounted mounts it in a mount namespace of its own. Whatever ends the script (also Ctrl-C,
# a closed terminal, a failing command), its processes and its trace instance go; after kill -9 the processes end by
# themselves within five minutes, and the next run removes the trace instance. JSON on stdout, words on stderr.
#
# Exit codes: 0 done, 2 wrong usage, 3 this machine lacks something (the message says what), 4 the measurement failed.
set -u
export LC_ALL=C
umask 077

NETS=${1:-200}
MIN_NETS=20
MAX_NETS=500
KB_PER_NETNS=2048 # a generous bound for one idle netns and its sleeper
LONGEST=120       # seconds; a loop that runs past them gives up

say() { printf 'calibrate.sh: %s\n' "$*" >&2; }
usage() { say "$*"; say "usage: calibrate.sh [NETS]   (NETS from $MIN_NETS to $MAX_NETS)"; exit 2; }
lacking() { say "$*"; exit 3; }
failed() { say "$*"; exit 4; }
in_time() { [ "$SECONDS" -le "$LONGEST" ] || failed "took more than $LONGEST s: the machine is too busy to measure"; }

# --- what must be true before anything is touched -------------------------------------------------------------------
[ $# -le 1 ] || usage "one argument at most"
case $NETS in '' | *[!0-9]*) usage "NETS must be a number, not '$NETS'" ;; esac
[ "${#NETS}" -le 4 ] && [ "$NETS" -ge "$MIN_NETS" ] && [ "$NETS" -le "$MAX_NETS" ] || usage "NETS must be from $MIN_NETS to $MAX_NETS"
[ "$(id -u)" = 0 ] || lacking "must run as root: creating network namespaces and reading tracepoints need it"
[ "${BASH_VERSINFO[0]}" -ge 5 ] || lacking "needs bash 5 or newer, for its clock; this is $BASH_VERSION"
for tool in unshare awk sort mount sleep getconf grep readlink; do
  command -v "$tool" >/dev/null || lacking "needs the command '$tool'"
done
[ -e /proc/self/ns/net ] || lacking "this kernel has no network namespaces (CONFIG_NET_NS)"
unshare -n true 2>/dev/null || lacking "may not create a network namespace here (a container without CAP_SYS_ADMIN?)"
limit=$(cat /proc/sys/user/max_net_namespaces 2>/dev/null || echo "$MAX_NETS")
[ "$limit" -ge "$NETS" ] || lacking "user.max_net_namespaces is $limit, fewer than $NETS"
available=$(awk '/^MemAvailable/ {print $2}' /proc/meminfo)
[ "${available:-0}" -ge $((NETS * KB_PER_NETNS)) ] || lacking "needs $((NETS * KB_PER_NETNS / 1024)) MB of free memory; try fewer NETS"

# A busy machine measures others' work: say so, and let the JSON carry the load.
read -r load _ </proc/loadavg
cpus=$(grep -c '^processor' /proc/cpuinfo)
[ "$cpus" -ge 1 ] || cpus=1
if [ -z "${CALIBRATE_REEXEC:-}" ] && awk -v load="$load" -v cpus="$cpus" 'BEGIN { exit !(load > cpus / 2) }'; then
  say "warning: load $load on $cpus CPUs; the figures will be off, better repeat when the machine is idle"
fi

# --- tracefs: where it is mounted, else in a mount namespace of our own ---------------------------------------------
TRACING=/sys/kernel/tracing
if [ ! -e $TRACING/trace ]; then
  [ -z "${CALIBRATE_REEXEC:-}" ] || lacking "cannot mount tracefs (kernel built without CONFIG_TRACING, or locked down)"
  [ -d $TRACING ] || lacking "no $TRACING: kernel built without CONFIG_TRACING"
  script=$(readlink -f "$0")
  CALIBRATE_REEXEC=1 exec unshare --mount --propagation private -- bash -c \
    'mount -t tracefs none "$1" 2>/dev/null; exec bash "$2" "$3"' calibrate "$TRACING" "$script" "$NETS"
fi
[ -d $TRACING/events/workqueue/workqueue_execute_start ] || lacking "no workqueue tracepoints in this kernel"

# --- whatever happens from here on, leave nothing behind ------------------------------------------------------------
INSTANCE=$TRACING/instances/pernet-lens.$$
SLEEPERS=()
LOOPS=()
release() { # end our own sleepers and loops, by process id
  local pids=("${SLEEPERS[@]+"${SLEEPERS[@]}"}" "${LOOPS[@]+"${LOOPS[@]}"}")
  SLEEPERS=() LOOPS=()
  [ ${#pids[@]} -eq 0 ] || { kill "${pids[@]}"; wait "${pids[@]}"; } 2>/dev/null
}
cleanup() {
  trap - EXIT
  trap '' INT TERM HUP # a second Ctrl-C must not stop the cleaning
  release
  if [ -d "$INSTANCE" ]; then
    echo 0 >"$INSTANCE/events/enable"
    for _ in 1 2 3 4 5; do rmdir "$INSTANCE" 2>/dev/null && break; sleep 0.2; done
  fi
}
trap cleanup EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
trap 'exit 129' HUP
for left in "$TRACING"/instances/pernet-lens.*; do # of a run that kill -9 ended
  [ ! -d "$left" ] || [ -d "/proc/${left##*.}" ] || rmdir "$left" 2>/dev/null
done
mkdir "$INSTANCE" 2>/dev/null || lacking "cannot create a trace instance in $TRACING/instances"

# --- trace cleanup_net() only: by address where kallsyms shows one, else by name when reading -------------------------
echo 4096 >"$INSTANCE/buffer_size_kb" || failed "cannot size the trace buffer"
address=$(awk '$3 == "cleanup_net" {print $1; exit}' /proc/kallsyms 2>/dev/null)
for event in start end; do
  dir=$INSTANCE/events/workqueue/workqueue_execute_$event
  case $address in '' | *[!0]*) ;; *) address= ;; esac # all zeroes: hidden by kptr_restrict
  [ -z "$address" ] || echo "function == 0x$address" >"$dir/filter" 2>/dev/null || true # older kernels: no such field at the end
  echo 1 >"$dir/enable" || failed "cannot enable workqueue_execute_$event"
done

clear_trace() { : >"$INSTANCE/trace"; }
# Batches since the last clear: how many ended, their total time, and how many are running. A batch ends with the work
# item that started it, whether or not the end event names the function.
batches() {
  awk '
    match($0, /[0-9]+\.[0-9]+: workqueue_execute_(start|end): work struct [^ :]+/) {
      split(substr($0, RSTART, RLENGTH), part, /: | /)
      item = part[5]
      if ($0 ~ /execute_start/ && $0 ~ /function cleanup_net/) started[item] = part[1]
      else if ($0 ~ /execute_end/ && item in started) { n++; busy += part[1] - started[item]; delete started[item] }
    }
    END { for (item in started) running++; printf "%d %.6f %d\n", n, busy, running }' "$INSTANCE/trace"
}
settle() { # until no batch runs and none has ended for half a second
  local last=-1 quiet=0 n running
  while [ $quiet -lt 2 ]; do
    in_time
    read -r n _ running <<<"$(batches)"
    if [ "$n" = "$last" ] && [ "$running" = 0 ]; then quiet=$((quiet + 1)); else quiet=0; fi
    last=$n
    sleep 0.25
  done
}
no_event_lost() {
  awk '/^(overrun|dropped events):/ { lost += $NF } END { exit lost > 0 }' "$INSTANCE"/per_cpu/cpu*/stats ||
    failed "the trace buffer overflowed: the machine is too busy to measure"
}
child_cpu() { awk -v hz="$(getconf CLK_TCK)" '{ sub(/.*\) /, ""); printf "%.2f\n", ($14 + $15) / hz }' "/proc/$$/stat"; }
since() { awk -v a="$1" -v b="$2" -v n="$3" 'BEGIN { printf "%.7f\n", (b - a) / n }'; }

# --- 1. creation in turn: `unshare -n true`, and `unshare -u true` for what the programs themselves cost --------------
TIMEFORMAT='%R %U %S'
in_turn() { # FLAG COUNT -> wall and CPU seconds of one
  { time for ((i = 0; i < $2; i++)); do unshare "$1" true; done; } 2>&1 |
    awk -v n="$2" '{ printf "%.7f %.7f\n", $1 / n, ($2 + $3) / n }'
}
say "creating $NETS namespaces one after the other"
settle
in_turn -u "$MIN_NETS" >/dev/null
read -r base_wall base_cpu <<<"$(in_turn -u "$NETS")"
clear_trace
read -r wall cpu <<<"$(in_turn -n "$NETS")"
settle
read -r turn_batches turn_busy _ <<<"$(batches)"

# --- 2. creation by as many shells as there are CPUs, four at most ----------------------------------------------------
creators=$((cpus < 4 ? cpus : 4))
share=$((NETS / creators))
say "creating $((creators * share)) namespaces from $creators shells"
clear_trace
began=$EPOCHREALTIME
began_cpu=$(child_cpu)
for ((c = 0; c < creators; c++)); do
  (for ((i = 0; i < share; i++)); do unshare -n true; done) &
  LOOPS+=($!)
done
wait "${LOOPS[@]}"
LOOPS=()
parallel_wall=$(since "$began" "$EPOCHREALTIME" "$share")
parallel_cpu=$(since "$began_cpu" "$(child_cpu)" $((creators * share)))
settle

# --- 3. release of many at once: namespaces held by sleepers of ours, which end together --------------------------------
mass() { # COUNT -> "COUNT batches seconds" in $row
  local count=$1 ready
  SLEEPERS=()
  for ((i = 0; i < count; i++)); do
    unshare -n sleep 300 >/dev/null 2>&1 &
    SLEEPERS+=($!)
  done
  while :; do
    in_time
    ready=0
    for pid in "${SLEEPERS[@]}"; do
      read -r comm 2>/dev/null <"/proc/$pid/comm" && [ "$comm" = sleep ] && ready=$((ready + 1))
    done
    [ $ready -lt "$count" ] || break
    sleep 0.1
  done
  settle
  clear_trace
  release
  sleep 0.2
  settle
  local n busy
  read -r n busy _ <<<"$(batches)"
  [ "$n" -ge 1 ] || failed "no cleanup_net() seen after $count namespaces were released"
  row="$count $n $busy"
}
rows=
for round in 1 2 3; do
  say "releasing up to $NETS namespaces at once, round $round of 3"
  for count in 1 $((NETS / 8)) $((NETS / 2)) "$NETS"; do
    mass "$count"
    rows+="$row"$'\n'
  done
done
no_event_lost

# --- 4. total = F·batches + c·namespaces: least squares over the median round of each size ------------------------------
medians() { # of the seconds, by count
  sort -k1,1n -k3,3g | awk '
    function flush() { if (k) print line[int((k + 1) / 2)]; k = 0 }
    $1 != count { flush(); count = $1 }
    { line[++k] = $0 }
    END { flush() }'
}
fit() {
  awk '{ bb += $2 * $2; bn += $2 * $1; nn += $1 * $1; by += $2 * $3; ny += $1 * $3 }
    END { d = bb * nn - bn * bn; if (d <= 0) exit 1; printf "%.7f %.8f\n", (by * nn - ny * bn) / d, (ny * bb - by * bn) / d }'
}
read -r fixed per_net <<<"$({ printf '%s' "$rows" | medians; echo "$NETS $turn_batches $turn_busy"; } | fit)"
awk -v f="${fixed:-0}" -v c="${per_net:-0}" 'BEGIN { exit !(f > 0 && c > 0) }' ||
  failed "the measurements do not fit F + c·B (F=${fixed:-none}, c=${per_net:-none}): try again on a quieter machine"

# --- 5. what else the simulation asks for -----------------------------------------------------------------------------
config() { zcat /proc/config.gz 2>/dev/null || cat "/boot/config-$(uname -r)" 2>/dev/null; }
hz=$(config | awk -F= '$1 == "CONFIG_HZ" { print $2; exit }')
slab=$(awk '$1 == "net_namespace" { print $4; exit }' /proc/slabinfo 2>/dev/null)
json_rows() { awk 'NF == 3 { printf "%s{\"nets\": %d, \"batches\": %d, \"busy\": %s}", comma, $1, $2, $3; comma = ", " }'; }

cat <<JSON
{
  "pernetLensCalibration": 1,
  "kernel": "$(uname -r | tr -cd 'A-Za-z0-9._+~-')",
  "cpus": $cpus,
  "hz": ${hz:-null},
  "load": $load,
  "creation": {"nets": $NETS, "wall": $wall, "cpu": $cpu, "baseWall": $base_wall, "baseCpu": $base_cpu, "batches": $turn_batches, "busy": $turn_busy},
  "parallel": {"creators": $creators, "wall": $parallel_wall, "cpu": $parallel_cpu},
  "fixed": $fixed,
  "perNet": $per_net,
  "mass": [$(printf '%s' "$rows" | json_rows)],
  "netSlabBytes": ${slab:-null}
}
JSON
