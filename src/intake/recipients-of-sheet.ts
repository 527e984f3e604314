import type { HeaderMapping } from '../sheets/headers/match-header.ts';
import { openSheetInProcess } from '../sheets/readers/read-in-process.ts';
import type { KnownRecipient } from '../sheets/write/template-plan.ts';

/**
 * The recipients of a sheet, once each by `referenceId`. Rows without one are skipped, amounts are not needed, and bank
 * details are not returned. Throws `file_*`, `sheet_*`.
 */
export async function getSheetRecipients(file: string, columns: HeaderMapping): Promise<readonly KnownRecipient[]> {
  const sheet = await openSheetInProcess(file, { columns, of: 'recipients' });
  const found = new Map<string, KnownRecipient>();
  try {
    for await (const rows of sheet.rows()) {
      for (const { cells } of rows) {
        const { referenceId, firstName, lastName, name, country = '' } = cells;
        if (referenceId === undefined) continue;
        const before = found.get(referenceId);
        const person = name ?? [firstName, lastName].filter(Boolean).join(' ');
        found.set(referenceId, {
          referenceId,
          name: before?.name || person,
          country: before?.country || country,
        });
      }
    }
  } finally {
    await sheet.close();
  }
  return [...found.values()];
}
