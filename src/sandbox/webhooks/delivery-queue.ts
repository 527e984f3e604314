import type { BatchRecord, EventRecord } from '../records.ts';

/** An event for one subscriber: one delivery, or one for each payment of a batch, created when it is next. */
export interface Source {
  readonly event: EventRecord;
  /** Null: the event has one delivery. */
  readonly ids: Iterator<string> | null;
  readonly subject: unknown;
}

/** The outstanding deliveries of one subscriber. */
export interface DeliveryQueue {
  readonly subscriptionId: string;
  readonly merchantId: string;
  readonly sources: Source[];
  running: boolean;
  /** Number of deliveries that await a retry. */
  retrying: number;
}

export interface Turn {
  readonly source: Source;
  readonly subjectId: string;
  readonly batch?: BatchRecord;
}

/** The next delivery of a queue; calls `ended` for sources that have none left. Undefined: the queue is empty. */
export function nextTurn(queue: DeliveryQueue, ended: (source: Source) => void): Turn | undefined {
  for (;;) {
    const source = queue.sources[0];
    if (!source) return undefined;
    if (!source.ids) {
      queue.sources.shift();
      return { source, subjectId: source.event.subjectId };
    }
    const next = source.ids.next();
    if (!next.done) return { source, subjectId: next.value, batch: source.subject as BatchRecord };
    queue.sources.shift();
    ended(source);
  }
}
