import { USER_ACTIONS } from '../../actions/actions.ts';
import { addMerchantKeys } from '../../actions/merchants/add.ts';
import { linkToOnboarding } from '../../actions/merchants/onboarding-link.ts';
import { purgeDue } from '../../actions/purge.ts';
import { changeRules } from '../../actions/rules.ts';
import { actionCommand } from '../actions/action-command.ts';
import type { CommandEntry } from '../command.ts';
import { ACTING } from '../shared-options.ts';

/** Commands for merchants, users and the ledger. */
export const ADMINISTRATION_COMMANDS: readonly CommandEntry[] = [
  {
    name: 'verify',
    arguments: '[run]',
    summary: 'checks that no one is paid twice and no row is lost; exit code 4 if something is wrong',
    options: [
      {
        flags: '--remote',
        summary: 'compares with the payout service too: a call per 1,000 batches and 1,000 payments',
      },
      { flags: '--all', summary: 'with --remote: also lists accepted discrepancies' },
      {
        flags: '--anchor <file>',
        summary: 'compares the audit with anchors kept elsewhere: the file of the job anchor-audit, or a notification',
      },
    ],
    examples: [
      ['payrun verify', 'every run; one line if everything holds, otherwise each fault with its row'],
      ['payrun verify 12 --remote', 'one run, compared with the service'],
    ],
    needsLedger: true,
    load: async () => (await import('../commands/installations/verify.ts')).verify,
  },
  actionCommand(addMerchantKeys),
  {
    name: 'service',
    arguments: '[operation] [fields...]',
    summary: 'lists the operations of the payout service, or calls one; only runs send batches',
    options: [
      { flags: '--merchant <merchant>', summary: 'with whose keys' },
      { flags: '--yes', summary: 'changes without asking' },
      ...ACTING,
    ],
    anyOptions: true,
    examples: [
      ['payrun service', 'every operation with its fields'],
      ['payrun service listAccounts --id R-123', 'the accounts of a recipient, masked'],
      ['payrun service deleteAccount --id R-123 --accountId A-456 --as anna', 'removes an account that was replaced'],
      ['payrun service searchRoutePricing --currency EUR', 'revenue streams of every route, with their limits'],
    ],
    load: async () => (await import('../commands/merchants/service.ts')).service,
  },
  {
    name: 'merchants show',
    arguments: '<name>',
    summary: 'a merchant in the payout service: balances, payout methods, webhooks; three calls',
    options: [],
    examples: [['payrun merchants show acme', 'balances, what it can pay by, who is notified of payments']],
    load: async () => (await import('../commands/merchants/merchant-at-service.ts')).merchantsShow,
  },
  {
    name: 'merchants funding',
    arguments: '<name>',
    summary: 'where a merchant sends money to fund its balances, and with which memo',
    options: [],
    examples: [['payrun merchants funding acme', 'bank, account and memo, by currency']],
    load: async () => (await import('../commands/merchants/merchant-at-service.ts')).merchantsFunding,
  },
  {
    name: 'merchants payout-methods',
    arguments: '<name>',
    summary: 'the payout methods of a merchant: enabled, approved, countries, settings',
    options: [],
    examples: [['payrun merchants payout-methods acme', 'whether its bank transfer is approved yet']],
    load: async () => (await import('../commands/merchants/merchant-at-service.ts')).merchantsPayoutMethods,
  },
  {
    name: 'merchants fees',
    arguments: '<name>',
    summary: "what the service charges on each route, and the merchant's share",
    options: [{ flags: '--currency <code>', summary: 'of one currency (default: all)' }],
    examples: [
      ['payrun merchants fees acme', 'every currency that it has fees in'],
      ['payrun merchants fees acme --currency EUR', 'one of them'],
    ],
    load: async () => (await import('../commands/merchants/merchant-at-service.ts')).merchantsFees,
  },
  actionCommand(linkToOnboarding),
  ...USER_ACTIONS.map(actionCommand),
  {
    name: 'doctor',
    arguments: '',
    summary: 'checks the installation and its services, and names the next steps',
    options: [
      { flags: '--local', summary: 'skips the payout service, so makes no calls' },
      { flags: '--strict', summary: 'exits with 4 after a warning too, and not only after a failure' },
      {
        flags: '--record <folder>',
        summary:
          'records the responses of the payout service to calls that change nothing: fields and types, without values',
      },
      {
        flags: '--write',
        summary:
          "also records a full life cycle, from recipients to paid batches, and removes it; only in the service's own sandbox",
      },
      {
        flags: '--parent <merchant>',
        summary: 'the merchant with the keys of a platform, to record a sub-merchant too',
      },
      ...ACTING,
    ],
    examples: [
      ['payrun doctor', 'before the first run, and if something seems wrong'],
      ['payrun doctor --record answers', 'a folder that can be sent with a report'],
      ['payrun doctor --record answers --write', 'in the sandbox of the service: some minutes, about 100 calls'],
    ],
    load: async () => (await import('../commands/installations/doctor.ts')).doctor,
  },
  {
    name: 'rules',
    arguments: '',
    summary: 'shows the rules for payments, and who changed them when',
    options: [],
    examples: [['payrun rules', 'approval limits, two approvers, duplicate checks and the others']],
    load: async () => (await import('../commands/installations/rules.ts')).rules,
  },
  actionCommand(changeRules),
  actionCommand(purgeDue),
  {
    name: 'backup',
    arguments: '[folder]',
    summary: 'copies the embedded ledger, its vault key and its sandbox into a new folder; stop everything else first',
    options: [
      {
        flags: '--record',
        summary: 'copies nothing, and records that a backup was made with another tool, such as pg_dump',
      },
    ],
    examples: [
      ['payrun backup', 'into a folder here that is named by the time'],
      ['payrun backup /mnt/backups/monday', 'into this one'],
      ['payrun backup --record', 'after pg_dump, for the alert about old backups'],
    ],
    needsLedger: true,
    load: async () => (await import('../commands/installations/backup.ts')).backup,
  },
  {
    name: 'restore',
    arguments: '<folder>',
    summary: 'restores a backup into the home, and keeps the current ledger next to it',
    options: [{ flags: '--yes', summary: 'does not ask' }, ...ACTING],
    examples: [['payrun restore /mnt/backups/monday', 'then `payrun adopt` reads what was paid since']],
    load: async () => (await import('../commands/installations/backup.ts')).restore,
  },
  {
    name: 'import-home',
    arguments: '[folder]',
    summary: 'moves the embedded ledger of a home into the PostgreSQL of DATABASE_URL, completely or not at all',
    options: [
      { flags: '--cancel', summary: 'cancels an interrupted move, unless it was completed; the home can then pay' },
      { flags: '--lost', summary: 'with --cancel: confirms that the other database is lost and makes no payments' },
      ...ACTING,
    ],
    examples: [
      ['payrun import-home', 'moves the ledger of your home; from then on the home makes no payments'],
      ['payrun import-home /srv/pay/.payrun', 'moves that of another home'],
    ],
    load: async () => (await import('../commands/installations/import-home.ts')).importHome,
  },
  {
    name: 'vault rotate',
    arguments: '',
    summary: 'changes the key that seals bank details and keys; stop everything else first',
    options: [
      { flags: '--new-key-env <variable>', summary: 'the environment variable with the new key: 32 bytes in base64' },
      { flags: '--new-key-stdin', summary: 'reads the new key from standard input' },
      ...ACTING,
    ],
    examples: [
      ['payrun vault rotate', 'of an embedded database: makes a new key in PAYRUN_HOME/vault.key'],
      ['payrun vault rotate --new-key-env NEW_KEY', 'of a PostgreSQL; then set PAYRUN_VAULT_KEY to it everywhere'],
    ],
    needsLedger: true,
    load: async () => (await import('../commands/installations/vault-rotate.ts')).vaultRotate,
  },
  {
    name: 'migrate',
    arguments: '',
    summary: 'migrates the database to this version of Payrun, as every command does when it starts',
    options: [
      {
        flags: '--grant <role>',
        summary:
          'grants this role of PostgreSQL what Payrun needs to run, without the right to change tables or triggers',
      },
    ],
    examples: [
      ['payrun migrate', 'before a roll-out to several machines'],
      ['payrun migrate --grant payrun_app', 'as the owner of the tables; then run everything else as payrun_app'],
    ],
    load: async () => (await import('../commands/installations/migrate.ts')).migrate,
  },
];
