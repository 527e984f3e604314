import type { Office } from './office.ts';

/** By then, lost creations have been searched as often as they ever are. */
const HOURS = 3;

/**
 * Wrong findings of `verify --remote`. It may find edits by hand, objects unknown to a copy of the database, double
 * payments, and what a proxy has sent twice.
 */
export async function wrongFindings(office: Office): Promise<readonly string[]> {
  const output = await office.say('verify', '--remote');
  const differs = (await office.books()).payments.some(({ state }) => state === 'discrepancy');
  const isExplained = differs || office.hands.done.length > 0 || !office.home.knowsAll || office.hasRepeated;
  return output.code === 4 && !isExplained ? [`verify finds what is not wrong: ${output.text}`] : [];
}

/**
 * Batches of Payrun that are open in the service and that its ledger does not know, as sentences: they move no money,
 * but someone could send them (G1). After edits by hand, with another ledger, or if a proxy sent a creation twice, there
 * may be some.
 */
export async function strayBatches(office: Office): Promise<readonly string[]> {
  if (office.hands.done.length > 0 || !office.home.knowsAll || office.hasRepeated) return [];
  for (let n = 0; n < HOURS; n++) {
    await office.letDaysPass(1 / 24);
    await office.say('settle');
  }
  const known = new Set((await office.books()).batches.map(({ remoteId }) => remoteId));
  const { batches } = await office.serviceLedger();
  return batches.flatMap(({ id, status }) =>
    status === 'open' && !known.has(id) ? [`the service holds batch ${id}, of which the ledger knows nothing`] : [],
  );
}
