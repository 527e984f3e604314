import { appendEvent } from '../../ledger/audit/audit-chain.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { getMerchant } from '../../ledger/merchants/merchant.ts';
import { saveOnboardingLink } from '../../ledger/merchants/onboarding.ts';
import { type Actor, trace } from '../../permissions/actor.ts';
import { authorize } from '../../permissions/authorize.ts';
import { usageError } from '../../references/usage-error.ts';

const DAYS = 30;
const TOKEN_BYTES = 32;
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** A link to a merchant's onboarding page, shown only once. */
export interface OnboardingLink {
  readonly link: string;
  /** The link's expiry. */
  readonly until: Date;
}

/**
 * Creates a link to a merchant's onboarding page below `url`, valid for 30 days. It replaces the previous link. The
 * ledger keeps only its fingerprint. Throws `merchant_unknown`, what `authorize` throws, and `usage` for a platform or
 * an unsafe URL.
 */
export async function makeOnboardingLink(
  { db, tx, vault }: Ledger,
  by: Actor,
  merchant: string,
  { url, now, random }: { url: string; now: number; random: (bytes: number) => Buffer },
): Promise<OnboardingLink> {
  await authorize(db, by, 'merchants', { merchants: [merchant] });
  const base = baseOf(url);
  const { key_kind: kind } = await getMerchant(db, merchant);
  if (kind === 'parent') throw usageError('platform_is_not_onboarded', { merchant });
  const token = random(TOKEN_BYTES).toString('base64url');
  const until = new Date(now + DAYS * 86_400_000);
  await tx(async (inTx) => {
    await saveOnboardingLink(inTx, vault, { merchant, token, until });
    const data = { merchant, until: until.toISOString(), ...trace(by) };
    await appendEvent(inTx, {
      chain: 'system',
      at: new Date(now),
      actor: by.name,
      kind: 'onboarding_link_made',
      data,
    });
  });
  return { link: `${base}onboarding/${encodeURIComponent(merchant)}?link=${token}`, until };
}

/** The link is a secret, so it requires HTTPS or the loopback address. */
function baseOf(url: string): string {
  const base = URL.canParse(url) ? new URL(url) : null;
  const safe = base?.protocol === 'https:' || (base?.protocol === 'http:' && LOOPBACK.has(base.hostname));
  if (!base || !safe || base.search || base.hash || base.username) throw usageError('onboarding_address_invalid');
  return base.href.endsWith('/') ? base.href : `${base.href}/`;
}
