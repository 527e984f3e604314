import type { Clock } from '../../platform/clock.ts';

/** Something that runs until it is closed: workers, the schedule, the folder, notices, the web server. */
export interface Component {
  /** Takes no new work, lets the call in flight end, and leaves the rest so that it can be carried on. Resolves within 10 s. */
  close(): Promise<void>;
}

/** A part with the name that people are told. */
export interface NamedComponent {
  readonly name: string;
  readonly part: Component;
}

/** A part that did not close: in time, or at all. */
export interface Unclosed {
  readonly name: string;
  /** The code of what it threw; `late` where it was not done in time. */
  readonly code: string;
}

/**
 * Closes many at the same time. Resolves when all are closed, and after `withinMs` (ms) at the latest, with those that were
 * not. Never throws.
 */
export async function closeComponents(
  parts: readonly NamedComponent[],
  { withinMs, clock }: { withinMs: number; clock: Clock },
): Promise<readonly Unclosed[]> {
  const unclosed = new Map<string, string>(parts.map(({ name }) => [name, 'late']));
  const closing = parts.map(async ({ name, part }) => {
    try {
      await part.close();
      unclosed.delete(name);
    } catch (error) {
      unclosed.set(name, String((error as { code?: unknown }).code ?? 'defect'));
    }
  });
  const done = new AbortController();
  await Promise.race([Promise.all(closing), clock.sleep(withinMs, done.signal).catch(() => {})]);
  done.abort();
  return [...unclosed].map(([name, code]) => ({ name, code }));
}
