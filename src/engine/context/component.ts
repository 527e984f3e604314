import type { Clock } from '../../platform/clock.ts';

/** Something that runs until it is closed: workers, the schedule, the inbox, notifications, the web server. */
export interface Component {
  /** Takes no new work, lets the call in flight end and leaves the rest to be resumed. Resolves within 10 s. */
  close(): Promise<void>;
}

export interface NamedComponent {
  readonly name: string;
  readonly part: Component;
}

/** A component that failed to close, or did not close in time. */
export interface Unclosed {
  readonly name: string;
  /** The code of the error that it threw; `late` if it did not close in time. */
  readonly code: string;
}

/**
 * Closes all components at the same time. Resolves when all are closed, or after `withinMs` (ms) with those that are
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
