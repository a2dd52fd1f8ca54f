#!/bin/bash
# measure.sh CREATORS ITERATIONS - run that many shells, each making empty namespaces one after the other, and print
# creation and drain time, batches and the peak of allocated namespaces as JSON. Root; for the live test only.
set -u
export LC_ALL=C
CREATORS=$1
ITERATIONS=$2
[ $((CREATORS * ITERATIONS)) -le 5000 ] || { echo "at most 5000 namespaces" >&2; exit 2; }
TRACING=/sys/kernel/tracing
if [ ! -e $TRACING/trace ]; then
  exec unshare --mount --propagation private -- bash -c \
    'mount -t tracefs none "$1" && exec bash "$2" "$3" "$4"' measure "$TRACING" "$(readlink -f "$0")" "$1" "$2"
fi
INSTANCE=$TRACING/instances/pernet-lens-live.$$
mkdir "$INSTANCE" || exit 3
SHELLS=()
cleanup() {
  [ ${#SHELLS[@]} -eq 0 ] || kill "${SHELLS[@]}" 2>/dev/null
  echo 0 >"$INSTANCE/events/enable"
  rmdir "$INSTANCE"
}
trap cleanup EXIT
trap 'exit 130' INT TERM HUP
echo 8192 >"$INSTANCE/buffer_size_kb"
address=$(awk '$3 == "cleanup_net" {print $1; exit}' /proc/kallsyms)
for event in start end; do
  case $address in '' | *[!0]*) [ -z "$address" ] || echo "function == 0x$address" >"$INSTANCE/events/workqueue/workqueue_execute_$event/filter" ;; esac
  echo 1 >"$INSTANCE/events/workqueue/workqueue_execute_$event/enable"
done
alive() { awk '$1 == "net_namespace" { print $2; exit }' /proc/slabinfo; }
before=$(alive)
peak=0
echo begin >"$INSTANCE/trace_marker"
for ((c = 0; c < CREATORS; c++)); do
  (for ((i = 0; i < ITERATIONS; i++)); do unshare -n true; done) &
  SHELLS+=($!)
done
while [ -n "$(jobs -rp)" ]; do
  now=$(($(alive) - before))
  [ $now -le $peak ] || peak=$now
  sleep 0.05
done
echo created >"$INSTANCE/trace_marker"
SHELLS=()
last=-1
for _ in $(seq 120); do
  events=$(grep -c cleanup_net "$INSTANCE/trace")
  [ "$events" != "$last" ] || [ $((events % 2)) = 1 ] || break
  last=$events
  sleep 0.5
done
awk -v peak=$peak '
  match($0, /[0-9]+\.[0-9]+: /) { time = substr($0, RSTART, RLENGTH - 2) }
  / begin$/ { begin = time }
  / created$/ { created = time }
  /execute_end.*cleanup_net/ { batches++; drained = time }
  END { printf "{\"creationTime\": %.4f, \"drainTime\": %.4f, \"batches\": %d, \"peakAlive\": %d}\n", created - begin, drained - begin, batches, peak }' "$INSTANCE/trace"
