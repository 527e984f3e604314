import type { BatchRecord, EventRecord } from '../records.ts';

/** An event on its way to one subscriber: one delivery, or one for each payment of a batch, made when its turn comes. */
export interface Source {
  readonly event: EventRecord;
  /** Null: the event has one delivery. */
  readonly ids: Iterator<string> | null;
  readonly subject: unknown;
}

/** What one subscriber is still to get. */
export interface DeliveryQueue {
  readonly subscriptionId: string;
  readonly merchantId: string;
  readonly sources: Source[];
  running: boolean;
  /** Deliveries that wait to be tried again. */
  retrying: number;
}

export interface Turn {
  readonly source: Source;
  readonly subjectId: string;
  readonly batch?: BatchRecord;
}

/** The next delivery of a lane; tells `ended` of the sources that have none left. Undefined: nothing is to be sent. */
export function nextTurn(lane: DeliveryQueue, ended: (source: Source) => void): Turn | undefined {
  for (;;) {
    const source = lane.sources[0];
    if (!source) return undefined;
    if (!source.ids) {
      lane.sources.shift();
      return { source, subjectId: source.event.subjectId };
    }
    const next = source.ids.next();
    if (!next.done) return { source, subjectId: next.value, batch: source.subject as BatchRecord };
    lane.sources.shift();
    ended(source);
  }
}
