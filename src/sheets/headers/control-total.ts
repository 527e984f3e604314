import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { PayrunError } from '../../errors.ts';
import type { ControlTotal } from '../understood-sheet.ts';

const amount = z.string().regex(/^\d{1,15}(\.\d+)?$/);
const currency = z.string().regex(/^[A-Z]{3}$/);

const sidecar = z.object({ rows: z.number().int().nonnegative(), totals: z.record(currency, amount) });

const MALFORMED =
  'it must be PAYRUN,<number of payments>,<currency>,<total> with plain numbers, for example PAYRUN,3,EUR,1240.50';

/**
 * Reads a control total from a line of a sheet: `PAYRUN,<count>,<currency>,<total>[,<currency>,<total>...]`. Null if
 * the line is no control total. Throws `control_total` if it is one but malformed.
 */
export function controlLine(file: string, values: readonly string[]): ControlTotal | null {
  const cells = values.map((value) => value.trim());
  while (cells.at(-1) === '') cells.pop();
  // In a sheet with another delimiter, the line may still have commas, and is then one cell.
  const parts = cells.length === 1 ? cells[0]!.split(',').map((part) => part.trim()) : cells;
  if (parts[0] !== 'PAYRUN' || parts.length === 1) return null;
  const [, rows = '', ...pairs] = parts;
  const totals: { currency: string; amount: string }[] = [];
  for (let i = 0; i < pairs.length; i += 2) totals.push({ currency: pairs[i]!, amount: pairs[i + 1] ?? '' });
  const wellFormed =
    /^\d{1,9}$/.test(rows) &&
    totals.length > 0 &&
    totals.every((total) => currency.safeParse(total.currency).success && amount.safeParse(total.amount).success);
  if (!wellFormed)
    throw new PayrunError('control_total', { file, detail: `the control total cannot be read; ${MALFORMED}` });
  return { from: 'first line', rows: Number(rows), totals };
}

/**
 * Reads `NAME.control.json` beside a sheet: `{"rows": 3, "totals": {"EUR": "1240.50"}}`; NAME with or without its
 * extension. Null if there is no such file. Throws `control_total` if it cannot be read.
 */
export async function controlSidecar(path: string): Promise<ControlTotal | null> {
  for (const name of [`${path}.control.json`, path.replace(/\.[^./\\]+$/, '.control.json')]) {
    let text: string;
    try {
      text = await readFile(name, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue;
      throw new PayrunError('control_total', { file: path, detail: `${name} cannot be read` }, { cause: error });
    }
    const parsed = sidecar.safeParse(jsonOrNull(text));
    if (!parsed.success) {
      const detail = `${name} must be like {"rows": 3, "totals": {"EUR": "1240.50"}}`;
      throw new PayrunError('control_total', { file: path, detail });
    }
    const totals = Object.entries(parsed.data.totals).map(([code, total]) => ({ currency: code, amount: total }));
    return { from: 'sidecar', rows: parsed.data.rows, totals };
  }
  return null;
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
