#!/usr/bin/env bash
# Packs the package, installs it into an empty project and runs a program through it.
set -euo pipefail
cd "$(dirname "$0")/.."

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

npm pack --silent --pack-destination "$scratch" >/dev/null
mkdir "$scratch/project"
cd "$scratch/project"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund "$scratch"/sallyport-*.tgz

npx --no-install sallyport --version
node node_modules/sallyport/bin/sallyport.js --version # whatever Node.js the system has
npx --no-install sallyport policy check
echo 'return [1, 2, 3].map((n) => n * 2)' >program.ts
result=$(npx --no-install sallyport run program.ts)
echo "run: $result"
[ "$(printf '%s' "$result" | tr -d ' \n')" = "[2,4,6]" ]
npx --no-install sallyport audit verify
if [ -n "$(find node_modules/sallyport -path '*/src/*' -name '*.ts' -print -quit)" ]; then
  echo "the package ships its sources twice" >&2
  exit 1
fi
echo "the package works"
