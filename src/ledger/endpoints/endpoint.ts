import type { Db } from '../db/db.ts';
import { endpointSecretsPlace } from '../vault/sealed-place.ts';
import type { Vault } from '../vault/vault.ts';

/** An address of a program to which messages are posted. */
export interface EndpointRow {
  readonly name: string;
  readonly url: string;
  /** The types of messages that it wants; `run.*` and `payment.*` are all of theirs. */
  readonly types: readonly string[];
  /** The merchants whose runs and payments it receives; null: all. */
  readonly merchants: readonly string[] | null;
  /** Until when the secret before the current one signs too; null if there was none. */
  readonly former_until: Date | null;
  readonly made_by: string;
  readonly made_at: Date;
}

/** An endpoint with its secrets in plain text, the current one first. */
export interface SigningEndpoint extends EndpointRow {
  readonly secrets: readonly string[];
}

/** An endpoint, and its messages counted by result. */
export interface EndpointCounts extends EndpointRow {
  readonly waiting: number;
  readonly given_up: number;
  /** When its latest message arrived that did. */
  readonly last_sent: Date | null;
}

const COLUMNS = 'e.name, e.url, e.types, e.merchants, e.former_until, e.made_by, e.made_at';

/** Every endpoint, by name. */
export async function listEndpoints(db: Db): Promise<readonly EndpointCounts[]> {
  const { rows } = await db.query<EndpointCounts>(
    `select ${COLUMNS},
       (select count(*)::int from payrun.endpoint_message m where m.endpoint = e.name and m.state = 'waiting') as waiting,
       (select count(*)::int from payrun.endpoint_message m where m.endpoint = e.name and m.state = 'given_up') as given_up,
       (select m.ended_at from payrun.endpoint_message m where m.endpoint = e.name and m.state = 'sent' order by m.at desc limit 1) as last_sent
     from payrun.endpoint e order by e.name`,
  );
  return rows;
}

/** Null if there is none of this name. Throws `vault_damaged`. */
export async function findEndpoint(
  db: Db,
  vault: Vault,
  name: string,
  lock: 'for no key update' | '' = '',
): Promise<SigningEndpoint | null> {
  const { rows } = await db.query<EndpointRow & { sealed: Buffer }>(
    `select ${COLUMNS}, e.secrets_sealed as sealed from payrun.endpoint e where e.name = $1 ${lock}`,
    [name],
  );
  if (!rows[0]) return null;
  const { sealed, ...endpoint } = rows[0];
  return { ...endpoint, secrets: vault.open(sealed, endpointSecretsPlace(name)).toString('utf8').split(' ') };
}

type NewEndpoint = Omit<EndpointRow, 'former_until'> & { readonly secret: string };

/** False if there is one of this name. */
export async function insertEndpoint(db: Db, vault: Vault, { secret, ...row }: NewEndpoint): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into payrun.endpoint (name, url, types, merchants, secrets_sealed, made_by, made_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [
      ...[row.name, row.url, row.types, row.merchants],
      ...[vault.seal(secret, endpointSecretsPlace(row.name)), row.made_by, row.made_at],
    ],
  );
  return rowCount === 1;
}

/** `secrets`: the current one, and the one before it until `formerUntil`. */
export async function setEndpointSecrets(
  db: Db,
  vault: Vault,
  { name, secrets, formerUntil }: { name: string; secrets: readonly string[]; formerUntil: Date },
): Promise<void> {
  await db.query('update payrun.endpoint set secrets_sealed = $2, former_until = $3 where name = $1', [
    name,
    vault.seal(secrets.join(' '), endpointSecretsPlace(name)),
    formerUntil,
  ]);
}

/** Removes an endpoint with its messages. False if there is none of this name. */
export async function removeEndpoint(db: Db, name: string): Promise<boolean> {
  return (await db.query('delete from payrun.endpoint where name = $1', [name])).rowCount === 1;
}
