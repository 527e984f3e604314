import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import { loadConfig } from '../../../config.ts';
import { type MakeTemplate, makeTemplate } from '../../../intake/make-template.ts';
import { getSheetRecipients } from '../../../intake/recipients-of-sheet.ts';
import { templateCountries, templateCurrency } from '../../../intake/template-request.ts';
import { knownRecipients } from '../../../ledger/known-recipients.ts';
import { systemClock } from '../../../platform/clock.ts';
import { pluralize } from '../../../platform/pluralize.ts';
import { usageError } from '../../../references/usage-error.ts';
import { type Answer, type Invocation, type Options, optionText } from '../../command.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { withAppContext } from '../../with-app-context.ts';
import { requireLedger } from '../../with-ledger.ts';

export async function template({
  args: [name = 'payrun-template.xlsx'],
  options,
  terminal,
}: Invocation): Promise<Answer> {
  const file = resolve(/\.xlsx$/i.test(name) ? name : `${name}.xlsx`);
  if (!options.force && (await exists(file))) throw usageError('file_exists', { file });
  const countries = templateCountries(optionText(options, 'countries') ?? '');
  const currency = templateCurrency(optionText(options, 'currency'));
  const recipients = await recipientsOf(options, terminal);
  await makeTemplate({ file, countries, currency, recipients }, systemClock.now());
  const where = countries.length > 0 ? ` for ${countries.join(', ')}` : '';
  const recipientsNote = recipients.length > 0 ? `, with ${pluralize(recipients.length, 'known recipient')}` : '';
  const unpaid = 'Rows without an amount are not paid. Delete the rows of recipients you are not paying this time.';
  return {
    document: { file, countries, currency, recipients: recipients.length },
    lines: [
      `Wrote ${file}${where}${recipientsNote}. Fill it in and save it.`,
      ...(recipients.length > 0 ? [unpaid] : []),
    ],
  };
}

async function recipientsOf(options: Options, terminal: Terminal): Promise<MakeTemplate['recipients']> {
  const from = optionText(options, 'recipients');
  if (from === undefined) return [];
  const config = loadConfig();
  if (from !== 'known') return getSheetRecipients(from, config.columns);
  requireLedger(config);
  return withAppContext(terminal, ({ ledger, defaultMerchant }) =>
    knownRecipients(ledger, optionText(options, 'merchant') ?? defaultMerchant),
  );
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
