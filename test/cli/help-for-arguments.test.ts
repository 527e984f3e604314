import { expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/command-table.ts';
import { getHelp } from '../../src/cli/help-for-arguments.ts';

it.each([
  [['pay'], 'pay '],
  [['pay', 'june.csv', '--yse'], 'pay '],
  [['--json', 'pay', 'june.csv'], 'pay '],
  [['users', 'add'], 'users add '],
  [['users', 'ad', 'mia'], 'users '],
  [['users'], 'users '],
  [['chekc', 'june.csv'], ''],
  [['--version'], ''],
  [[], ''],
])('an error in %j names the help of "%s"', (argv, command) => {
  expect(getHelp(argv, COMMANDS)).toBe(command);
});
