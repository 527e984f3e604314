import { html } from '../components/markup.ts';
import { code, type EventContext, number, remote, run, sentences, text, word } from './event-context.ts';
import type { EventFormatter } from './event-formatter.ts';
import { readRows } from './run-events.ts';

/** Texts of events of sub-merchants and their settings. */
export const MERCHANT_EVENTS = {
  merchants_in: { title: 'Sheet of sub-merchants read', tell: readRows },
  sub_merchant_intended: {
    title: 'Sub-merchant about to be made',
    tell: (said) => `${who(said)}, below ${word(said, 'parent')}.`,
  },
  sub_merchant_created: {
    title: 'Sub-merchant made',
    tell: (said) => html`${who(said)}, at the service ${remote(said)}. Its keys are sealed in the ledger.`,
  },
  sub_merchant_refused: { title: 'Sub-merchant refused', tell: (said) => `${who(said)}: ${code(said)}.` },
  sub_merchant_lost: {
    title: 'Sub-merchant without keys',
    tell: (said) =>
      html`${who(said)}${remote(said) && html`, at the service ${remote(said)}`}: it is not known what became of it.`,
  },
  sub_merchant_again: {
    title: 'Sub-merchant to be made again',
    tell: (said) => html`${who(said)}, which ${run(said, 'lostBy') || 'an earlier run'} lost.`,
  },
  setting_intended: { title: 'Setting about to change', tell: setting },
  setting_changed: {
    title: 'Setting changed',
    tell: (said) =>
      sentences(
        setting(said),
        `It was ${text(said, 'before') || 'nothing'}, and is ${text(said, 'after') || 'nothing'}.`,
      ),
  },
  setting_refused: { title: 'Setting refused', tell: (said) => sentences(setting(said), `${code(said)}.`) },
  merchant_approved: {
    title: 'Merchant approved by the service',
    tell: (said) => `${word(said, 'merchant')} may pay by bank transfer.`,
  },
} as const satisfies Record<string, EventFormatter>;

function who(said: EventContext): string {
  const row = number(said, 'row');
  return `${word(said, 'merchant')}${row === null ? '' : ` (row ${row})`}`;
}

function setting(said: EventContext): string {
  return `${who(said)}, ${word(said, 'setting')}: ${text(said, 'what')}.`;
}
