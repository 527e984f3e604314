import type { z } from 'zod';
import { isError } from '../../errors.ts';
import { appendEvent } from '../../ledger/audit/audit-chain.ts';
import { doubtRemoteRecipients } from '../../ledger/recipients/doubted-recipient.ts';
import { mask, maskBankDetails } from '../../mask-bank-details.ts';
import { type Actor, trace } from '../../permissions/actor.ts';
import { authorize } from '../../permissions/authorize.ts';
import type { PermissionName } from '../../permissions/permissions.ts';
import { usageError } from '../../references/usage-error.ts';
import type { Endpoint } from '../../service/shapes/endpoint.ts';
import type { CallInput, EndpointName } from '../../service/shapes/endpoints.ts';
import { ENDPOINTS } from '../../service/shapes/endpoints.ts';
import { settingError } from '../../settings/setting-errors.ts';
import type { AppContext } from '../context/app-context.ts';
import { verifiedService } from '../context/verified-service.ts';

/** An operation of the payout service as a user may call it. */
export interface ServiceOperation {
  readonly name: EndpointName;
  readonly summary: string;
  readonly method: string;
  readonly path: string;
  /** Names of the path, the query and the body. */
  readonly fields: readonly string[];
  readonly permission: PermissionName;
  /** The reason that Payrun does not call it for a user; null: it does. */
  readonly refused: string | null;
}

const RUNS_ONLY = 'money moves only through runs';
const KEYS_ONCE = 'its answer has keys, which a sheet of merchants stores sealed';

/** Every operation of the endpoint table, in its order. */
export const SERVICE_OPERATIONS: readonly ServiceOperation[] = (Object.keys(ENDPOINTS) as EndpointName[]).map(
  (name) => {
    const endpoint: Endpoint = ENDPOINTS[name];
    const { summary, method, path, effect, priority } = endpoint;
    return {
      ...{ name, summary, method, path },
      fields: [...pathFields(path), ...schemaFields(endpoint.query), ...schemaFields(endpoint.body)],
      permission: effect === 'reads' ? 'service_read' : 'service_change',
      refused: priority === 'money' ? RUNS_ONLY : /^create.*Merchant$/.test(name) ? KEYS_ONCE : null,
    };
  },
);

export interface OperationCall {
  readonly name: string;
  readonly merchant: string;
  /** Values by field; dots lead into an object: `address.city`. */
  readonly fields: Readonly<Record<string, string>>;
  readonly by: Actor;
  readonly signal?: AbortSignal | undefined;
}

/** The operation of this name. Throws `usage` if there is none, or if Payrun does not call it for a user. */
export function serviceOperation(name: string): ServiceOperation {
  const operation = SERVICE_OPERATIONS.find((one) => one.name === name);
  if (!operation) throw usageError('operation_unknown', { name });
  if (operation.refused !== null) throw usageError('operation_refused', { name, why: operation.refused });
  return operation;
}

/**
 * Calls one operation of the payout service with a merchant's keys, by the schemas and in the rate limit of every other
 * call, and returns its answer with bank details and secrets masked. A change is an event of the audit log, and what
 * the ledger knows of a changed recipient is read again by the next run. Throws `usage`, and what `authorize` and the
 * call throw.
 */
export async function callOperation(
  appContext: AppContext,
  { name, merchant, fields, by, signal }: OperationCall,
): Promise<unknown> {
  const operation = serviceOperation(name);
  const { ledger, clock } = appContext;
  await authorize(ledger.db, by, operation.permission, { merchants: [merchant] });
  const endpoint: Endpoint = ENDPOINTS[operation.name];
  const input = inputOf(operation, endpoint, fields);
  if (endpoint.effect === 'reads') {
    const service = await appContext.service(merchant);
    return maskedAnswer(await service.call(operation.name, input as CallInput<EndpointName>, { signal }));
  }
  const service = await verifiedService(appContext, merchant);
  const recipients = changedRecipients(operation, input);
  const record = (outcome: { unconfirmed?: true }) =>
    ledger.tx(async (db) => {
      await doubtRemoteRecipients(db, merchant, recipients);
      await appendEvent(db, {
        chain: 'system',
        at: new Date(clock.now()),
        actor: by.name,
        kind: 'service_changed',
        data: { operation: operation.name, merchant, fields: Object.keys(fields), ...outcome, ...trace(by) },
      });
    });
  // This process may end before it reads the answer.
  await doubtRemoteRecipients(ledger.db, merchant, recipients);
  let answer: unknown;
  try {
    answer = await service.call(operation.name, input as CallInput<EndpointName>, { signal });
  } catch (error) {
    if (!isError(error) || error.retry === 'read-first') await record({ unconfirmed: true });
    throw error;
  }
  await record({});
  return maskedAnswer(answer);
}

