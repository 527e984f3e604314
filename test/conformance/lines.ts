import { ACCOUNT_LINES } from './account-lines.ts';
import { BATCH_LINES } from './batch-lines.ts';
import { ENDPOINT_LINES } from './endpoint-lines.ts';
import { FACT_LINES } from './fact-lines.ts';
import { FEE_LINES } from './fee-lines.ts';
import { GENERAL_LINES } from './general-lines.ts';
import type { Line } from './line.ts';
import { PARTNER_LINES } from './partner-lines.ts';
import { PAYOUT_METHOD_LINES } from './payout-method-lines.ts';
import { RECIPIENT_LINES } from './recipient-lines.ts';
import { RECIPIENT_LIST_LINES } from './recipient-list-lines.ts';
import { RECORDED_LINES } from './recorded-lines.ts';
import { WEBHOOK_LINES } from './webhook-lines.ts';

/** The whole table. */
export const LINES: readonly Line[] = [
  ...ENDPOINT_LINES,
  ...PARTNER_LINES,
  ...PAYOUT_METHOD_LINES,
  ...FEE_LINES,
  ...RECIPIENT_LINES,
  ...RECIPIENT_LIST_LINES,
  ...ACCOUNT_LINES,
  ...BATCH_LINES,
  ...WEBHOOK_LINES,
  ...GENERAL_LINES,
  ...FACT_LINES,
  ...RECORDED_LINES,
];
