#!/usr/bin/env bash
# Checks deploy/kubernetes/payrun.yaml against the types of Kubernetes, with the compiler of this project. Needs the npm registry.
# compose.yaml and the unit of systemd are checked by test/deploy.test.ts.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cd "$work"
npm init -y >/dev/null
npm install --ignore-scripts --no-audit --no-fund --silent kubernetes-models@5.1.0 yaml@2.9.1
check_manifest() { "$root/node_modules/.bin/tsc" --noEmit --strict --skipLibCheck --module nodenext --target es2022 manifest.ts; }
node "$root/test/deploy/kubernetes-types.mjs" "$root/deploy/kubernetes/payrun.yaml" >manifest.ts
check_manifest
# A field that there is not has to be found.
sed -i 's/"readOnlyRootFilesystem"/"readOnlyRootFileSystem"/' manifest.ts
if check_manifest >/dev/null; then echo 'a wrong field in the manifest is not found' && exit 1; fi
echo 'payrun.yaml: every field is one of Kubernetes'