/** The remote ids of the recipients that a call changes. */
function changedRecipients({ path }: ServiceOperation, { params, body }: OperationInput): readonly string[] {
  if (!path.startsWith('/v1/recipients/')) return [];
  const { ids = [] } = (body ?? {}) as { ids?: readonly string[] };
  return params.id === undefined ? ids : [params.id];
}

interface OperationInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query?: unknown;
  readonly body?: unknown;
}

function inputOf(
  operation: ServiceOperation,
  endpoint: Endpoint,
  given: Readonly<Record<string, string>>,
): OperationInput {
  const inPath = pathFields(operation.path);
  const missing = inPath.filter((field) => !given[field]);
  if (missing.length > 0)
    throw usageError('operation_field_missing', { name: operation.name, fields: missing.join(', ') });
  const params = Object.fromEntries(inPath.map((field) => [field, given[field]!]));
  const rest = Object.entries(given).filter(([field]) => !inPath.includes(field));
  const schema = endpoint.query ?? endpoint.body;
  if (!schema) {
    if (rest.length > 0)
      throw usageError('operation_field_unknown', {
        name: operation.name,
        fields: rest.map(([field]) => field).join(', '),
      });
    return { params };
  }
  const value = checked(operation.name, schema, rest);
  return { params, ...(endpoint.query ? { query: value } : { body: value }) };
}

/** The object of these fields by the schema: texts as they were typed, or else as JSON where that fits. */
function checked(name: string, schema: z.ZodType, fields: readonly (readonly [string, string])[]): unknown {
  const asTyped = objectOf(fields, (text) => text);
  const found = [asTyped, objectOf(fields, jsonOf)].find((value) => schema.safeParse(value).success);
  if (found !== undefined) return found;
  const { error } = schema.safeParse(objectOf(fields, jsonOf));
  const wrong = error!.issues.slice(0, 3).map((issue) => `${issue.path.join('.') || 'they'} ${settingError(issue)}`);
  throw usageError('operation_input_wrong', { name, detail: wrong.join('; ') });
}

function objectOf(fields: readonly (readonly [string, string])[], read: (text: string) => unknown) {
  const all: Record<string, unknown> = Object.create(null);
  for (const [field, text] of fields) {
    const names = field.split('.');
    let inner = all;
    for (const step of names.slice(0, -1)) {
      inner[step] ??= Object.create(null);
      inner = inner[step] as Record<string, unknown>;
    }
    inner[names.at(-1)!] = read(text);
  }
  return all;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function pathFields(path: string): readonly string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
}

/** The names of an object's fields; those of the schema inside, if it is optional or refined. */
function schemaFields(schema: z.ZodType | undefined): readonly string[] {
  if (!schema) return [];
  const { shape, def } = schema as unknown as {
    shape?: object;
    def?: { innerType?: z.ZodType; in?: z.ZodType; options?: readonly z.ZodType[] };
  };
  if (shape) return Object.keys(shape);
  if (def?.options) return [...new Set(def.options.flatMap(schemaFields))];
  return schemaFields(def?.innerType ?? def?.in);
}

/** Names of fields that identify an account or a person, or that are secrets. */
const SENSITIVE =
  /^(iban|accountNum|swiftBic|cardNumber|pan|walletNumber|phoneNumber|governmentIds?|ssn|passport|dob|value|secretKey|accessKey|apiKey|signingKey|emailAddress|email)$/i;

/** An answer with bank details and secrets masked: known fields, and whatever looks like an account number. */
export function maskedAnswer(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(maskedAnswer);
  if (answer === null || typeof answer !== 'object')
    return typeof answer === 'string' ? maskBankDetails(answer) : answer;
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [
      name,
      typeof value === 'string' && value !== '' && SENSITIVE.test(name) ? mask(value) : maskedAnswer(value),
    ]),
  );
}
