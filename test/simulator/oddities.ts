import type { SeededRandom } from '../support/seeded-random.ts';
import { inOddestForm } from './odd-forms.ts';
import type { Answer } from './service.ts';

/** A change of one answer. Null: the connection breaks, though the call took effect. */
type Oddity = (answer: Answer, random: SeededRandom) => Answer | null;

const json = (answer: Answer, status: number, body: unknown): Answer => ({
  ...answer,
  status,
  json: body,
});
const refused =
  (status: number, code: string, message: string, field?: string): Oddity =>
  (answer) =>
    json(answer, status, { ok: false, errors: [{ code, message, ...(field ? { field } : {}) }] });

/** The lists and objects of an answer, without what makes them readable. */
const withoutSense = (value: unknown): unknown =>
  typeof value !== 'object' || value === null
    ? value
    : Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, name === 'ok' ? inner : 'none']));

const listIn = ({ json }: Answer) =>
  Object.entries<readonly object[]>(json ?? {}).find(([, one]) => Array.isArray(one) && one.length > 0);

/** A list before its newest record, which is the first. */
const lateList: Oddity = (answer) => {
  const found = listIn(answer);
  if (!found || answer.method !== 'GET') return answer;
  const [list, records] = found;
  const meta = answer.json.meta && { ...answer.json.meta, records: answer.json.meta.records - 1 };
  return { ...answer, json: { ...answer.json, [list]: records.slice(1), ...(meta ? { meta } : {}) } };
};

/** One record of a list, with a status that cannot be read. */
const oneOddRecord: Oddity = (answer, random) => {
  const found = listIn(answer);
  if (!found) return answer;
  const [list, records] = found;
  const odd = random.upTo(records.length);
  const changed = records.map((one, i) => (i === odd ? { ...one, status: 7, amount: 7 } : one));
  return { ...answer, json: { ...answer.json, [list]: changed } };
};

/** The object of an answer is not the one that the path names, and its status is final. */
const ofAnother: Oddity = (answer) => {
  if (!/\/[A-Z]-/.test(answer.path)) return answer;
  const objects = Object.entries(answer.json ?? {}).filter(([name]) =>
    ['recipient', 'batch', 'payment'].includes(name),
  );
  const others = objects.map(([name, one]) => [name, { ...(one as object), id: 'X-another', status: 'complete' }]);
  return { ...answer, json: { ...answer.json, ...Object.fromEntries(others) } };
};

/** Behavior of the live service and its proxies, seen or possible by its contract: none of it is false. */
export const LAWFUL: Readonly<Record<string, Oddity>> = {
  'in its oddest form': inOddestForm,
  lost: () => null,
  'a 500 after the change': refused(500, 'internal_server_error', 'Oops'),
  'a 503 without words': (answer) => json(answer, 503, {}),
  'a page of a proxy': (answer) => json(answer, 502, '<html>Bad gateway</html>'),
  'without meta': (answer) => {
    const { meta: _, ...rest } = answer.json ?? {};
    return { ...answer, json: rest };
  },
  'one odd record': oneOddRecord,
  'a list that is late': lateList,
};

/** What contradicts the contract: a refusal of a call that took effect, or of an allowed read. */
export const UNLAWFUL: Readonly<Record<string, Oddity>> = {
  'a success that cannot be read': (answer) => ({ ...answer, json: withoutSense(answer.json) }),
  'a 400 invalid_field': refused(400, 'invalid_field', 'Value is invalid', 'payments'),
  'a 400 invalid_status': refused(400, 'invalid_status', 'Operation In Progress'),
  'a 400 duplicate': refused(400, 'duplicate', 'Value already exists', 'externalId'),
  'a 403': refused(403, 'not_authorized', 'Not authorized'),
  'a 404': refused(404, 'not_found', 'Object not found'),
  'a 409': refused(409, 'conflict', 'Conflict'),
  'about another object': ofAnother,
  'a 200 that is not ok': refused(200, 'invalid_field', 'Value is invalid', 'batch'),
};
