import { combineExitCodes, EXIT, type PayrunError } from '../errors.ts';
import type { SheetSource } from '../intake/map-sheet.ts';
import type { Answer } from './command.ts';
import { asPayrunError, failureDocument } from './report-failure.ts';
import { getSheetName } from './standard-input.ts';
import type { Terminal } from './terminal/terminal.ts';

/** The result of one file: a document for programs, lines for the terminal, an exit code. */
export interface FileAnswer extends Answer {
  readonly exitCode: number;
}

/** After these exit codes, the next file would fail in the same way. */
const STOPS: readonly number[] = [EXIT.defect, EXIT.outOfReach];

/**
 * Calls `work` for every file, one after the other, and prints each result. With one file, errors are thrown and the
 * document is that of the file. With several, it is `{[list]: [...]}`, and a failed file is `{file, error}`. Returns
 * the worst exit code.
 */
export async function runEachFile(
  files: readonly SheetSource[],
  list: string,
  terminal: Terminal,
  work: (file: SheetSource) => Promise<FileAnswer>,
): Promise<number> {
  const answers: FileAnswer[] = [];
  for (const [index, file] of files.entries()) {
    if (files.length > 1) terminal.print(`${index > 0 ? '\n' : ''}== ${getSheetName(file)}`);
    const answer = await work(file).catch((thrown: unknown) => {
      if (files.length === 1) throw thrown;
      return failed(getSheetName(file), asPayrunError(thrown));
    });
    // Skips the getter of the lines if they are not printed: 100,000 problems are 100,000 lines.
    if (!terminal.json) for (const line of answer.lines) terminal.print(line);
    answers.push(answer);
    if (STOPS.includes(answer.exitCode)) break;
  }
  const documents = answers.map(({ document }) => document);
  terminal.document(files.length === 1 ? documents[0] : { [list]: documents });
  return combineExitCodes(answers.map(({ exitCode }) => exitCode));
}

function failed(file: string, error: PayrunError): FileAnswer {
  return {
    document: { file, error: failureDocument(error) },
    lines: [error.message, error.next],
    exitCode: error.exitCode,
  };
}
