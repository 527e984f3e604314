import { COMMAND_GROUPS } from '../../src/cli/command-table.ts';
import { parseArguments } from '../../src/cli/program.ts';
import { readPage } from './generate.ts';

/** A block of code of a page, with its language. */
interface Sample {
  readonly language: string;
  readonly text: string;
}

export function samplesOf(page: string): readonly Sample[] {
  return [...readPage(page).matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)].map(([, language, text]) => ({
    language: language!,
    text: text!,
  }));
}

/** Words of a command line, without quotes, comment and redirections. */
function wordsOf(line: string): readonly string[] {
  const words = line.match(/'[^']*'|"[^"]*"|[^\s'"]+/g) ?? [];
  const end = words.findIndex((word) => /^(#|\||<|>|&&|;)/.test(word));
  return (end < 0 ? words : words.slice(0, end)).map((word) => word.replace(/^(['"])(.*)\1$/, '$2'));
}

/** The command lines of Payrun in the shell samples of a page, as words after `payrun`. */
export function payrunLines(page: string): readonly (readonly string[])[] {
  return samplesOf(page)
    .filter(({ language }) => language === 'sh')
    .flatMap(({ text }) => text.replaceAll('\\\n', ' ').split('\n'))
    .flatMap((line) => {
      const at = line.search(/(^|[\s(]|bin\/)payrun /);
      return at < 0 || line.trim().startsWith('#') ? [] : [wordsOf(line.slice(at).replace(/^.*?payrun /, ''))];
    });
}

/** Why the command line does not take these words; null if it does. */
export async function refusalOf(words: readonly string[]): Promise<string | null> {
  try {
    const request = await parseArguments(words, COMMAND_GROUPS, () => {});
    return request === null ? `payrun ${words.join(' ')} is no command` : null;
  } catch (error) {
    return (error as Error).message;
  }
}
