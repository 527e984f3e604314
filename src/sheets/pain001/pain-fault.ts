import { PayrunError } from '../../errors.ts';

/** What is wrong with a pain.001 as a whole, in words for a clerk; never with a value of it. */
export class PainFault extends Error {}

/** Any failure of reading one as `sheet_damaged`. What the parser says is not shown: it may quote a name or an account. */
export function painDamaged(file: string, error: unknown): unknown {
  if (error instanceof PayrunError) return error;
  if (error instanceof PainFault)
    return new PayrunError('sheet_damaged', { file, detail: error.message }, { cause: error });
  return error;
}
