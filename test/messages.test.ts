import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isReleasable } from '../src/engine/review/release-reasons.ts';
import { createProblem, MESSAGES, type MessageCode, onCommandLine } from '../src/messages.ts';
import { COMMAND_USAGE } from '../src/references/command-usage.ts';

const SRC = join(import.meta.dirname, '../src');
/** What is typed on a command line: an option, or a command. */
const TYPED = /(?:^|[\s(:`'])--[a-z]|payrun [a-z]/;
const CODES = Object.keys(MESSAGES) as MessageCode[];
/** Every detail has a word. */
const ANYTHING: Record<string, string> = new Proxy({}, { get: () => 'this' });

describe.each(CODES)('the sentence of %s', (code) => {
  const { message, severity, code: stored } = createProblem(code, ANYTHING);

  it('reads on a page and in a file as it is stored: no command, code or blank', () => {
    expect(message).not.toMatch(TYPED);
    expect(message).not.toMatch(/[a-z]_[a-z]|[{}]|^\s|\s$| {2}|[.,;] ?[.,;]/);
  });

  it('is the same on the command line, with a command if an approver can release the payment', () => {
    const isHeld = stored.startsWith('held_') && severity === 'error';
    const reason = stored.replace(/^held_/, '');
    const typed = onCommandLine(message, reason, isHeld ? 'INV-1' : null);
    const released = typed.endsWith(' `payrun release INV-1 --as NAME` releases it.');
    expect(typed.startsWith(message)).toBe(true);
    expect(released).toBe(isHeld && /releases? (?:it|this one|this payment)\b/.test(message));
    if (released) expect(isReleasable(reason)).toBe(true);
  });
});

describe('sentences that are stored, or shown on pages and beside files', () => {
  /** Job results, the log and the footer of a notification, which are read beside a command line. */
  const BESIDE_A_COMMAND_LINE = new Set([
    'discrepancies/service-discrepancy.ts',
    'engine/context/app-context.ts',
    'engine/doctor/checks.ts',
    'engine/doctor/part-checks.ts',
    'engine/doctor/queue-checks.ts',
    'engine/jobs/job-fault.ts',
    'engine/journal/write-journal.ts',
    'engine/maintenance/import-home.ts',
    'engine/maintenance/rotate-vault.ts',
    'engine/notifications/notification-templates.ts',
    'engine/queue/task-result-line.ts',
    'engine/webhooks/subscribe.ts',
    'references/command-usage.ts',
    // Names that no user may have.
    'ledger/users/name-key.ts',
  ]);

  it.each(
    globSync(
      '{batches,discrepancies,engine,intake,ledger,merchants,outcomes,recipients,references,reports,rules,service,sheets,web}/**/*.ts',
      {
        cwd: SRC,
      },
    )
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => !BESIDE_A_COMMAND_LINE.has(path) && !path.startsWith('rules/build/')),
  )('contain no command: %s', (path) => {
    const lines = readFileSync(join(SRC, path), 'utf8')
      .split('\n')
      .filter((line) => !/^\s*(?:\/?\*|\/\/)/.test(line));
    expect(lines.filter((line) => /`payrun [a-z-]+[` ]|\s--[a-z]|>payrun [a-z]/.test(line))).toEqual([]);
  });

  it('name no way in that their reader may not have used: a file is uploaded, dropped or paid by a command', () => {
    const OF_THE_INBOX = /^(engine\/inbox|ledger\/operations\/inbox-file|cli|sandbox|errors\.ts)/;
    const found = globSync('**/*.ts', { cwd: SRC }).flatMap((path) =>
      OF_THE_INBOX.test(path.replaceAll('\\', '/'))
        ? []
        : readFileSync(join(SRC, path), 'utf8')
            .split('\n')
            .filter(
              (line) =>
                !/^\s*(?:\/?\*|\/\/)/.test(line) &&
                /\bdrop(?:ped)? [^.]*\bagain\b|\bdrop (?:the|this|a) (?:sheet|file)/i.test(line),
            )
            .map((line) => `${path}: ${line.trim()}`),
    );
    expect(found.filter((one) => !one.includes('inbox’s failed/ folder'))).toEqual([]);
  });

  it('contain nothing on a page that is for the command line', () => {
    const pages = globSync('web/**/*.ts', { cwd: SRC }).map((path) => readFileSync(join(SRC, path), 'utf8'));
    const used = Object.keys(COMMAND_USAGE).filter((usage) => pages.some((page) => page.includes(`'${usage}'`)));
    expect(used).toEqual([]);
  });
});
