import { USER_ACTIONS } from '../../actions/actions.ts';
import { addMerchantKeys } from '../../actions/merchants/add.ts';
import { linkToOnboarding } from '../../actions/merchants/onboarding-link.ts';
import { purgeDue } from '../../actions/purge.ts';
import { changeRules } from '../../actions/rules.ts';
import { actionCommand } from '../actions/action-command.ts';
import type { CommandEntry } from '../command.ts';
import { ACTING } from '../shared-options.ts';

export const ADMINISTRATION_COMMANDS: readonly CommandEntry[] = [
  {
    name: 'verify',
    arguments: '[run]',
    summary: 'checks that no one is paid twice and no row is lost; exit code 4 if something is wrong',
    options: [
      {
        flags: '--remote',
        summary: 'also compares with the payout service: one call per 1,000 batches and per 1,000 payments',
      },
      { flags: '--all', summary: 'with --remote: also lists accepted discrepancies' },
      {
        flags: '--anchor <file>',
        summary: 'compares the audit log with anchors: the file of the job anchor-audit, or a notification',
      },
    ],
    examples: [
      ['payrun verify', 'every run; prints one line, or each error with its row'],
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
      { flags: '--merchant <merchant>', summary: 'the merchant whose keys are used' },
      { flags: '--yes', summary: 'does not ask before a change' },
      ...ACTING,
    ],
    anyOptions: true,
    examples: [
      ['payrun service', 'every operation with its fields'],
      ['payrun service listAccounts --id R-123', 'the accounts of a recipient, masked'],
      ['payrun service deleteAccount --id R-123 --accountId A-456 --as anna', 'removes an account that was replaced'],
      ['payrun service searchRoutePricing --currency EUR', 'the pricing of every route, with its limits'],
    ],
    load: async () => (await import('../commands/merchants/service.ts')).service,
  },
  {
    name: 'merchants show',
    arguments: '<name>',
    summary: 'a merchant in the payout service: balances, payout methods, webhooks; three calls',
    examples: [['payrun merchants show acme', 'balances, payout methods and webhooks of acme']],
    load: async () => (await import('../commands/merchants/merchant-at-service.ts')).merchantsShow,
  },
  {
    name: 'merchants funding',
    arguments: '<name>',
    summary: 'where a merchant sends money to fund its balances, and with which memo',
    examples: [['payrun merchants funding acme', 'bank, account and memo, by currency']],
    load: async () => (await import('../commands/merchants/merchant-at-service.ts')).merchantsFunding,
  },
  {
    name: 'merchants payout-methods',
    arguments: '<name>',
    summary: "a merchant's payout methods: enabled, approved, countries, settings",
    examples: [['payrun merchants payout-methods acme', 'whether bank transfers are approved yet']],
    load: async () => (await import('../commands/merchants/merchant-at-service.ts')).merchantsPayoutMethods,
  },
  {
    name: 'merchants fees',
    arguments: '<name>',
    summary: "what the service charges on each route, and the merchant's share",
    options: [{ flags: '--currency <code>', summary: 'only this currency (default: all)' }],
    examples: [
      ['payrun merchants fees acme', 'fees in all currencies'],
      ['payrun merchants fees acme --currency EUR', 'fees in EUR'],
    ],
    load: async () => (await import('../commands/merchants/merchant-at-service.ts')).merchantsFees,
  },
  actionCommand(linkToOnboarding),
  ...USER_ACTIONS.map(actionCommand),
  {
    name: 'doctor',
    summary: 'checks the installation and its services, and names the next steps',
    options: [
      { flags: '--local', summary: 'skips the payout service: makes no API calls' },
      { flags: '--strict', summary: 'exits with 4 on a warning too, not only on a failure' },
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
        summary: 'also records a sub-merchant, with the keys of this platform',
      },
      ...ACTING,
    ],
    examples: [
      ['payrun doctor', 'before the first run, or if something seems wrong'],
      ['payrun doctor --record answers', 'a folder that can be sent with a report'],
      ['payrun doctor --record answers --write', 'in the service’s own sandbox: takes a few minutes, about 100 calls'],
    ],
    load: async () => (await import('../commands/installations/doctor.ts')).doctor,
  },
  {
    name: 'rules',
    summary: 'shows the rules for payments, and who changed them',
    examples: [['payrun rules', 'approval thresholds, second approvers, duplicate checks and more']],
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
        summary: 'only records that another tool, such as pg_dump, made a backup',
      },
    ],
    examples: [
      ['payrun backup', 'to a new folder with a time stamp in its name'],
      ['payrun backup /mnt/backups/monday', 'to this folder'],
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
    summary:
      'moves the embedded ledger of a home into the PostgreSQL database of DATABASE_URL, completely or not at all',
    options: [
      { flags: '--cancel', summary: 'cancels an interrupted move, unless it was completed; the home can then pay' },
      {
        flags: '--lost',
        summary: 'with --cancel: confirms that the other database is lost, and that no installation pays from it',
      },
      ...ACTING,
    ],
    examples: [
      ['payrun import-home', 'moves the ledger of your home; from then on the home makes no payments'],
      ['payrun import-home /srv/pay/.payrun', 'moves the ledger of another home'],
    ],
    load: async () => (await import('../commands/installations/import-home.ts')).importHome,
  },
  {
    name: 'vault rotate',
    summary: 'changes the key that seals bank details and keys; stop everything else first',
    options: [
      { flags: '--new-key-env <variable>', summary: 'the environment variable with the new key: 32 bytes in base64' },
      { flags: '--new-key-stdin', summary: 'reads the new key from standard input' },
      ...ACTING,
    ],
    examples: [
      ['payrun vault rotate', 'embedded database: writes a new key to PAYRUN_HOME/vault.key'],
      ['payrun vault rotate --new-key-env NEW_KEY', 'PostgreSQL: then set PAYRUN_VAULT_KEY to the new key everywhere'],
    ],
    needsLedger: true,
    load: async () => (await import('../commands/installations/vault-rotate.ts')).vaultRotate,
  },
  {
    name: 'migrate',
    summary: 'migrates the database to this version of Payrun, as every command does when it starts',
    options: [
      {
        flags: '--grant <role>',
        summary: 'grants this PostgreSQL role what Payrun needs, but no right to change tables or triggers',
      },
    ],
    examples: [
      ['payrun migrate', 'before a rollout to several machines'],
      ['payrun migrate --grant payrun_app', 'as the owner of the tables; then run everything else as payrun_app'],
    ],
    load: async () => (await import('../commands/installations/migrate.ts')).migrate,
  },
];
