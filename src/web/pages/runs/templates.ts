import { join } from 'node:path';
import { isError, PayrunError } from '../../../errors.ts';
import { downloadWritten, XLSX } from '../../../http/download.ts';
import type { Feature } from '../../../http/feature.ts';
import { makeTemplate } from '../../../intake/make-template.ts';
import { templateCountries, templateCurrency } from '../../../intake/template-request.ts';
import { knownRecipients } from '../../../ledger/known-recipients.ts';
import { getMerchant } from '../../../ledger/merchants/merchant.ts';
import { selectMerchants } from '../../../ledger/views/run-list.ts';
import { hasRole, seesMerchant } from '../../../permissions/access.ts';
import { choice, field, refusalNotice } from '../../components/form.ts';
import { layout } from '../../components/layout.ts';
import { html, type Markup } from '../../components/markup.ts';
import { textQuery } from '../../components/query.ts';
import type { PageDeps, View } from '../../components/view.ts';
import { get } from '../route.ts';

interface Asked {
  readonly countries: string | null;
  readonly currency: string | null;
  readonly merchant: string | null;
}

/** `GET /templates`: a form for the template; `GET /templates/sheet.xlsx` creates it, like `payrun template`. */
export function templates(deps: PageDeps): Feature {
  const { ledger, clock } = deps.appContext;
  return (app) => {
    const page = async (view: View, asked: Asked, error?: string) =>
      templatesPage(view, asked, {
        merchants: await selectMerchants(ledger.db, view.currentUser.merchants, 200),
        error,
      });
    get(app, deps, '/templates', 'viewer', (_, view) =>
      page(view, { countries: null, currency: null, merchant: null }),
    );
    get(app, deps, '/templates/sheet.xlsx', 'viewer', async (context, view) => {
      const asked = {
        countries: textQuery(context, 'countries'),
        currency: textQuery(context, 'currency'),
        merchant: textQuery(context, 'merchant'),
      };
      try {
        const countries = templateCountries(asked.countries ?? '');
        const currency = templateCurrency(asked.currency ?? undefined);
        const recipients = asked.merchant === null ? [] : await recipientsOf(view, asked.merchant);
        return await downloadWritten(context, XLSX, clock.now(), async (folder) => {
          const file = join(folder, 'payrun-template.xlsx');
          await makeTemplate({ file, countries, currency, recipients }, clock.now());
          return file;
        });
      } catch (error) {
        if (!isError(error, 'usage', 'merchant_unknown')) throw error;
        return context.html(await page(view, asked, error.message), 422);
      }
    });
  };

  /** Names and ids of known recipients, for makers who may see the merchant. Throws `merchant_unknown` for others. */
  async function recipientsOf({ currentUser }: View, merchant: string) {
    if (!hasRole(currentUser.role, 'maker') || !seesMerchant(currentUser, merchant))
      throw new PayrunError('merchant_unknown', { merchant });
    await getMerchant(ledger.db, merchant);
    return knownRecipients(ledger, merchant);
  }
}

function templatesPage(
  view: View,
  { countries, currency, merchant }: Asked,
  { merchants, error }: { readonly merchants: readonly string[]; readonly error: string | undefined },
): Markup {
  const known = [['', 'None'], ...merchants.map((id) => [id, id] as const)] as const;
  return layout(view, {
    title: 'Templates',
    about:
      'A workbook to fill in, with each country’s requirements as comments, drop-down lists, and an example row for each country.',
    main: html`${refusalNotice(error)}
<form class="card" method="get" action="/templates/sheet.xlsx"><div class="cards">
${field({ name: 'countries', label: 'Countries', value: countries ?? '', hint: 'Recipient countries as two-letter codes, for example DE, US, MX. Leave blank for all.' })}
${field({ name: 'currency', label: 'Currency', value: currency ?? '', hint: 'Currency to debit, for example EUR. Leave blank to choose it in the sheet.' })}
${
  hasRole(view.currentUser.role, 'maker') ? choice('merchant', 'Include the recipients of', known, merchant ?? '') : ''
}</div>
<button class="main">Download template</button></form>`,
  });
}
