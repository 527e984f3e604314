import { ISSUES, trouble } from '../../engine/inbox/issues.ts';
import { PURGED, TARGETS } from '../../ledger/operations/purge.ts';
import { figure } from '../components/amount.ts';
import { html } from '../components/markup.ts';
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
    title: 'Columns of a kind of sheet said',
    tell: (said) =>
      sentences(
        `${text(said, 'name')}: ${Object.entries(recordIn(said, 'columns'))
          .map(([header, column]) => `${header} is ${column === '-' ? 'not used' : String(column)}`)
          .join(', ')}.`,
        from(said),
      ),
  },
  merchant_keys_set: {
    title: 'Merchant keys stored',
    tell: (said) => sentences(`Merchant ${text(said, 'merchant')}: ${text(said, 'done')}.`, from(said)),
  },
  webhooks_subscribed: {
    title: 'Webhooks subscribed',
    tell: (said) =>
      sentences(
        `The payout service reports payments of ${text(said, 'merchant')} to ${word(said, 'target')}.`,
        `${counted(said, 'made', 'subscription')} added, ${counted(said, 'removed', 'subscription')} removed.`,
        from(said),
      ),
  },
  webhooks_unsubscribed: {
    title: 'Webhooks unsubscribed',
    tell: (said) =>
      sentences(
        `The payout service no longer reports payments of ${text(said, 'merchant')}.`,
        `${counted(said, 'removed', 'subscription')} removed.`,
        from(said),
      ),
  },
  journal_exported: {
    title: 'Journal exported',
    tell: (said) =>
      sentences(
        `Export ${text(said, 'export')}, until ${text(said, 'to')}${word(said, 'merchant') && `, of ${word(said, 'merchant')}`}.`,
        from(said),
      ),
  },
  onboarding_link_made: {
    title: 'Onboarding link made',
    tell: (said) =>
      sentences(
        html`A new link opens the onboarding page of ${text(said, 'merchant')} until ${time(said, 'until')}.`,
        'The one before opens nothing any more.',
        from(said),
      ),
  },
  inbox_taken: { title: 'File taken from the inbox', tell: file },
  inbox_done: { title: 'File done', tell: file },
  inbox_failed: { title: 'File failed', tell: file },
  inbox_gone: {
    title: 'File gone from the inbox',
    tell: (said) => sentences(file(said), 'Somebody removed it before it was read: nothing of it is paid.'),
  },
  inbox_trouble: {
    title: 'Trouble in the inbox',
    tell: (said) => {
      const code = word(said, 'code');
      if (!Object.hasOwn(ISSUES, code)) return `${word(said, 'file')}: ${code.replaceAll('_', ' ')}`;
      const { message, next } = trouble(code as keyof typeof ISSUES, word(said, 'file'));
      return `${message.replace(/:\s*$/, '.')} ${next}`;
    },
  },
  installation_declared: {
    title: 'Other installation named',
    tell: (said) =>
      sentences(
        html`Batches of ${text(said, 'name')} at the service do not keep this ledger from paying any more.`,
        said.data.newIdentity
          ? 'It was a copy, or was copied: this ledger has an identity of its own from now on.'
          : '',
      ),
  },
  service_moved: {
    title: 'Payout service at another address',
    tell: (said) =>
      html`The payout service of merchant ${text(said, 'merchant')} was at ${text(said, 'from')} and is at ${text(said, 'to')}.`,
  },
  ledger_imported: {
    title: 'Ledger moved',
    tell: (said) => `The ledger (${text(said, 'from')}) was moved to ${text(said, 'to')}.`,
  },
  ledger_restored: {
    title: 'Ledger restored',
    tell: (said) => `The ledger was restored from the backup ${text(said, 'from')}.`,
  },
  ledger_move_canceled: {
    title: 'Move of the ledger canceled',
    tell: (said) =>
      sentences(
        `The ledger was about to move to ${text(said, 'to')} and stays where it is.`,
        said.data.lost === true && 'That database was said to be gone for good.',
        from(said),
      ),
  },
  purge_begun: {
    title: 'Removal by age begun',
    tell: (said) => `Due: ${removed(said, 'due') || 'nothing'}. Kept for: ${kept(said)}.`,
  },
  purged: { title: 'Removed by age', tell: (said) => `Gone: ${removed(said, 'gone') || 'nothing'}.` },
  rules_applied: {
    title: 'Rules for payments changed',
    tell: (said) => {
      const changed = said.data.changed;
      const parts = Array.isArray(changed)
        ? changed.flatMap((one: unknown) => {
            const { rule, inForce, proposed } = (one ?? {}) as Record<string, unknown>;
            return [rule, inForce, proposed].every((text) => typeof text === 'string')
              ? [`${rule} from ${inForce} to ${proposed}`]
              : [];
          })
        : [];
      return parts.length > 0 ? `${some(parts)}.` : 'The first rules of this ledger.';
    },
  },
  vault_key_changed: {
    title: 'Key that seals changed',
    tell: (said) => html`What is sealed from now on opens with key ${hash(said, 'key') || text(said, 'key')} only.`,
  },
  vault_resealed: {
    title: 'Everything sealed anew',
    tell: (said) =>
      html`${counted(said, 'values', 'value')} with key ${hash(said, 'key') || text(said, 'key')}; the key before is not needed any more.`,
  },
} as const satisfies Record<string, EventFormatter>;

function file(said: EventContext) {
  const path = [word(said, 'folder'), word(said, 'name')].filter(Boolean).join('/');
  const size = number(said, 'size');
  return sentences(
    html`${path || word(said, 'file')}${size === null ? '' : `, ${figure(said.view, size)} bytes`}${run(said) && html`, ${run(said)}`}.`,
  );
}

function removed(said: EventContext, name: string): string {
  const counts = recordIn(said, name);
  return some(
    PURGED.flatMap((kind) => {
      const n = counts[kind];
      return typeof n === 'number' && n > 0 ? `${figure(said.view, n)} ${TARGETS[kind].what}` : [];
    }),
  );
}

function kept(said: EventContext): string {
  const days = recordIn(said, 'policy');
  return some(
    PURGED.flatMap((kind) => (typeof days[kind] === 'number' ? `${TARGETS[kind].what} ${days[kind]} days` : [])),
  );
}
