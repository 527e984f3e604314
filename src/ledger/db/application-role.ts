import { PayrunError } from '../../errors.ts';
import { quotedName } from './database-faults.ts';
import type { Db } from './db.ts';

/** The role of this connection, and whether it can change the tables and switch off their triggers. */
export interface ApplicationRole {
  readonly name: string;
  readonly mayChangeTables: boolean;
}

/** A superuser, an owner of the tables or schema, and a member of an owner can. */
export async function applicationRole(db: Db): Promise<ApplicationRole> {
  const { rows } = await db.query<ApplicationRole>(
    `select current_user::text as name, (
       (select rolsuper from pg_roles where rolname = current_user)
       or exists (select from pg_class c where c.relnamespace = 'payrun'::regnamespace and pg_has_role(c.relowner, 'member'))
       or (select pg_has_role(nspowner, 'member') from pg_namespace where nspname = 'payrun')
       or has_table_privilege('payrun.event', 'update') or has_table_privilege('payrun.event', 'delete')
       or has_table_privilege('payrun.event', 'truncate') or has_table_privilege('payrun.event', 'trigger')
       or has_schema_privilege('payrun', 'create')) as "mayChangeTables"`,
  );
  return rows[0]!;
}

/** Throws `database_owner_needed` if the role of this connection cannot change the tables. */
export async function requireOwner(db: Db): Promise<void> {
  const { name, mayChangeTables } = await applicationRole(db);
  if (!mayChangeTables) throw new PayrunError('database_owner_needed', { user: name });
}

export async function hasRoleInDatabase(db: Db, role: string): Promise<boolean> {
  return (await db.query('select from pg_roles where rolname = $1', [role])).rows.length > 0;
}

/**
 * Grants a role what Payrun needs to work, and nothing by which it could rewrite the audit: it owns no table or
 * trigger, and can only read and append events. Call it as the owner, after every migration.
 */
export async function grantToApplication(db: Db, role: string): Promise<void> {
  const to = quotedName(role);
  for (const schema of ['payrun', 'payrun_queue']) {
    await db.query(`revoke all on schema ${schema} from ${to}`);
    await db.query(`grant usage on schema ${schema} to ${to}`);
    await db.query(`revoke all on all tables in schema ${schema} from ${to}`);
    await db.query(`grant select, insert, update, delete on all tables in schema ${schema} to ${to}`);
    await db.query(`grant usage, select, update on all sequences in schema ${schema} to ${to}`);
    await db.query(`grant execute on all functions in schema ${schema} to ${to}`);
  }
  await db.query(`revoke update, delete on payrun.event from ${to}`);
  await db.query(`revoke insert, update, delete on payrun.migration from ${to}`);
}
