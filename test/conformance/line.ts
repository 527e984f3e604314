import { expect } from 'vitest';
import type { Contractor, Keys, Reply } from './client.ts';

/** One line of the table: what of the contract it covers, and how that is seen. */
export interface Line {
  /** `METHOD path` of an endpoint, or a section. */
  readonly about: string;
  /** Items of the endpoint or section; a number is a status. */
  readonly covers: readonly (string | number)[];
  /** Where it is not clear from what it covers. */
  readonly says?: string;
  readonly run: (contractor: Contractor) => Promise<void>;
}

export type Wanted = readonly [status: number, code: string, field?: string];

export function line(about: string, covers: readonly (string | number)[] | string | number, run: Line['run']): Line {
  return { about, covers: typeof covers === 'object' ? covers : [covers], run };
}

export function expectOk(reply: Reply, partial: object = {}): Reply {
  expect(reply).toMatchObject({ status: 200, body: { ok: true, ...partial } });
  return reply;
}

export function expectRefused(reply: Reply, [status, code, field]: Wanted): Reply {
  const item = field === undefined ? { code } : { code, field };
  expect({ status: reply.status, ok: reply.body.ok, errors: reply.body.errors }).toMatchObject({
    status,
    ok: false,
    errors: expect.arrayContaining([expect.objectContaining({ ...item, message: expect.any(String) })]),
  });
  return reply;
}

/** The beginning of what is sent. */
function sample(body: unknown): string {
  const text = JSON.stringify(body) ?? 'no body';
  return text.length > 70 ? `${text.slice(0, 70)}...` : text;
}

type Who = (contractor: Contractor) => Keys | Promise<Keys>;

/** A call that is answered with 200, and with this in its body. */
export function accepts(
  about: string,
  covers: readonly (string | number)[] | string | number,
  [method, path, body]: readonly [method: string, path: string, body?: unknown],
  partial: object = {},
  who: Who = ({ merchant }) => merchant,
): Line {
  const says = `takes ${sample(body)}`;
  const run: Line['run'] = async (contractor) => {
    const keys = await who(contractor);
    expectOk(await contractor.call(method, path, body, { keys }), partial);
  };
  return { ...line(about, covers, run), says };
}

/** A call that is refused. */
export function refuses(
  about: string,
  covers: readonly (string | number)[] | string | number,
  [method, path, body]: readonly [method: string, path: string, body?: unknown],
  wanted: Wanted,
  who: Who = ({ merchant }) => merchant,
): Line {
  const says = `refused with ${wanted.join(' ')}`;
  const run: Line['run'] = async (contractor) => {
    const keys = await who(contractor);
    expectRefused(await contractor.call(method, path, body, { keys }), wanted);
  };
  return { ...line(about, covers, run), says };
}

export const ID = (prefix: string) => expect.stringMatching(new RegExp(`^${prefix}[1-9A-HJ-NP-Za-km-z]{22}$`));
export const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
