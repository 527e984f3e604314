import type { KnownRecipient } from '../sheets/write/template-plan.ts';
import { planTemplate } from './template-plan.ts';

export interface MakeTemplate {
  /** Path of the XLSX; what stands there is replaced. */
  readonly file: string;
  /** Codes of ISO 3166; none for all of them. */
  readonly countries: readonly string[];
  /** Of the balance that pays; null leaves it open. */
  readonly currency: string | null;
  readonly recipients: readonly KnownRecipient[];
}

/** Writes a sheet to be filled in. Throws `file_unwritable`. */
export async function makeTemplate({ file, countries, currency, recipients }: MakeTemplate, at: number): Promise<void> {
  const { writeTemplate } = await import('../sheets/write/write-template.ts');
  await writeTemplate(file, planTemplate(countries, currency, recipients), at);
}
