import { PayrunError } from '../../errors.ts';
import { quotedName } from './database-faults.ts';
import type { Db } from './db.ts';

interface Rights {
  readonly user: string;
  readonly database: string;
  readonly may_create: boolean;
  /** The owner gave it the tables by `payrun migrate --grant`. */
  readonly uses_tables: boolean;
  /**
   * Owners of Payrun's objects that this role may not change. Migrations change them, so a GRANT on tables is not
   * enough.
   */
  readonly owners: readonly { readonly name: string; readonly superuser: boolean }[];
}

/**
 * All rights that opening the ledger needs and this role lacks, as one `database_rights`; null if none are missing. A
 * role that only uses the tables is to get no others: it is `migration_owner_needed`.
 */
export async function missingRights(db: Db): Promise<PayrunError | null> {
  const { rows } = await db.query<Rights>(
    `select current_user::text as user, current_database()::text as database,
       has_database_privilege(current_database(), 'CREATE') as may_create,
       exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where n.nspname = 'payrun' and c.relname = 'run' and has_table_privilege(c.oid, 'INSERT')) as uses_tables,
       coalesce((
         select json_agg(json_build_object('name', r.rolname, 'superuser', r.rolsuper) order by r.rolname)
         from pg_roles r
         where not pg_has_role(r.oid, 'USAGE') and r.oid in (
           select nspowner from pg_namespace where nspname in ('payrun', 'payrun_queue')
           union select c.relowner from pg_class c join pg_namespace n on n.oid = c.relnamespace
           where n.nspname in ('payrun', 'payrun_queue')
           union select p.proowner from pg_proc p join pg_namespace n on n.oid = p.pronamespace
           where n.nspname in ('payrun', 'payrun_queue'))), '[]') as owners`,
  );
  const { user, database, may_create: mayCreate, uses_tables: usesTables, owners } = rows[0]!;
  if (usesTables && owners.length > 0) return new PayrunError('migration_owner_needed', { user });
  const role = quotedName(user);
  const roles = owners.filter(({ superuser }) => !superuser).map(({ name }) => name);
  const lacks = [
    ...(mayCreate ? [] : [`create a schema in "${database}"`]),
    ...owners.map(({ name }) => `change the tables of the role "${name}"`),
  ];
  if (lacks.length === 0) return null;
  const grant = [
    ...(mayCreate ? [] : [`GRANT CREATE ON DATABASE ${quotedName(database)} TO ${role}`]),
    ...roles.map((name) => `GRANT ${quotedName(name)} TO ${role}`),
    // A membership in a superuser role would grant too much: change the owner of the superuser's objects, as after a
    // restore.
    ...(owners.length > roles.length ? [giveAway(role)] : []),
  ].join('; ');
  return new PayrunError('database_rights', { user, database, detail: lacks.join(', and to '), grant });
}

/**
 * A statement that makes `role` the owner of all objects of Payrun. Column sequences and indexes follow their table.
 */
const giveAway = (role: string) =>
  [
    'DO $$DECLARE change text; BEGIN FOR change IN',
    "SELECT format('SCHEMA %I', nspname) FROM pg_namespace WHERE nspname IN ('payrun', 'payrun_queue')",
    "UNION ALL SELECT format('TABLE %s', oid::regclass) FROM pg_class c WHERE relkind IN ('r', 'p', 'v')",
    "AND relnamespace::regnamespace::text IN ('payrun', 'payrun_queue')",
    "UNION ALL SELECT format('SEQUENCE %s', oid::regclass) FROM pg_class c WHERE relkind = 'S'",
    "AND relnamespace::regnamespace::text IN ('payrun', 'payrun_queue')",
    "AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype IN ('a', 'i'))",
    "UNION ALL SELECT format('TYPE %s', oid::regtype) FROM pg_type WHERE typtype = 'e'",
    "AND typnamespace::regnamespace::text IN ('payrun', 'payrun_queue')",
    "UNION ALL SELECT format('ROUTINE %s', oid::regprocedure) FROM pg_proc",
    "WHERE pronamespace::regnamespace::text IN ('payrun', 'payrun_queue')",
    `LOOP EXECUTE format('ALTER %s OWNER TO ${role.replaceAll('%', '%%').replaceAll("'", "''")}', change); END LOOP; END$$`,
  ].join(' ');
