import type { Db } from '../db/db.ts';
import { type NewDelivery, saveDeliveries } from './webhook-delivery.ts';

/** Stores webhook deliveries in the ledger. */
export interface DeliveryWriter {
  /** Resolves when the delivery is committed, also if it was already stored. */
  put(delivery: NewDelivery): Promise<void>;
}

const MAX_PER_STATEMENT = 500;

interface PendingDelivery {
  readonly delivery: NewDelivery;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/** Deliveries that arrive during a statement go into the next one together: a commit costs the same for one or many. */
export function createDeliveryWriter(db: Db): DeliveryWriter {
  const waiting: PendingDelivery[] = [];
  let writing = false;

  const write = async () => {
    writing = true;
    while (waiting.length > 0) {
      const group = waiting.splice(0, MAX_PER_STATEMENT);
      try {
        await saveDeliveries(
          db,
          group.map(({ delivery }) => delivery),
        );
        for (const { done } of group) done();
      } catch (error) {
        for (const { failed } of group) failed(error);
      }
    }
    writing = false;
  };

  return {
    put: (delivery) =>
      new Promise((done, failed) => {
        waiting.push({ delivery, done, failed });
        if (!writing) void write();
      }),
  };
}
