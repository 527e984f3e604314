import { loadConfig } from '../../../config.ts';
import { hasLedger } from '../../../ledger/embedded/has-ledger.ts';
import { keyFile } from '../../../ledger/vault/vault-key.ts';
import type { Setup } from './init-questions.ts';

/** What to do after `payrun init`, in sentences. `keyGiven`: the file from which the secret key was read. */
export function nextSteps(file: string, { rules, database, keys }: Setup, keyGiven?: string): readonly string[] {
  const config = loadConfig();
  const hasKeyFile = config.databaseUrl === undefined && config.vaultKey === undefined && hasLedger(config);
  const vaultKey = database?.vaultKey !== undefined ? file : hasKeyFile ? keyFile(config.home) : null;
  return [
    rules?.['approval.policy'] === 'manual'
      ? 'A run is approved by a second user: `payrun users add NAME --role approver`.'
      : 'A run needs no approval. If a second user is to approve: `payrun users add NAME --role approver`, and `payrun rules set approval.policy manual`.',
    '`payrun rules` shows the rules by which this ledger pays, `payrun rules set` changes them.',
    ...(keys && keyGiven !== undefined ? [`Delete ${keyGiven}: its key is sealed in the ledger now.`] : []),
    ...(vaultKey === null
      ? []
      : [
          `Keep a copy of ${vaultKey} in a safe place, apart from backups of the database: only its key opens bank details and the keys of the service.`,
        ]),
    '`payrun template payments.xlsx` writes a sheet to fill in, `payrun pay payments.xlsx` pays it.',
  ];
}
