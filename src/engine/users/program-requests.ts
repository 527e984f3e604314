import type { Actor } from '../../permissions/actor.ts';
import type { AppContext } from '../context/app-context.ts';
import { changedBy, recordUserEvent } from './users.ts';

const HOUR_MS = 3_600_000;

/** Requests of one kind, by one program from one address, in one hour. */
interface Requests {
  readonly by: Actor;
  /** Method and path, without names and numbers: `GET /runs/:run`. */
  readonly request: string;
  /** When the hour began. */
  readonly hour: Date;
  /** The first one's event, which the answers to all of them wait for. */
  readonly recorded: Promise<void>;
  /** Those after the first one. */
  others: number;
}

export interface RequestRecorder {
  /** Resolves when the event is stored that covers this request. */
  record(by: Actor, request: string): Promise<void>;
  /** Stores what is only counted yet. */
  flush(): Promise<void>;
}

/**
 * Every request of a program as an event, without a write for each: the first of its kind in an hour is one before it
 * is answered, and the others of the hour are one together, stored at the next request after the hour or by `flush`. A
 * crash loses that number and nothing else.
 */
export function createRequestRecorder({ ledger, clock }: Pick<AppContext, 'ledger' | 'clock'>): RequestRecorder {
  let hour = 0;
  let current = new Map<string, Requests>();
  let ended: Requests[] = [];

  const store = (events: readonly { readonly by: Actor; readonly data: Record<string, unknown> }[]) =>
    ledger.tx(async (db) => {
      for (const { by, data } of events) await recordUserEvent(db, { clock }, changedBy(by), 'program_requests', data);
    });

  async function storeEnded(): Promise<void> {
    const due = ended;
    ended = [];
    if (due.length === 0) return;
    try {
      await store(due.map(({ by, request, others: requests, hour }) => ({ by, data: { request, requests, hour } })));
    } catch (error) {
      ended.push(...due);
      throw error;
    }
  }

  function end(): void {
    ended.push(...[...current.values()].filter(({ others }) => others > 0));
    current = new Map();
  }

  return {
    async record(by, request) {
      const now = Math.floor(clock.now() / HOUR_MS);
      if (now !== hour) {
        end();
        hour = now;
      }
      const key = [by.name, by.from, request].join('\n');
      const known = current.get(key);
      if (known) known.others += 1;
      const requests = known ?? {
        ...{ by, request, hour: new Date(now * HOUR_MS), others: 0 },
        recorded: store([{ by, data: { request, requests: 1 } }]),
      };
      current.set(key, requests);
      try {
        await requests.recorded;
      } catch (error) {
        current.delete(key);
        throw error;
      }
      await storeEnded();
    },
    async flush() {
      end();
      await storeEnded();
    },
  };
}
