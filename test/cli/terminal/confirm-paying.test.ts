import { expect, it } from 'vitest';
import { confirmPaying } from '../../../src/cli/terminal/confirm-paying.ts';
import type { Terminal } from '../../../src/cli/terminal/terminal.ts';

const TYPES = [{ code: 'type_from_name', text: 'Rows 2 and 3 have no type.' }] as const;
const [BUSINESSES, PAY] = ['Pay the rows without a type as businesses?', 'Pay them?'];

it.each([
  ['all rows have a type', [], [true], [PAY], true],
  ['both answers are yes', TYPES, [true, true], [BUSINESSES, PAY], true],
  ['they are no businesses', TYPES, [false], [BUSINESSES], false],
  ['they are businesses, and are not paid', TYPES, [true, false], [BUSINESSES, PAY], false],
] as const)('asks once about all rows without a type: %s', async (_, notes, answers, questions, pays) => {
  const left = [...answers];
  const asked: string[] = [];
  const ask = async (question: string) => {
    asked.push(question);
    return left.shift()!;
  };
  const terminal = { ask, note: () => {} } as unknown as Terminal;
  expect(await confirmPaying(terminal, new AbortController().signal, notes)).toBe(pays);
  expect(asked).toEqual(questions);
});
