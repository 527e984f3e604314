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
