import { existsSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { extname } from 'node:path';
import { z } from 'zod';
import { PayrunError } from '../../errors.ts';
import { openRegularFile } from '../../platform/folders.ts';
import type { ControlTotal, Sidecar } from '../understood-sheet.ts';

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

export const SIDECAR = '.control.json';

/** The possible names of a sheet's control total: the sheet's name with or without its extension. */
export function sidecarNames(sheet: string): readonly string[] {
  return [`${sheet}${SIDECAR}`, `${sheet.slice(0, sheet.length - extname(sheet).length)}${SIDECAR}`];
}

/** In bytes. A control total has a line for each currency. */
const LARGEST = 65_536;

/** The text of a control total, from the open file; empty, which is none, if it is far too large. */
export async function sidecarText(file: FileHandle): Promise<string> {
  return (await file.stat()).size > LARGEST ? '' : file.readFile('utf8');
}

/** The control total next to a sheet on the disk; null if it has none. Throws `control_total` if it cannot be read. */
export async function findSidecar(path: string): Promise<Sidecar | null> {
  for (const name of sidecarNames(path)) {
    const unreadable = (cause?: unknown) =>
      new PayrunError('control_total', { file: path, detail: `${name} cannot be read` }, { cause });
    try {
      const file = await openRegularFile(name);
      if (file === null && existsSync(name)) throw unreadable();
      if (file === null) continue;
      try {
        return { name, text: await sidecarText(file) };
      } finally {
        await file.close();
      }
    } catch (error) {
      throw error instanceof PayrunError ? error : unreadable(error);
    }
  }
  return null;
}

/** Reads `{"rows": 3, "totals": {"EUR": "1240.50"}}`. Throws `control_total` if it cannot be read. */
export function controlSidecar(sheet: string, { name, text }: Sidecar): ControlTotal {
  const parsed = sidecar.safeParse(jsonOrNull(text));
  if (!parsed.success) {
    const detail = `${name} must be like {"rows": 3, "totals": {"EUR": "1240.50"}}`;
    throw new PayrunError('control_total', { file: sheet, detail });
  }
  const totals = Object.entries(parsed.data.totals).map(([code, total]) => ({ currency: code, amount: total }));
  return { from: 'sidecar', rows: parsed.data.rows, totals };
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
