import { type EventKind, FROM, type Sentences } from './event-kind.ts';

const FILE: Sentences = ['{name:file}[, {size:size}][, {run:run}].'];

/** Events of the installation: inbox, rules, journal, ledger and retention. */
export const SYSTEM_EVENTS = {
  columns_taught: { title: 'Columns matched', says: ['{name}: {columns:columns}.', FROM] },
  journal_exported: {
    title: 'Journal exported',
    says: ['Export {export}, through {to}[, for {merchant:word}].', FROM],
  },
  endpoint_added: {
    title: 'Endpoint added',
    says: ['{endpoint:word} at {at:word}: {types:list}.', 'Merchants: {merchants:list}.', FROM],
  },
  endpoint_rotated: {
    title: 'Endpoint secret changed',
    says: ['{endpoint:word}: the previous secret is valid until {until:time}.', FROM],
  },
  endpoint_removed: { title: 'Endpoint removed', says: ['{endpoint:word}, with its messages.', FROM] },
  messages_replayed: { title: 'Messages replayed', says: ['{messages:count:message} to {endpoint:word}.', FROM] },
  inbox_taken: { title: 'File taken from the inbox', says: FILE },
  inbox_done: { title: 'File completed', says: FILE },
  inbox_failed: { title: 'File failed', says: FILE },
  inbox_gone: {
    title: 'File missing from the inbox',
    says: [...FILE, 'Someone removed it before Payrun read it, so nothing is paid.'],
  },
  inbox_trouble: { title: 'Inbox error', says: ['{code:inboxIssue}'] },
  installation_declared: {
    title: 'Other installation accepted',
    says: ({ newIdentity }) => [
      'Batches from {name} in the payout service no longer stop this ledger from paying.',
      Boolean(newIdentity) && 'One ledger was a copy of the other, so this one now has its own identity.',
    ],
  },
  ledger_imported: { title: 'Ledger moved', says: ['The ledger ({from}) was moved to {to}.'] },
  backup_made: { title: 'Backup created', says: ['A backup of the ledger was made.'] },
  ledger_restored: { title: 'Ledger restored', says: ['The ledger was restored from the backup {from}.'] },
  ledger_move_canceled: {
    title: 'Ledger move canceled',
    says: ({ lost }) => [
      'The ledger was about to move to {to} and stays where it is.',
      lost === true && 'The new database was declared lost.',
      FROM,
    ],
  },
  purge_begun: { title: 'Purge started', says: ['Due: {due:removed}.', 'Kept for: {policy:retention}.'] },
  purged: { title: 'Purge', says: ['Removed: {gone:removed}.'] },
  rules_changed: { title: 'Payment rules changed', says: ['{changed:rules}.'] },
  vault_key_changed: {
    title: 'Encryption key changed',
    says: ['{values:count:value} re-encrypted with key {key:hash}.'],
  },
} as const satisfies Record<string, EventKind>;
