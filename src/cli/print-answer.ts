import { EXIT } from '../errors.ts';
import type { Answer } from './command.ts';
import type { Terminal } from './terminal/terminal.ts';

/** Prints what a command answered, unless it has printed itself. Returns its exit code. */
export function printAnswer(terminal: Terminal, answer: number | Answer): number {
  if (typeof answer === 'number') return answer;
  // Skips the getter of the lines if they are not printed: 100,000 problems are 100,000 lines.
  if (!terminal.json) for (const line of answer.lines) terminal.print(line);
  terminal.document(answer.document);
  return answer.exitCode ?? EXIT.done;
}
