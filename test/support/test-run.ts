import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { systemClock } from '../../src/clock.ts';
import { loadConfig } from '../../src/config.ts';
import type { Ledger } from '../../src/ledger/open-ledger.ts';
import { claimRun, createRun, type RunOptions } from '../../src/ledger/run.ts';
import { createLog } from '../../src/log.ts';
import type { PaymentDraft, SheetRow } from '../../src/model.ts';
import type { Service } from '../../src/service/service.ts';
import type { ActiveRun, StepDeps } from '../../src/step.ts';

/** No call is expected; one that is made fails the test. */
const NO_SERVICE = {
  call: (name: string) => Promise.reject(new Error(`${name} was called`)),
} as unknown as Service;

export async function addTestMerchant(ledger: Ledger, merchant = 'acme'): Promise<string> {
  await ledger.db.query(
    `insert into payrun.merchant (id, environment, country, access_fp) values ($1, 'sandbox', 'US', $2) on conflict do nothing`,
    [merchant, Buffer.from(merchant)],
  );
  return merchant;
}

/** A run of a merchant, claimed by this process. */
export async function startTestRun(
  ledger: Ledger,
  given: { merchant?: string; maker?: string; parent?: bigint; options?: Partial<RunOptions> } = {},
): Promise<ActiveRun> {
  const merchant = await addTestMerchant(ledger, given.merchant);
  const { maker = 'mia', parent } = given;
  const options: RunOptions = { onInvalid: 'skip', dryRun: false, ...given.options };
  const id = await createRun(ledger.db, {
    job: 'pay-sheet',
    sheetId: null,
    merchant,
    maker,
    options,
    ...(parent === undefined ? {} : { parent }),
  });
  const fence = await claimRun(ledger.db, id, 'test', 600_000, null);
  return { id, fence: fence!, merchant, maker, options };
}

/** What a step works with: real parts, but for the service, which refuses every call unless one is given. */
export function testDeps(ledger: Ledger, given: Partial<StepDeps> & { env?: Record<string, string> } = {}): StepDeps {
  const { env = {}, ...parts } = given;
  return {
    ledger,
    service: NO_SERVICE,
    clock: systemClock,
    ids: randomUUID,
    config: loadConfig({ PAYRUN_SETTLE_POLL_MS: '10', ...env }, tmpdir()),
    log: createLog('silent'),
    progress: () => {},
    signal: new AbortController().signal,
    ...parts,
  };
}

/** A row of a sheet that pays a recipient whom the ledger is to know. */
export function sheetRow(row: number, cells: SheetRow['cells'] = {}, findings: SheetRow['findings'] = []): SheetRow {
  return {
    row,
    cells: { amount: '10.00', currency: 'EUR', referenceId: `person-${row}`, ...cells },
    original: [],
    findings,
  };
}

export function testDraft(given: Partial<PaymentDraft> = {}): PaymentDraft {
  return {
    reference: null,
    merchant: null,
    sourceCurrency: 'EUR',
    fixed: 'source',
    amount: { currency: 'EUR', minor: 1_000n },
    tags: [],
    recipient: { key: 'ref:person-1', referenceId: 'person-1', profile: null, account: null },
    ...given,
  };
}
