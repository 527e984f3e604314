import { randomBytes } from 'node:crypto';
import { appendEvent } from '../../ledger/audit/audit-chain.ts';
import type { Db } from '../../ledger/db/db.ts';
import {
  findEndpoint,
  insertEndpoint,
  removeEndpoint,
  type SigningEndpoint,
  setEndpointSecrets,
} from '../../ledger/endpoints/endpoint.ts';
import { replayMessages } from '../../ledger/endpoints/endpoint-message.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { parseUuid } from '../../ledger/merchants/scope.ts';
import { type Actor, trace } from '../../permissions/actor.ts';
import { authorize } from '../../permissions/authorize.ts';
import type { Clock } from '../../platform/clock.ts';
import { WANTED_TYPES } from '../../references/message-types.ts';
import { usageError } from '../../references/usage-error.ts';
import { secureUrl } from '../../settings/setting-forms.ts';
import { checkMerchants } from '../users/users.ts';

/** After a rotation the former secret signs too for as long, so that receivers can change theirs meanwhile. */
const OVERLAP_MS = 24 * 3_600_000;

interface EndpointDeps {
  readonly ledger: Pick<Ledger, 'tx' | 'vault'>;
  readonly clock: Clock;
}

export interface NewEndpointInput {
  readonly name: string;
  readonly url: string;
  readonly types: readonly string[];
  /** Null: all. */
  readonly merchants: readonly string[] | null;
}

/** 256 random bits, as Standard Webhooks writes them. */
const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/**
 * Adds an endpoint, and returns its secret, which is stored sealed: this is the only time that it is shown. Throws
 * `usage` for what is not valid, `merchant_unknown`, and what `authorize` throws.
 */
export async function addEndpoint(deps: EndpointDeps, by: Actor, endpoint: NewEndpointInput): Promise<string> {
  const { name, url, types } = endpoint;
  if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(name)) throw usageError('endpoint_name_invalid');
  if (!secureUrl.safeParse(url).success || new URL(url).username !== '') throw usageError('endpoint_url_invalid');
  const wrong = types.find((type) => !WANTED_TYPES.includes(type));
  if (wrong !== undefined || types.length === 0)
    throw usageError('message_type_invalid', { type: wrong ?? '', types: WANTED_TYPES.join(', ') });
  const secret = newSecret();
  await decided(deps, by, async (db, record) => {
    const merchants = await checkMerchants(db, endpoint.merchants);
    const made_at = new Date(deps.clock.now());
    const added = { name, url, types, merchants, secret, made_by: by.name, made_at };
    if (!(await insertEndpoint(db, deps.ledger.vault, added))) throw usageError('endpoint_exists', { name });
    // Not all of the URL: receivers may have secrets in theirs.
    await record('endpoint_added', { endpoint: name, at: new URL(url).origin, types, merchants });
  });
  return secret;
}

/**
 * Gives an endpoint a new secret, and returns it with the time until which the former one signs too. Throws `usage` if
 * there is no such endpoint, and what `authorize` throws.
 */
export async function rotateEndpoint(
  deps: EndpointDeps,
  by: Actor,
  name: string,
): Promise<{ readonly secret: string; readonly formerUntil: Date }> {
  const secret = newSecret();
  const formerUntil = new Date(deps.clock.now() + OVERLAP_MS);
  await decided(deps, by, async (db, record) => {
    const { secrets } = await existing(db, deps, name);
    await setEndpointSecrets(db, deps.ledger.vault, { name, secrets: [secret, secrets[0]!], formerUntil });
    await record('endpoint_rotated', { endpoint: name, until: formerUntil.toISOString() });
  });
  return { secret, formerUntil };
}

/** Removes an endpoint and its messages. Throws `usage` if there is none, and what `authorize` throws. */
export async function deleteEndpoint(deps: EndpointDeps, by: Actor, name: string): Promise<void> {
  await decided(deps, by, async (db, record) => {
    if (!(await removeEndpoint(db, name))) throw usageError('endpoint_unknown', { name });
    await record('endpoint_removed', { endpoint: name });
  });
}

/**
 * Sends messages of an endpoint again: the one with this id, or if that is empty, all that were given up. Returns how
 * many. Throws `usage` if there is no such endpoint or message, and what `authorize` throws.
 */
export async function replayEndpoint(deps: EndpointDeps, by: Actor, name: string, message: string): Promise<number> {
  return decided(deps, by, async (db, record) => {
    await existing(db, deps, name);
    const id = message === '' ? null : parseUuid(message);
    const messages = id === null && message !== '' ? 0 : await replayMessages(db, name, id);
    if (message !== '' && messages === 0) throw usageError('message_unknown', { name, message: message.slice(0, 40) });
    if (messages > 0) await record('messages_replayed', { endpoint: name, messages });
    return messages;
  });
}

async function existing(db: Db, { ledger }: EndpointDeps, name: string): Promise<SigningEndpoint> {
  const found = await findEndpoint(db, ledger.vault, name, 'for no key update');
  if (found === null) throw usageError('endpoint_unknown', { name });
  return found;
}

type RecordChange = (kind: string, data: object) => Promise<void>;

/** Makes a decision with its event, in one transaction. */
function decided<T>({ ledger, clock }: EndpointDeps, by: Actor, decide: (db: Db, record: RecordChange) => Promise<T>) {
  return ledger.tx(async (db) => {
    await authorize(db, by, 'endpoints');
    const at = new Date(clock.now());
    const from = by.from ?? 'command line';
    return decide(db, (kind, data) =>
      appendEvent(db, { chain: 'system', at, actor: by.name, kind, data: { ...data, ...trace(by), from } }),
    );
  });
}
