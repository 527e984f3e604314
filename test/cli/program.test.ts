import { describe, expect, it } from 'vitest';
import { COMMAND_GROUPS, COMMANDS } from '../../src/cli/command-table.ts';
import { parseArguments } from '../../src/cli/program.ts';

async function printed(...argv: string[]): Promise<string> {
  let text = '';
  expect(await parseArguments(argv, COMMAND_GROUPS, (part) => (text += part))).toBeNull();
  return text;
}

const parsed = (...argv: string[]) => parseArguments(argv, COMMAND_GROUPS, () => {});

describe('the table of commands', () => {
  it('has the commands of the main job', () => {
    const names = COMMANDS.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        ...['demo', 'check', 'pay', 'runs', 'payments', 'resume', 'report', 'verify'],
        ...['merchants add', 'merchants list', 'doctor', 'sandbox', 'migrate'],
      ]),
    );
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(COMMANDS.map((entry) => [entry.name, entry] as const))(
    '%s has help with examples, and loads its code',
    async (name, entry) => {
      const help = await printed(...name.split(' '), '--help');
      for (const [typed, does] of entry.examples) {
        expect(help).toContain(typed);
        expect(help.replace(/\s+/g, ' ')).toContain(does);
        expect(typed.startsWith(`payrun ${name}`)).toBe(true);
      }
      expect(help).toContain('--json');
      expect(entry.examples.length).toBeGreaterThan(0);
      expect(await entry.load()).toBeTypeOf('function');
    },
  );

  it('is one screen of help, also without arguments, with what each group is for and the exit codes', async () => {
    const help = await printed('--help');
    for (const argv of [[], ['help'], ['--json']]) expect(await printed(...argv)).toBe(help);
    expect(help.trimEnd().split('\n').length).toBeLessThan(45);
    expect(help).toMatch(/^Exit codes:\n {2}0 +done\n {2}1 +defect in Payrun$/m);
    const [, listed = ''] = /^Commands:\n(.*?)\n\n/ms.exec(help)!;
    const words = listed.replace(/^ {2}\w+:.*/gm, '').split(/[\s,]+/);
    expect(words.filter(Boolean)).toEqual([...new Set(COMMANDS.map(({ name }) => name.split(' ')[0]))]);
    for (const { name, purpose } of COMMAND_GROUPS) expect(help).toContain(`  ${name}: ${purpose}\n`);
  });

  it.each(COMMAND_GROUPS)('says what each command of $name does', async ({ name: group, commands }) => {
    const help = (await printed('help', group.toLowerCase())).replace(/\s+/g, ' ');
    for (const { name, arguments: given, summary } of commands)
      expect(help).toContain(` ${[name, given, summary].filter(Boolean).join(' ')} `);
  });

  it('has help in lines of fewer than 80 columns', async () => {
    const asked = [['help'], ...COMMAND_GROUPS.map(({ name }) => ['help', name])];
    for (const words of [...asked, ...COMMANDS.map(({ name }) => [...name.split(' '), '--help'])]) {
      const lines = (await printed(...words)).split('\n');
      // An example is typed as it stands.
      expect(lines.filter((line) => line.length >= 80 && !line.startsWith('  payrun '))).toEqual([]);
    }
  });

  it('has a version in short and long', async () => {
    expect(await printed('-V')).toBe(await printed('--version'));
  });
});

describe('arguments', () => {
  it('become a command with its options', async () => {
    const request = await parsed('pay', 'a b.csv', 'c.csv', '--yes', '--on-invalid', 'stop', '--as', 'Ada', '--json');
    expect(request?.entry.name).toBe('pay');
    expect(request?.args).toEqual(['a b.csv', 'c.csv']);
    expect(request?.options).toMatchObject({ yes: true, onInvalid: 'stop', as: 'Ada' });
  });

  it('find a command below a command', async () => {
    expect(await parsed('merchants', 'add', 'acme', '--access-key', 'AK')).toMatchObject({
      entry: { name: 'merchants add' },
      args: ['acme'],
      options: { accessKey: 'AK' },
    });
  });

  it('belong to the last command, if both it and the one above have an option', async () => {
    expect(await parsed('report', '12', '--to', 'here')).toMatchObject({ entry: { name: 'report' }, args: ['12'] });
    expect(await parsed('report', 'fees', '--to', 'here', '--json')).toMatchObject({
      entry: { name: 'report fees' },
      options: { to: 'here', json: true },
    });
  });

  it('take --json before the command too', async () => {
    expect(await parsed('--json', 'runs')).toMatchObject({ entry: { name: 'runs' }, args: [] });
  });

  const MISTAKES: readonly [name: string, argv: readonly string[], says: string][] = [
    ['half a command', ['merchants'], 'Name a command: merchants add, merchants show, merchants funding'],
    ['an unknown command', ['teleport'], "Unknown command 'teleport'."],
    ['a misspelt command', ['pays'], "Unknown command 'pays'. Did you mean pay?"],
    ['an unknown option', ['pay', 'a.csv', '--yess'], "Unknown option '--yess'. Did you mean --yes?"],
    ['a missing argument', ['check'], "Missing required argument 'file'."],
    ['one argument too many', ['runs', '1', '2'], 'Too many arguments'],
    ['an option without its value', ['payments', '--run'], "Option '--run <run>' argument missing."],
    [
      'a value that an option does not have',
      ['pay', 'a.csv', '--on-invalid', 'all'],
      'It can be skip to pay the other rows, stop to pay none, or a percentage such as 5%, above which none are paid.',
    ],
  ];
  it.each(MISTAKES)('that are %s get a sentence', async (_, argv, says) => {
    await expect(parsed(...argv)).rejects.toMatchObject({
      code: 'usage',
      exitCode: 2,
      message: expect.stringContaining(says),
    });
  });
});
