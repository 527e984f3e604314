import { BATCH_EVENTS } from './batch-events.ts';
import type { EventKind } from './event-kind.ts';
import { MERCHANT_EVENTS } from './merchant-events.ts';
import { RECIPIENT_EVENTS } from './recipient-events.ts';
import { RUN_EVENTS } from './run-events.ts';
import { SYSTEM_EVENTS } from './system-events.ts';
import { USER_EVENTS } from './user-events.ts';

/** Every kind of event that Payrun records, with its sentences. */
export const EVENTS: Readonly<Record<string, EventKind>> = {
  ...RUN_EVENTS,
  ...RECIPIENT_EVENTS,
  ...BATCH_EVENTS,
  ...MERCHANT_EVENTS,
  ...SYSTEM_EVENTS,
  ...USER_EVENTS,
};
