import { isError, PayrunError } from '../../errors.ts';
import { appendEvent } from '../../ledger/audit/events.ts';
import { remoteObjects } from '../../ledger/batches/remote-objects.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { knownServiceUrl, setServiceUrl } from '../../ledger/merchants/service-identity.ts';
import type { Clock } from '../../platform/clock.ts';
import { findsAny } from '../../service/finds-any.ts';
import type { Service } from '../../service/service.ts';
import { osUserName } from '../users/actor.ts';

/** A refusal holds so long without asking again: a page that is loaded often must not use up the quota. */
const REFUSED_MS = 60_000;

/** Keeps each merchant at the service that its payments are at, whatever PAYRUN_SERVICE_URL says. */
export interface ServiceIdentity {
  /**
   * Makes sure that this service is the one at which the ledger pays for the merchant: without a call if its URL is the known one; else it has
   * to have one of the recipients and batches that the ledger knows. Returns what has to be called as soon as it has answered, if a
   * ledger that knows nothing there may pay at it. Throws `service_changed` and what a call throws.
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
      const said = { chain: 'system', at: new Date(clock.now()), actor: osUserName() };
      await appendEvent(db, { ...said, kind: 'service_moved', data: { merchant, from: before, to: url } });
    });

  /** Whether the ledger knows anything there. */
  const compare = async (merchant: string, before: string | null, service: Service): Promise<boolean> => {
    const known = await remoteObjects(ledger.db, merchant);
    if (known.recipients.length + known.batches.length === 0) return false;
    if (!(await findsAny(service, known))) {
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

/** Origin and path: the rest of a URL, a password above all, says nothing of which service it is. */
function placeOf(text: string): string {
  const { origin, pathname } = new URL(text);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}
