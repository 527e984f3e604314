import type { AppContext } from '../engine/context/app-context.ts';
import type { MessageData } from '../engine/endpoints/send-messages.ts';
import { selectPaymentStatus } from '../ledger/runs/payment-status.ts';
import { type JsonSchema, objectSchema, oneOfCodes, TIME } from '../lists/documents/json-schema.ts';
import { PAYMENT_SCHEMA } from '../lists/documents/payment-schema.ts';
import { paymentList } from '../lists/payments.ts';
import { MESSAGE_TYPES } from '../references/message-types.ts';
import { RUN_SCHEMA, runAnswer } from './run-answer.ts';

/** The content of a message: a run as in `GET /runs/:run`, a payment as in its row of `GET /payments`. */
export const messageData: MessageData = async (appContext: AppContext, merchants, { run_id, payment_id }) => {
  if (payment_id === null) return runAnswer(appContext, merchants, run_id);
  const found = await selectPaymentStatus(appContext.ledger.db, merchants, payment_id);
  return found && paymentList.document!(found);
};

const messageSchema = (title: string, types: readonly string[], data: JsonSchema): JsonSchema =>
  objectSchema(title, {
    type: [oneOfCodes(`${title}Type`, types), 'the status that it then had'],
    timestamp: [TIME, 'when it changed'],
    data: [data, 'what it is when the message is sent'],
  });

/** The bodies of messages to endpoints, by what they are about. */
export const MESSAGE_SCHEMAS = {
  run: messageSchema('RunMessage', MESSAGE_TYPES.run, RUN_SCHEMA),
  payment: messageSchema('PaymentMessage', MESSAGE_TYPES.payment, PAYMENT_SCHEMA),
} as const satisfies Record<keyof typeof MESSAGE_TYPES, JsonSchema>;
