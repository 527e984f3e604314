import { EXIT, type PayrunError } from '../errors.ts';
import { combineExitCodes } from '../platform/combine-exit-codes.ts';
import { asPayrunError, failureDocument } from './failure.ts';
import type { Terminal } from './screens/terminal.ts';

/** What came of one file: a document for a program, lines for people, an exit code. */
export interface FileAnswer {
  readonly document: unknown;
  readonly lines: readonly string[];
  readonly exitCode: number;
}

/** After these the next file would only meet the same. */
const STOPS: readonly number[] = [EXIT.defect, EXIT.outOfReach];

/**
 * Does `work` for every file, one after the other, and prints what came of each. With one file an error is thrown and the
 * document is the plain one; with several it is `{[list]: [...]}`, where a file that failed is `{file, error}`.
 * Returns the worst exit code.
 */
export async function runEach(
  files: readonly string[],
  list: string,
  terminal: Terminal,
  work: (file: string) => Promise<FileAnswer>,
): Promise<number> {
  const answers: FileAnswer[] = [];
  for (const [index, file] of files.entries()) {
    if (files.length > 1) terminal.print(`${index > 0 ? '\n' : ''}== ${file}`);
    const answer = await work(file).catch((thrown: unknown) => {
      if (files.length === 1) throw thrown;
      return failed(file, asPayrunError(thrown));
    });
    // Not asked for in vain: 100,000 problems have as many lines.
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
