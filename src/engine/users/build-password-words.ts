import { writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import * as common from '@zxcvbn-ts/language-common';
import * as de from '@zxcvbn-ts/language-de';
import * as en from '@zxcvbn-ts/language-en';
import * as es from '@zxcvbn-ts/language-es-es';
import * as fr from '@zxcvbn-ts/language-fr';
import * as it from '@zxcvbn-ts/language-it';
import { PASSWORD_WORDS, type PasswordWords } from './password-fault.ts';

/** The words that are easy to guess, of the installed packages. Some languages give their lists the same names. */
export function passwordWords(): PasswordWords {
  const lists = [common, en, de, fr, es, it].flatMap(({ dictionary }, at) =>
    Object.entries(dictionary).map(([name, words]) => [`${at} ${name}`, words] as const),
  );
  return { dictionary: Object.fromEntries(lists), graphs: common.adjacencyGraphs };
}

/** Packs them: `npm run passwords:build`, after every change of the versions of these packages. */
function main(): void {
  const text = Buffer.from(JSON.stringify(passwordWords()));
  const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  writeFileSync(PASSWORD_WORDS, brotliCompressSync(text, { params }));
}

if (process.argv[1] === import.meta.filename) main();
