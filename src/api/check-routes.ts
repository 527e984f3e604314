import type { Hono } from 'hono';
import { checkSheet } from '../intake/check-sheet.ts';
import { requirePayDate } from '../intake/pay-day.ts';
import { savedSheetFormats } from '../ledger/runs/sheet-format.ts';
import { CHECKED_FIELDS } from '../lists/documents/check-schema.ts';
import { objectSchema } from '../lists/documents/json-schema.ts';
import { fairLimit } from '../platform/fair-limit.ts';
import type { ApiDeps } from './api-deps.ts';
import { ENVIRONMENT } from './environment.ts';
import { asJson } from './json-body.ts';
import { sentSheet, sheetsArriving } from './sent-sheet.ts';

/** Sheets that one process checks at once; one for each program. */
const AT_ONCE = 2;

export const CHECK_SCHEMA = objectSchema('CheckedSheet', { ...CHECKED_FIELDS, environment: ENVIRONMENT });

/**
 * `POST /checks`: what is wrong in a sheet or in rows. Nothing is stored, nor compared with earlier payments, and the
 * payout service is not asked.
 */
export function checkRoutes(routes: Hono, { appContext }: ApiDeps): void {
  const { config, clock, ledger } = appContext;
  const arriving = sheetsArriving();
  const checking = fairLimit(AT_ONCE);
  routes.post('/checks', async (context) => {
    const { name } = context.get('program');
    const { file, close, merchant, payOn, decimal, encoding, worksheet } = await arriving(name, () =>
      sentSheet(context),
    );
    try {
      // Whether it has keys; nothing is sent with them.
      if (merchant !== undefined) await appContext.wire.signer(merchant);
      if (payOn !== undefined) requirePayDate(appContext, payOn);
      const { rules } = await appContext.rules();
      const formats = await savedSheetFormats(ledger.db);
      const { enabledCountries } = rules;
      const { checked: _, ...report } = await checking(name, () =>
        checkSheet(file, config, clock, {
          ...{ decimal, encoding, worksheet, formats, enabledCountries },
          writeTo: null,
        }),
      );
      return asJson(context, { ...report, environment: config.environment });
    } finally {
      await close();
    }
  });
}
