import type { KnownRecipient } from '../sheets/write/template-plan.ts';
import { planTemplate } from './template-plan.ts';

export interface MakeTemplate {
  /** The path of the XLSX. An existing file is replaced. */
  readonly file: string;
  /** Country codes (ISO 3166). If empty, all countries. */
  readonly countries: readonly string[];
  /** The currency of the balance that pays; null leaves the column open. */
  readonly currency: string | null;
  readonly recipients: readonly KnownRecipient[];
}

/** Writes a sheet to fill in. Throws `file_unwritable`. */
export async function makeTemplate({ file, countries, currency, recipients }: MakeTemplate, at: number): Promise<void> {
  const { writeTemplate } = await import('../sheets/write/write-template.ts');
  await writeTemplate(file, planTemplate(countries, currency, recipients), at);
}
