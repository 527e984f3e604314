import { environmentBanner } from '../../ledger/merchants/environment-seen.ts';

/** The first lines of a screen: whether money moves, if known. */
export async function bannerLines(...[surroundings]: Parameters<typeof environmentBanner>): Promise<readonly string[]> {
  const banner = await environmentBanner(surroundings);
  return banner === null ? [] : [banner];
}
