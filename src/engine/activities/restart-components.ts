import { isError } from '../../errors.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Component, closeComponents, type NamedComponent, type Unclosed } from '../context/component.ts';
import type { ServeEvent } from './serve-event.ts';

/** A component to start and keep running. */
export interface ComponentToStart {
  readonly name: string;
  start(): Promise<Component>;
}

export interface RestartedComponents {
  /** Names of the components that are on now. */
  readonly on: ReadonlySet<string>;
  /** True when every component has been tried once. */
  readonly isStarted: boolean;
  /** Closes all running components in parallel and stops retrying. Never throws. */
  close(withinMs: number): Promise<readonly Unclosed[]>;
}

/** Delay before a component that could not be started is tried again. */
const AGAIN_MS = 15_000;

/**
 * Starts the components in parallel and retries those that fail, independently of each other. Reports each new failure
 * once, and each late start. Resolves when every component has been tried once.
 */
export async function restartComponents(
  wanted: readonly ComponentToStart[],
  { clock, report, againMs = AGAIN_MS }: { clock: Clock; report: (event: ServeEvent) => void; againMs?: number },
): Promise<RestartedComponents> {
  const stop = new AbortController();
  const parts: NamedComponent[] = [];
  const on = new Set<string>();
  const trying: Promise<void>[] = [];
  let isStarted = false;

  const tryOnce = async ({ name, start }: ComponentToStart): Promise<unknown> => {
    try {
      parts.push({ name, part: await start() });
      on.add(name);
      return null;
    } catch (error) {
      return error;
    }
  };
  const retryUntilStarted = async (part: ComponentToStart, first: unknown) => {
    let failure = first;
    let lastSentence = '';
    while (failure !== null && !stop.signal.aborted) {
      const sentence = failureEvent(part.name, failure);
      if (sentence.text !== lastSentence) report(sentence);
      lastSentence = sentence.text;
      await clock.sleep(againMs, stop.signal).catch(() => {});
      if (stop.signal.aborted) return;
      failure = await tryOnce(part);
      if (failure === null) report({ event: 'part_on', part: part.name, text: `${part.name}: on now.` });
    }
  };

  const failures = await Promise.all(wanted.map(tryOnce));
  for (const [n, failure] of failures.entries())
    if (failure !== null) trying.push(retryUntilStarted(wanted[n] as ComponentToStart, failure));
  isStarted = true;

  return {
    on,
    get isStarted() {
      return isStarted;
    },
    async close(withinMs) {
      stop.abort();
      const starting = {
        name: 'what could not be started',
        part: { close: async () => void (await Promise.all(trying)) },
      };
      const until = clock.now() + withinMs;
      const unstarted = await closeComponents([starting], { withinMs, clock });
      const unclosed = await closeComponents(parts, { withinMs: Math.max(0, until - clock.now()), clock });
      return [...unstarted, ...unclosed];
    },
  };
}

function failureEvent(name: string, error: unknown): ServeEvent {
  const code = isError(error) ? error.code : String((error as { code?: unknown }).code ?? 'defect');
  const why = isError(error) ? `${error.message} ${error.next}` : `It failed with ${code}.`;
  return { event: 'part_failed', part: name, code, text: `${name}: not on. ${why} It is tried again; the rest runs.` };
}
