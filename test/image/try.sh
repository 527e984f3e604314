#!/usr/bin/env bash
# Builds the Dockerfile without a container engine and without a registry of images, and runs `payrun demo` in the image as
# it is meant to be run: not as root, on a read-only root file system. Needs root, debootstrap, buildah and runc of Debian.
# The base image is made here, from Debian's packages and the Node binary of this project. Takes some minutes.
set -euo pipefail
cd "$(dirname "$0")/../.."
for tool in debootstrap buildah runc; do
  command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed"; exit 0; }
done
[ "$(id -u)" = 0 ] || { echo 'skipped: needs root'; exit 0; }

work=$(mktemp -d -p "${PAYRUN_IMAGE_FOLDER:-/var/tmp}" payrun-image.XXXXXX)
store() { buildah --root "$work/storage" --runroot "$work/run" --storage-driver vfs "$@"; }
finish() {
  store umount --all >/dev/null 2>&1 || true
  rm -rf "$work"
}
trap finish EXIT
step() { printf '\n== %s (%s s)\n' "$*" "$SECONDS"; }

step 'base image: Debian and Node'
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | head -n 1)
base=$work/base
debootstrap --variant=minbase --include=ca-certificates bookworm "$base" "${mirror%/}" >"$work/log" 2>&1 || { tail "$work/log"; exit 1; }
install -D node_modules/node/bin/node "$base/usr/local/bin/node"
mkdir -p "$base/usr/local/lib/node_modules" "$base/usr/local/etc"
cp -aT "$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")" "$base/usr/local/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$base/usr/local/bin/npm"
# The registry of this machine, which may not be the public one.
echo "registry=$(npm config get registry 2>/dev/null)" >"$base/usr/local/etc/npmrc"
# The certificates that this machine trusts, for the registry.
trusted=${NODE_EXTRA_CA_CERTS:-/etc/ssl/certs/ca-certificates.crt}
install -D "$trusted" "$base/etc/ssl/certs/ca-certificates.crt"
chroot "$base" useradd --create-home --uid 1000 node
from=$(store from scratch)
store add --quiet "$from" "$base" / >/dev/null
store config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt "$from"
store commit --quiet --rm "$from" localhost/node:24-slim >/dev/null
rm -rf "$base"

step 'the Dockerfile'
store bud --isolation=chroot --pull-never --format docker --quiet --tag localhost/payrun:try . >"$work/log" 2>&1 || { tail -n 40 "$work/log"; exit 1; }
container=$(store from --pull-never localhost/payrun:try)
root=$(store mount "$container")
store inspect --format '{{.OCIv1.Config.User}} {{.OCIv1.Config.Entrypoint}}' "$container"
du -sh --apparent-size "$root" | cut -f 1

step 'payrun demo in the image, read-only and as node'
mkdir "$work/bundle"
(cd "$work/bundle" && runc spec)
# Without limits and new control groups: they need a machine of one's own.
node_modules/.bin/node -e '
  const { readFileSync, writeFileSync } = require("node:fs");
  const [file, root] = process.argv.slice(1);
  const spec = JSON.parse(readFileSync(file, "utf8"));
  spec.process.terminal = false;
  spec.process.user = { uid: 1000, gid: 1000 };
  spec.process.args = ["payrun", "demo"];
  spec.process.cwd = "/work";
  spec.process.env = ["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "NODE_ENV=production", "PAYRUN_HOME=/var/lib/payrun"];
  for (const kind of ["bounding", "effective", "permitted", "ambient"]) spec.process.capabilities[kind] = [];
  delete spec.process.rlimits;
  spec.process.noNewPrivileges = true;
  spec.root = { path: root, readonly: true };
  const writable = (destination) => ({ destination, type: "tmpfs", source: "tmpfs", options: ["nosuid", "nodev", "uid=1000", "gid=1000"] });
  spec.mounts = [...spec.mounts.filter(({ type }) => type !== "cgroup"), ...["/tmp", "/work", "/var/lib/payrun"].map(writable)];
  delete spec.linux.resources;
  spec.linux.namespaces = spec.linux.namespaces.filter(({ type }) => type !== "cgroup");
  writeFileSync(file, JSON.stringify(spec));' "$work/bundle/config.json" "$root"
runc --root "$work/runc" run --bundle "$work/bundle" "payrun-try-$$" | tail -n 5

step 'the image runs'
