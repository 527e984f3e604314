import { ISSUES, inboxIssue } from '../../engine/inbox/issues.ts';
import { PURGED, TARGETS } from '../../ledger/operations/purge.ts';
import type { RuleChange } from '../../money-rules.ts';
import { columnLabel } from '../../references/column-label.ts';
import { figure } from '../components/amount.ts';
import { html } from '../components/markup.ts';
import { changeWords } from '../components/rule-words.ts';
import {
  counted,
  type EventContext,
  from,
  hash,
  number,
  recordIn,
  run,
  sentences,
  some,
  text,
  time,
  word,
} from './event-context.ts';
import type { EventFormatter } from './event-formatter.ts';

/** Texts of events of the installation: inbox files, retention, vault key, settings. */
export const SYSTEM_EVENTS = {
  columns_taught: {
    title: 'Columns matched',
    describe: (event) =>
      sentences(
        `${text(event, 'name')}: ${Object.entries(recordIn(event, 'columns'))
          .map(([header, column]) => `${header} is ${column === '-' ? 'not used' : columnLabel(String(column))}`)
          .join(', ')}.`,
        from(event),
      ),
  },
  merchant_keys_set: {
    title: 'Merchant keys stored',
    describe: (event) => sentences(`Merchant ${text(event, 'merchant')}: keys ${text(event, 'done')}.`, from(event)),
  },
  webhooks_subscribed: {
    title: 'Webhooks subscribed',
    describe: (event) =>
      sentences(
        `The payout service reports payments of ${text(event, 'merchant')} to ${word(event, 'target')}.`,
        `${counted(event, 'made', 'subscription')} added, ${counted(event, 'removed', 'subscription')} removed.`,
        from(event),
      ),
  },
  webhooks_unsubscribed: {
    title: 'Webhooks unsubscribed',
    describe: (event) =>
      sentences(
        `The payout service no longer reports payments of ${text(event, 'merchant')}.`,
        `${counted(event, 'removed', 'subscription')} removed.`,
        from(event),
      ),
  },
  journal_exported: {
    title: 'Journal exported',
    describe: (event) =>
      sentences(
        `Export ${text(event, 'export')}, until ${text(event, 'to')}${word(event, 'merchant') && `, of ${word(event, 'merchant')}`}.`,
        from(event),
      ),
  },
  onboarding_link_made: {
    title: 'Onboarding link created',
    describe: (event) =>
      sentences(
        html`A new link opens the onboarding page of ${text(event, 'merchant')} until ${time(event, 'until')}.`,
        'The one before opens nothing any more.',
        from(event),
      ),
  },
  inbox_taken: { title: 'File taken from the inbox', describe: file },
  inbox_done: { title: 'File done', describe: file },
  inbox_failed: { title: 'File failed', describe: file },
  inbox_gone: {
    title: 'File missing from the inbox',
    describe: (event) => sentences(file(event), 'Somebody removed it before it was read: nothing of it is paid.'),
  },
  inbox_trouble: {
    title: 'Inbox error',
    describe: (event) => {
      const code = word(event, 'code');
      if (!Object.hasOwn(ISSUES, code)) return `${word(event, 'file')}: ${code.replaceAll('_', ' ')}`;
      const { message, next } = inboxIssue(code as keyof typeof ISSUES, word(event, 'file'));
      return `${message.replace(/:\s*$/, '.')} ${next}`;
    },
  },
  installation_declared: {
    title: 'Other installation accepted',
    describe: (event) =>
      sentences(
        html`Batches of ${text(event, 'name')} at the service no longer keep this ledger from paying.`,
        event.data.newIdentity
          ? 'It was a copy, or was copied: this ledger has an identity of its own from now on.'
          : '',
      ),
  },
  service_moved: {
    title: 'Payout service at another address',
    describe: (event) =>
      html`The payout service of merchant ${text(event, 'merchant')} was at ${text(event, 'from')} and is at ${text(event, 'to')}.`,
  },
  ledger_imported: {
    title: 'Ledger moved',
    describe: (event) => `The ledger (${text(event, 'from')}) was moved to ${text(event, 'to')}.`,
  },
  backup_made: {
    title: 'Backup made',
    describe: () => 'A backup of the ledger was made.',
  },
  ledger_restored: {
    title: 'Ledger restored',
    describe: (event) => `The ledger was restored from the backup ${text(event, 'from')}.`,
  },
  ledger_move_canceled: {
    title: 'Move of the ledger canceled',
    describe: (event) =>
      sentences(
        `The ledger was about to move to ${text(event, 'to')} and stays where it is.`,
        event.data.lost === true && 'That database was said to be gone for good.',
        from(event),
      ),
  },
  purge_begun: {
    title: 'Purge started',
    describe: (event) => `Due: ${removed(event, 'due') || 'nothing'}. Kept for: ${retention(event)}.`,
  },
  purged: { title: 'Purge', describe: (event) => `Gone: ${removed(event, 'gone') || 'nothing'}.` },
  rules_changed: {
    title: 'Rules for payments changed',
    describe: (event) => {
      const changed = event.data.changed;
      const parts = Array.isArray(changed)
        ? changed.flatMap((one: unknown) => {
            const { rule, before, after } = (one ?? {}) as Record<string, unknown>;
            return [rule, before, after].every((text) => typeof text === 'string')
              ? [changeWords(event.view, one as RuleChange)]
              : [];
          })
        : [];
      return parts.length > 0 ? `${some(parts)}.` : 'The first rules of this ledger.';
    },
  },
  service_changed: {
    title: 'Changed at the payout service',
    describe: (event) =>
      sentences(
        html`${word(event, 'operation')} for ${word(event, 'merchant')}, on the command line.`,
        event.data.unconfirmed === true && 'The payout service did not answer, so the change may not have happened.',
      ),
  },
  vault_key_changed: {
    title: 'Encryption key changed',
    describe: (event) =>
      html`${counted(event, 'values', 'value')} re-encrypted with key ${hash(event, 'key') || text(event, 'key')}.`,
  },
} as const satisfies Record<string, EventFormatter>;

function file(event: EventContext) {
  const path = [word(event, 'folder'), word(event, 'name')].filter(Boolean).join('/');
  const size = number(event, 'size');
  return sentences(
    html`${path || word(event, 'file')}${size === null ? '' : `, ${sizeWords(event, size)}`}${run(event) && html`, ${run(event)}`}.`,
  );
}

/** A size as files are shown with: `12 KB`. */
function sizeWords({ view }: EventContext, bytes: number): string {
  if (bytes < 1_000) return `${figure(view, bytes)} bytes`;
  return bytes < 1_000_000
    ? `${figure(view, Math.round(bytes / 1_000))} KB`
    : `${figure(view, Math.round(bytes / 1_000_000))} MB`;
}

function removed(event: EventContext, name: string): string {
  const counts = recordIn(event, name);
  return some(
    PURGED.flatMap((kind) => {
      const n = counts[kind];
      return typeof n === 'number' && n > 0 ? `${figure(event.view, n)} ${TARGETS[kind].what}` : [];
    }),
  );
}

function retention(event: EventContext): string {
  const days = recordIn(event, 'policy');
  return some(
    PURGED.flatMap((kind) => (typeof days[kind] === 'number' ? `${TARGETS[kind].what} ${days[kind]} days` : [])),
  );
}
