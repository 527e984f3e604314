import type { Streams } from './terminal.ts';

/**
 * Asks on standard error for a line that is not shown while it is typed. Null if the user ends the question (Ctrl-C,
 * Ctrl-D). Standard input must be a terminal.
 */
export function askHidden(
  question: string,
  { stdin, stderr }: Pick<Streams, 'stdin' | 'stderr'>,
): Promise<string | null> {
  stderr.write(question);
  return new Promise((resolve) => {
    let typed = '';
    const wasRaw = stdin.isRaw;
    const end = (answer: string | null) => {
      stdin.off('data', hear);
      stdin.off('end', ended);
      stdin.setRawMode(wasRaw);
      stdin.pause();
      stderr.write('\n');
      resolve(answer);
    };
    const ended = () => end(null);
    const hear = (chunk: Buffer | string) => {
      for (const character of String(chunk)) {
        if (character === '\r' || character === '\n') return end(typed);
        if (character === '\u0003' || (character === '\u0004' && typed === '')) return end(null);
        if (character === '\u007f' || character === '\b') typed = [...typed].slice(0, -1).join('');
        else if (character === '\u0015') typed = '';
        else if (character >= ' ') typed += character;
      }
    };
    stdin.setRawMode(true);
    stdin.setEncoding('utf8');
    stdin.on('data', hear);
    stdin.on('end', ended);
    stdin.resume();
  });
}
