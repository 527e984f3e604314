import type { Office } from './office.ts';

/** By then, whatever creations were lost have been looked for as often as they are. */
const HOURS = 3;

/**
 * What `verify --remote` finds that is not wrong. What someone did by hand, what a copy of the database does not know, and what was
 * paid twice, it may find.
 */
export async function wrongFindings(office: Office): Promise<readonly string[]> {
  const output = await office.say('verify', '--remote');
  const differs = (await office.books()).payments.some(({ state }) => state === 'discrepancy');
  const isExplained = differs || office.hands.done.length > 0 || !office.home.isFirst;
  return output.code === 4 && !isExplained ? [`verify finds what is not wrong: ${output.text}`] : [];
}

/**
 * Batches of Payrun that are open in the service and that its ledger does not know, as sentences: they move no money, but somebody
 * could send them (G1). Where someone edited by hand, or another ledger was at work, there may be some.
 */
export async function strayBatches(office: Office): Promise<readonly string[]> {
  if (office.hands.done.length > 0 || !office.home.isFirst) return [];
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
