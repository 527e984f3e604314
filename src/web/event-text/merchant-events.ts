import { html } from '../components/markup.ts';
import { plainWords } from './code-words.ts';
import { code, type EventContext, number, remote, run, sentences, text, word } from './event-context.ts';
import type { EventFormatter } from './event-formatter.ts';
import { readRows } from './run-events.ts';

/** Texts of events of sub-merchants and their settings. */
export const MERCHANT_EVENTS = {
  merchants_in: { title: 'Sheet of sub-merchants read', describe: readRows },
  sub_merchant_intended: {
    title: 'Sub-merchant creation started',
    describe: (event) => `${who(event)}, below ${word(event, 'parent')}.`,
  },
  sub_merchant_created: {
    title: 'Sub-merchant created',
    describe: (event) => html`${who(event)}, at the service ${remote(event)}. Its keys are sealed in the ledger.`,
  },
  sub_merchant_refused: { title: 'Sub-merchant refused', describe: (event) => `${who(event)}: ${code(event)}.` },
  sub_merchant_lost: {
    title: 'Sub-merchant without keys',
    describe: (event) =>
      html`${who(event)}${remote(event) && html`, at the service ${remote(event)}`}: it is not known what became of it.`,
  },
  sub_merchant_again: {
    title: 'Sub-merchant creation retried',
    describe: (event) => html`${who(event)}, which ${run(event, 'lostBy') || 'an earlier run'} lost.`,
  },
  setting_intended: { title: 'Setting change started', describe: setting },
  setting_changed: {
    title: 'Setting changed',
    describe: (event) =>
      sentences(
        setting(event),
        `It was ${text(event, 'before') || 'nothing'}, and is ${text(event, 'after') || 'nothing'}.`,
      ),
  },
  setting_refused: {
    title: 'Setting refused',
    describe: (event) => sentences(setting(event), `Refused: ${code(event)}.`),
  },
  merchant_approved: {
    title: 'Merchant approved by the service',
    describe: (event) => `${word(event, 'merchant')} may pay by bank transfer.`,
  },
} as const satisfies Record<string, EventFormatter>;

function who(event: EventContext): string {
  const row = number(event, 'row');
  return `${word(event, 'merchant')}${row === null ? '' : ` (row ${row})`}`;
}

function setting(event: EventContext): string {
  return `${who(event)}, ${plainWords(word(event, 'setting'))}: ${plainWords(text(event, 'what'))}.`;
}
