import { ENDPOINTS, type EndpointName } from './endpoints.ts';
import { isStricter, tolerate, withMeta, withoutUnreadableAccounts, withoutUnreadableRecords } from './tolerances.ts';

/** The body of a success by the schema of its endpoint, with the tolerances, and the parts that had to be left out. */
export function readSuccess(name: EndpointName, json: unknown, query: Parameters<typeof withMeta>[2]) {
  const { answer: schema } = ENDPOINTS[name];
  const lighter = withoutUnreadableAccounts(withMeta(name, tolerate(json), query));
  // Records are looked at one by one only if the list as a whole does not fit: that reads each twice.
  const whole = isStricter(name) ? null : schema.safeParse(lighter.answer);
  if (whole?.success) return { parsed: whole, unreadable: [], leftOut: lighter.accounts };
  const { answer, unreadable } = withoutUnreadableRecords(name, lighter.answer);
  return { parsed: schema.safeParse(answer), unreadable, leftOut: unreadable.length + lighter.accounts };
}

/** A part of every success about one object. */
interface About {
  readonly recipient?: { readonly id: string };
  readonly batch?: { readonly id: string };
  readonly batchSummary?: { readonly batchId?: string | null };
  readonly payment?: { readonly id: string };
}

/** The kind of object, if the answer is about another one than the call; null if it is not, or has no id. */
export function otherObject(
  { id, paymentId }: Readonly<Record<string, string>>,
  { recipient, batch, batchSummary, payment }: About,
): string | null {
  const ids = [
    ['recipient', id, recipient?.id],
    ['batch', id, batch?.id ?? batchSummary?.batchId],
    ['payment', paymentId, payment?.id],
  ];
  return ids.find(([, asked, answered]) => asked && answered && asked !== answered)?.[0] ?? null;
}
