import { EXIT } from '../../errors.ts';
import { OUTCOMES } from '../../outcomes/run-outcome.ts';
import { statusOf } from '../../outcomes/status-of.ts';
import type { DebitState } from '../../outcomes/total-debits.ts';
import type { StatusTone } from '../../references/value.ts';
import type { BatchState, RunStatus } from '../../states.ts';
import { html, type Markup } from './markup.ts';

/** A shape for each tone, so that a state does not depend on color alone. */
const SHAPES: Readonly<Record<StatusTone, string>> = { good: '✓', bad: '✕', wait: '▲', busy: '●', plain: '○' };

/** A state with shape, label and color. */
export function badge(state: DebitState | BatchState): Markup {
  const { tone, text } = statusOf(state);
  return badgeOf(tone, text);
}

/** The outcome of a run, or what it is waiting for. */
export function outcomeBadge(outcome: RunStatus): Markup {
  const { tone, label } = OUTCOMES[outcome];
  return badgeOf(tone, label);
}

/** How an execution of a job ended, by its exit code; null if it ended well. */
export function exitBadge(exitCode: number | null): Markup | null {
  if (exitCode === null || exitCode === EXIT.done) return null;
  const [tone, text] = ENDS[exitCode] ?? ['bad', 'Failed'];
  return badgeOf(tone, text);
}

const ENDS: Readonly<Record<number, readonly [tone: StatusTone, text: string]>> = {
  [EXIT.usage]: ['bad', 'Not accepted'],
  [EXIT.rowsFailed]: ['bad', 'Rows failed'],
  [EXIT.waits]: ['wait', OUTCOMES.action_required.label],
  [EXIT.outOfReach]: ['wait', 'Not reachable'],
};

/** Any other state in words, with a shape and color. */
export function badgeOf(tone: StatusTone, text: string): Markup {
  return html`<span class="badge ${tone}"><span aria-hidden="true">${SHAPES[tone]}</span> ${text}</span>`;
}
