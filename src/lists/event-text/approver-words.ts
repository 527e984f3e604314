import { actorWords } from './event-text.ts';

/** "carla, ben": everyone who approved one of these batches; empty if no one did. */
export function approverWords(batches: readonly { readonly approvers: readonly string[] }[]): string {
  return [...new Set(batches.flatMap(({ approvers }) => approvers))].map(actorWords).join(', ');
}
