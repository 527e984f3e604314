import type { Environment } from '../../model.ts';
import type { Db } from '../db/db.ts';
import { onboardingPlace } from '../vault/sealed-place.ts';
import type { Vault } from '../vault/vault.ts';

/** The merchant whose onboarding page a link opens. */
export interface OnboardingVisit {
  readonly merchant: string;
  readonly environment: Environment;
  readonly country: string;
  /** The payout service's id of the merchant; null if Payrun did not create it. */
  readonly remoteId: string | null;
  /** The verification session that was started; null if none. */
  readonly session: string | null;
}

const LINK = 'onboarding.link';

/**
 * Stores the link that opens a merchant's onboarding page until `until`, in place of the previous link. The session
 * stays.
 */
export async function saveOnboardingLink(
  db: Db,
  vault: Vault,
  { merchant, token, until }: { merchant: string; token: string; until: Date },
): Promise<void> {
  await db.query(
    `insert into payrun.onboarding (merchant_id, link_fp, link_until) values ($1, $2, $3)
     on conflict (merchant_id) do update set link_fp = $2, link_until = $3`,
    [merchant, vault.fingerprint(LINK, token), until],
  );
}

/** Null if the token is not that of the merchant's link or the link has expired. Throws `vault_damaged`. */
export async function openOnboarding(
  db: Db,
  vault: Vault,
  { merchant, token, now }: { merchant: string; token: string; now: Date },
): Promise<OnboardingVisit | null> {
  const { rows } = await db.query<Omit<OnboardingVisit, 'session'> & { sealed: Buffer | null }>(
    `select m.id as merchant, m.environment, m.country, m.remote_id as "remoteId", o.session_sealed as sealed
     from payrun.onboarding o join payrun.merchant m on m.id = o.merchant_id
     where o.merchant_id = $1 and o.link_fp = $2 and o.link_until > $3`,
    [merchant, vault.fingerprint(LINK, token), now],
  );
  if (!rows[0]) return null;
  const { sealed, ...visit } = rows[0];
  return { ...visit, session: sealed && vault.open(sealed, onboardingPlace(merchant)).toString('utf8') };
}

/**
 * Stores the merchant's verification session, sealed, in place of the previous one. False if the link is wrong or
 * expired.
 */
export async function saveOnboardingSession(
  db: Db,
  vault: Vault,
  { merchant, token, now, session }: { merchant: string; token: string; now: Date; session: string },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update payrun.onboarding set session_sealed = $4, session_at = $3
     where merchant_id = $1 and link_fp = $2 and link_until > $3`,
    [merchant, vault.fingerprint(LINK, token), now, vault.seal(session, onboardingPlace(merchant))],
  );
  return rowCount === 1;
}
