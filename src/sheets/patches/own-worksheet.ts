import { columnLetters } from '../column-letters.ts';
import { resultBlock } from '../headers/result-columns.ts';
import { PROBLEM_SIGNS } from '../write/results-problems.ts';
import { quotedAttribute, relationId } from './edit-xml.ts';

/** A worksheet that Payrun adds to a workbook, except for its rows. */
export interface OwnWorksheet {
  readonly widths: readonly number[];
  /** True for a frozen header with a filter; false for a worksheet of free form. */
  readonly filtered: boolean;
  /** The style of each column's empty cells, which users may fill in. */
  readonly styles?: readonly number[];
}

export function ownHead(namespace: string, { widths, filtered, styles }: OwnWorksheet): string {
  const cols = widths.map((width, i) => {
    const style = styles?.[i] ? ` style="${styles[i]}"` : '';
    return `<col min="${i + 1}" max="${i + 1}" width="${width}"${style} customWidth="1"/>`;
  });
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  return (
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="${namespace}">` +
    '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>' +
    `<sheetViews><sheetView workbookViewId="0">${filtered ? pane : ''}</sheetView></sheetViews>` +
    `<sheetFormatPr defaultRowHeight="15"/>${cols.length > 0 ? `<cols>${cols.join('')}</cols>` : ''}<sheetData>`
  );
}

export function ownTail(
  { widths, filtered }: OwnWorksheet,
  last: number,
  links: readonly { readonly address: string; readonly target: string }[],
  drawing: { readonly relationships: string; readonly id: string } | null,
): string {
  const filter =
    filtered && widths.length > 0 ? `<autoFilter ref="A1:${columnLetters(widths.length - 1)}${last}"/>` : '';
  const linked = links.map(
    ({ address, target }) => `<hyperlink ref="${address}" location="${quotedAttribute(target)}"/>`,
  );
  return (
    `</sheetData>${filter}${linked.length > 0 ? `<hyperlinks>${linked.join('')}</hyperlinks>` : ''}` +
    '<pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/>' +
    '<pageSetup orientation="landscape" fitToWidth="1" fitToHeight="0"/>' +
    `${drawing ? `<legacyDrawing${relationId('', drawing.relationships, drawing.id)}/>` : ''}</worksheet>`
  );
}

export type OwnName = 'Rows to fix' | 'Totals' | 'Problems';

const NAME = /^(Rows to fix|Totals|Problems)( \(SANDBOX\))?(?: \(\d+\))?$/;

/** The text of a Payrun worksheet that a later run has no rows for. */
export const EMPTY_TEXT: Readonly<Record<OwnName, string>> = {
  'Rows to fix': 'No row needs you.',
  Totals: 'There are no totals.',
  Problems: 'There are no problems.',
};

/** Rows that identify a worksheet of that name as written by Payrun. */
const SIGNS: Readonly<Record<OwnName, (rows: readonly (readonly string[])[]) => boolean>> = {
  'Rows to fix': (rows) => resultBlock(rows[0] ?? []) !== null,
  Totals: (rows) =>
    rows.some(([first], i) => first === 'What the sheet states' && rows[i + 1]?.[0] === 'currency in the sheet'),
  Problems: (rows) => PROBLEM_SIGNS.every((header, i) => rows[0]?.[i] === header),
};

export function getOwnWorksheetName(name: string): { readonly name: OwnName; readonly sandbox: boolean } | null {
  const found = NAME.exec(name);
  return found && { name: found[1] as OwnName, sandbox: found[2] !== undefined };
}

/** Whether Payrun wrote a worksheet with these first rows. */
export function isOwn(name: OwnName, rows: readonly (readonly string[])[]): boolean {
  return SIGNS[name](rows) || (rows.length === 1 && rows[0]?.[0] === EMPTY_TEXT[name]);
}
