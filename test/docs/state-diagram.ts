import { BATCH_MOVES, OUTSIDE_MOVES, PAYMENT_MOVES } from '../../src/states.ts';

const FIRST = { payments: ['ready', 'invalid'], batches: ['planned'] } as const;

/** A state diagram in Mermaid, from the moves that `src/states.ts` allows. */
function stateDiagram(first: readonly string[], moves: Readonly<Record<string, readonly string[]>>): string {
  const lines = Object.entries(moves).flatMap(([from, to]) =>
    to.length === 0 ? [`${from} --> [*]`] : to.filter((state) => state !== from).map((state) => `${from} --> ${state}`),
  );
  return [
    '```mermaid',
    'stateDiagram-v2',
    ...[...first.map((state) => `[*] --> ${state}`), ...lines].map((line) => `  ${line}`),
    '```',
  ].join('\n');
}

export const paymentDiagram = () => stateDiagram(FIRST.payments, PAYMENT_MOVES);

/** Batches, without the moves of those that began outside of Payrun. */
export const batchDiagram = () => stateDiagram(FIRST.batches, BATCH_MOVES);

/** Moves of batches that the service began without a start of Payrun's, in a sentence. */
export const outsideMoves = () =>
  Object.entries(OUTSIDE_MOVES)
    .map(([from, to]) => `\`${from}\` to ${to.map((state) => `\`${state}\``).join(' or ')}`)
    .join('; ');
