import { isError, PayrunError } from '../../errors.ts';
import { appendEvent } from '../../ledger/audit/audit-chain.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { knownServiceUrl, remoteObjects, setServiceUrl } from '../../ledger/merchants/service-identity.ts';
import { osUserName } from '../../permissions/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import { findFirstObject } from '../../service/find-first-object.ts';
import type { Service } from '../../service/service.ts';

/** The time (ms) that a refusal is cached, so that a page that is loaded often does not use up the quota. */
const REFUSED_MS = 60_000;

/** Ties each merchant to the service that has its payments, whatever PAYRUN_SERVICE_URL says. */
export interface ServiceIdentity {
  /**
   * Checks that this service is the one at which the ledger pays for the merchant. If the URL is the known one, it
   * needs no call; otherwise the service must have one of the recipients or batches that the ledger knows. Returns
   * null, or, if the ledger has nothing to compare, a function to call after the first successful API call; it records
   * the URL. Throws `service_changed` and the errors of API calls.
   */
  check(merchant: string, service: Service): Promise<(() => Promise<void>) | null>;
}

export function createServiceIdentity(
  { ledger, clock }: { readonly ledger: Pick<Ledger, 'db' | 'tx'>; readonly clock: Clock },
  serviceUrl: string,
): ServiceIdentity {
  const url = placeOf(serviceUrl);
  const compared = new Map<string, { readonly answer: Promise<boolean>; until: number }>();

  const note = (merchant: string, before: string | null) =>
    ledger.tx(async (db) => {
      if (!(await setServiceUrl(db, merchant, before, url)) || before === null) return;
      const event = { chain: 'system', at: new Date(clock.now()), actor: osUserName() };
      await appendEvent(db, { ...event, kind: 'service_moved', data: { merchant, from: before, to: url } });
    });

  /** Whether the ledger has anything to compare with the service. Throws `service_changed` if the service has none. */
  const compare = async (merchant: string, before: string | null, service: Service): Promise<boolean> => {
    const known = await remoteObjects(ledger.db, merchant);
    if (known.recipients.length + known.batches.length === 0) return false;
    if (!(await findFirstObject(service, known))) {
      const where = before === null ? '' : ` They were made at ${before}.`;
      throw new PayrunError('service_changed', { merchant, url, where });
    }
    await note(merchant, before);
    return true;
  };
  const compareOnce = (merchant: string, before: string | null, service: Service): Promise<boolean> => {
    const last = compared.get(merchant);
    if (last && clock.now() < last.until) return last.answer;
    const answer = compare(merchant, before, service);
    const asked = { answer, until: Number.POSITIVE_INFINITY };
    compared.set(merchant, asked);
    const holdFor = (ms: number) => {
      asked.until = clock.now() + ms;
    };
    answer.then(
      () => holdFor(0),
      (error: unknown) => holdFor(isError(error, 'service_changed') ? REFUSED_MS : 0),
    );
    return answer;
  };

  return {
    async check(merchant, service) {
      const before = await knownServiceUrl(ledger.db, merchant);
      if (before === url) return null;
      if (await compareOnce(merchant, before, service)) return null;
      return () => note(merchant, before);
    },
  };
}

/** Origin and path. The rest of a URL, such as a password, does not identify the service. */
function placeOf(text: string): string {
  const { origin, pathname } = new URL(text);
  return `${origin}${pathname.replace(/(?<!\/)\/+$/, '')}`;
}
