import { OUTCOMES } from '../../outcomes/run-outcome.ts';
import { toStatusValue } from '../../outcomes/status-value.ts';
import type { DebitState } from '../../outcomes/total-debits.ts';
import type { StatusTone } from '../../references/value.ts';
import type { BatchState, RunStatus } from '../../states.ts';
import { html, type Markup } from './markup.ts';

/** A shape for each tone, so that a state does not depend on color alone. */
const SHAPES: Readonly<Record<StatusTone, string>> = { good: '✓', bad: '✕', wait: '▲', busy: '●', plain: '○' };

export function badge(state: DebitState | BatchState): Markup {
  const { tone, text } = toStatusValue(state);
  return badgeOf(tone, text);
}

/** The outcome of a run, or what it is waiting for. */
export function outcomeBadge(outcome: RunStatus): Markup {
  const { tone, label } = OUTCOMES[outcome];
  return badgeOf(tone, label);
}

/** Any other state as text, with a shape and color. */
export function badgeOf(tone: StatusTone, text: string): Markup {
  return html`<span class="badge ${tone}"><span aria-hidden="true">${SHAPES[tone]}</span> ${text}</span>`;
}
