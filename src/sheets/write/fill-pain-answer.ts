import { type FileHandle, open } from 'node:fs/promises';
import { rowStatus } from '../../outcomes/status-words.ts';
import { writeFully } from '../files/write-fully.ts';
import type { OpenSheet } from '../open-sheet.ts';
import { PAIN_ANSWERS, type PainVersion } from '../pain-version.ts';
import { PAIN_HEADER, type PAIN_IDS } from '../pain001/pain-columns.ts';
import { groupStatus, type PainStatus, painOutcome } from './pain-status.ts';
import { type ResultsOf, type RowResult, resultReason } from './row-result.ts';

const CHUNK = 200;
/** Bytes reserved for the header, which is known only after all payments are written; the rest stays blank. */
const HEAD = 4096;
/** The limits of additional information: characters per line, and lines. */
const LINE = 105;
const LINES = 10;
const LONGEST_ID = 35;

export interface PainAnswer {
  /** An existing file is replaced when the new one is complete. */
  readonly path: string;
  /** Unique per answer. */
  readonly id: string;
  /** Milliseconds since the epoch, UTC. */
  readonly at: number;
  readonly results: ResultsOf;
}

/**
 * Answers a pain.001 with a pain.002: the status of each payment, with the IDs of its file. It is written while the
 * rows are read, so memory does not grow with them. `empty`: an existing file.
 */
export async function fillPainAnswer(sheet: OpenSheet, answer: PainAnswer, empty: string): Promise<void> {
  const file = await open(empty, 'r+');
  try {
    await write(file, sheet, answer);
  } finally {
    await file.close();
  }
}

async function write(file: FileHandle, sheet: OpenSheet, { id, at, results }: PainAnswer): Promise<void> {
  const { version, id: original } = sheet.understood.message!;
  const counts = new Map<PainStatus, number>();
  let block: string | null = null;
  let place = HEAD;
  const put = async (text: string) => {
    const bytes = Buffer.from(text);
    await writeFully(file, bytes, place);
    place += bytes.length;
  };
  for await (const rows of sheet.rows(CHUNK)) {
    const found = await results(rows);
    let text = '';
    for (const row of rows) {
      const idOf = (name: (typeof PAIN_IDS)[number]) => row.original[PAIN_HEADER.indexOf(name)] ?? '';
      const of = idOf('PmtInfId');
      if (of !== block) {
        text += `${block === null ? '' : '</OrgnlPmtInfAndSts>\n'}<OrgnlPmtInfAndSts>${element('OrgnlPmtInfId', of || 'NOTPROVIDED')}\n`;
        block = of;
      }
      const result = found.get(row.row) ?? { row: row.row, status: 'not_read', problems: [] };
      text += paymentOf(result, idOf('InstrId'), idOf('EndToEndId'), version, counts);
    }
    await put(text);
  }
  await put(`${block === null ? '' : '</OrgnlPmtInfAndSts>\n'}</CstmrPmtStsRpt></Document>\n`);
  const head = Buffer.alloc(HEAD, ' ');
  head.write(headOf({ id, at, original, version, counts }));
  head.write('\n', HEAD - 1);
  await writeFully(file, head, 0);
}

interface Head {
  readonly id: string;
  readonly at: number;
  readonly original: string;
  readonly version: PainVersion;
  readonly counts: ReadonlyMap<PainStatus, number>;
}

function headOf({ id, at, original, version, counts }: Head): string {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const each = [...counts].map(
    ([status, count]) =>
      `<NbOfTxsPerSts>${element('DtldNbOfTxs', String(count))}${element('DtldSts', status)}</NbOfTxsPerSts>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${PAIN_ANSWERS[version]}"><CstmrPmtStsRpt>`,
    `<GrpHdr>${element('MsgId', id)}${element('CreDtTm', new Date(at).toISOString())}</GrpHdr>`,
    `<OrgnlGrpInfAndSts>${element('OrgnlMsgId', original || 'NOTPROVIDED')}${element('OrgnlMsgNmId', version)}`,
    `${element('OrgnlNbOfTxs', String(all))}${element('GrpSts', groupStatus(counts))}${each.join('')}</OrgnlGrpInfAndSts>`,
  ].join('\n');
}

function paymentOf(
  result: RowResult,
  instruction: string,
  endToEnd: string,
  version: PainVersion,
  counts: Map<PainStatus, number>,
): string {
  const { status, reason } = painOutcome(result, version);
  counts.set(status, (counts.get(status) ?? 0) + 1);
  const why = reason === null ? '' : `<Rsn>${element('Cd', reason)}</Rsn>`;
  const lines = status === 'ACSC' ? [] : linesOf(`${rowStatus(result.status)}. ${resultReason(result)}`.trim());
  const info = lines.map((line) => element('AddtlInf', line)).join('');
  return [
    '<TxInfAndSts>',
    // Without hyphens, the ID fits in 35 characters.
    result.payment === undefined ? '' : element('StsId', result.payment.replaceAll('-', '')),
    instruction === '' ? '' : element('OrgnlInstrId', instruction),
    endToEnd === '' ? '' : element('OrgnlEndToEndId', endToEnd),
    element('TxSts', status),
    why + info === '' ? '' : `<StsRsnInf>${why}${info}</StsRsnInf>`,
    '</TxInfAndSts>\n',
  ].join('');
}

/** Wraps text into lines, up to the limit of an answer. */
function linesOf(text: string): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    for (let rest = word; rest !== ''; rest = rest.slice(LINE)) {
      const part = rest.slice(0, LINE);
      if (line !== '' && line.length + 1 + part.length > LINE) {
        lines.push(line);
        line = '';
      }
      line = line === '' ? part : `${line} ${part}`;
    }
  }
  if (line !== '') lines.push(line);
  return lines.slice(0, LINES);
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot have them, also not escaped
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

function element(name: string, text: string): string {
  const short = /Id$/.test(name) ? text.slice(0, LONGEST_ID) : text;
  return `<${name}>${short.replace(FORBIDDEN, '?').replace(/[&<>]/g, (char) => ENTITIES[char]!)}</${name}>`;
}
