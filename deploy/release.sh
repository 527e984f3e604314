#!/usr/bin/env bash
# Builds what a release consists of, from a tag and nothing else: deploy/release.sh v1.0.0 FOLDER
# The package, the list of what is in it (SBOM), the manual, the notes, the image if docker, podman or buildah is there, and checksums.
set -euo pipefail
tag=${1:?'a tag, such as v1.0.0'}
mkdir -p "${2:?'a folder for what is built'}"
out=$(cd "$2" && pwd)
version=${tag#v}
root=$(git -C "$(dirname "$0")" rev-parse --show-toplevel)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
die() { echo "$*" >&2; exit 2; }

git -C "$root" rev-parse -q --verify "refs/tags/$tag" >/dev/null || die "There is no tag $tag."
[ -z "$(ls -A "$out")" ] || die "$out is not empty."
git clone -q --branch "$tag" "$root" "$work/payrun" 2>/dev/null
cd "$work/payrun"
[ "$(sed -n 's/^  "version": "\(.*\)",$/\1/p' package.json)" = "$version" ] || die "The version in package.json is not $version."
awk -v heading="## $version" '$0 == heading { on = 1; next } /^## / { on = 0 } on' CHANGELOG.md >"$out/notes.md"
grep -q '^- ' "$out/notes.md" || die "CHANGELOG.md says nothing about $version."

npm ci
npm pack --pack-destination "$out"
npm run -s sbom >"$out/payrun-$version.sbom.json"
npm run docs
tar -czf "$out/payrun-$version-manual.tar.gz" -C docs/.vitepress/dist .
for builder in docker podman buildah; do
  "$builder" info >/dev/null 2>&1 || continue
  "$builder" build --tag "payrun:$version" .
  if [ "$builder" = buildah ]; then buildah push "payrun:$version" "docker-archive:$out/payrun-$version-image.tar"; else "$builder" save --output "$out/payrun-$version-image.tar" "payrun:$version"; fi
  break
done
[ -e "$out/payrun-$version-image.tar" ] || echo 'No image: none of docker, podman and buildah works here.'
cd "$out"
sha256sum -- * >SHA256SUMS
cat SHA256SUMS
