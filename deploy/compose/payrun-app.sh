#!/bin/sh
# The image of PostgreSQL runs this once, in a new database: the role that Payrun works with. `payrun migrate --grant payrun_app`
# gives it its rights.
set -eu
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set=ON_ERROR_STOP=1 --set=secret="$(cat /run/secrets/app_password)" <<'SQL'
create role payrun_app login password :'secret';
SQL
