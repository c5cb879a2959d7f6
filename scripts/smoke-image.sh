#!/usr/bin/env bash
# Does by hand what deploy/Dockerfile does, where no container engine runs: installs without development packages,
# copies exactly what the image copies, and starts it as a user without rights on a tree that it cannot write.
set -euo pipefail
cd "$(dirname "$0")/.."

scratch=$(mktemp -d)
gateway=
cleanup() {
  [ -z "$gateway" ] || kill "$gateway" 2>/dev/null || true
  rm -rf "$scratch"
}
trap cleanup EXIT
image="$scratch/opt/sallyport"
mkdir -p "$scratch/build" "$image/policies" "$scratch/data"
git ls-files -z | grep -zv '^test/' | xargs -0 cp --parents -t "$scratch/build"
(
  cd "$scratch/build"
  npm ci --silent --no-audit --no-fund >/dev/null 2>&1
  npm run --silent build
  npm prune --silent --omit=dev --no-audit --no-fund >/dev/null 2>&1
)
cp -r "$scratch/build/"{package.json,bin,dist,node_modules} "$image"
cp "$scratch/build/policies/"{default.yaml,policy.schema.json} "$image/policies"
node="$image/node_modules/.bin/node"
chmod 755 "$scratch" "$scratch/opt"
run=()
if [ "$(id -u)" = 0 ]; then
  chown 65534:65534 "$scratch/data"
  run=(setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs)
fi
port=$("$node" -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
cd "$image"
env -i PATH="$PATH" HOME=/nonexistent SALLYPORT_HOST=0.0.0.0 SALLYPORT_PORT="$port" SALLYPORT_DATA="$scratch/data" \
  "${run[@]}" "$node" bin/sallyport.js serve >"$scratch/log" 2>&1 &
gateway=$!
health=$(sed -n 's/^  CMD \["node", "-e", "\(.*\)"\]$/\1/p' "$OLDPWD/deploy/Dockerfile" | sed "s/8787/$port/")
[ -n "$health" ]
for _ in $(seq 1 100); do
  if "$node" -e "$health"; then
    key=$(cat "$scratch/data/keys/agent.key" 2>/dev/null || true)
    reply=$(curl -sf "http://127.0.0.1:$port/v1/runs" -H "Authorization: Bearer $key" \
      -H 'Content-Type: application/json' -d '{"code": "return 6 * 7"}')
    case "$reply" in *'"result":42'*) echo "the image's content works, as $([ "$(id -u)" = 0 ] && echo nobody || id -un)"; exit 0 ;; esac
    echo "unexpected: $reply" >&2
    exit 1
  fi
  sleep 0.2
done
cat "$scratch/log" >&2
exit 1
