import { describe, expect, it } from 'vitest';
import { createCommandLog, createLog } from '../../src/platform/log.ts';

/** What a log wrote, line by line. */
function writeLog(level: string, work: (log: ReturnType<typeof createLog>) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  work(createLog(level, { write: (line: string) => lines.push(line) } as unknown as NodeJS.WritableStream));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

const SECRET = 'DE89370400440532013000';
const KEYS = [
  'secretKey',
  'accessKey',
  'authorization',
  'password',
  'vaultKey',
  'iban',
  'accountNum',
  'branchId',
  'bankId',
  'swiftBic',
  'governmentId',
  'dob',
  'email',
  'emailAddress',
  'paypalEmail',
  'cells',
  'draft',
  'databaseUrl',
];

describe('a log', () => {
  it.each(KEYS)('never has a %s, or its contents, anywhere', (key) => {
    const lines = writeLog('info', (log) => {
      log.info({ [key]: SECRET });
      log.info({ row: { [key]: SECRET } });
      log.info({ row: { account: { [key]: SECRET } } });
      log.info({ [key]: { inner: { value: SECRET } } });
      log.child({ [key]: SECRET }).info('from a child');
    });
    expect(lines).toHaveLength(5);
    expect(JSON.stringify(lines)).not.toContain(SECRET);
    expect(lines[0]).toMatchObject({ [key]: '[redacted]' });
  });

  it('has everything else, with its time in UTC and without the host name', () => {
    const [line] = writeLog('info', (log) => log.info({ run: '7', row: { number: 3 } }, 'a call was refused'));
    expect(line).toEqual({
      level: 30,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      run: '7',
      row: { number: 3 },
      msg: 'a call was refused',
    });
  });

  it('has only what its level includes', () => {
    const all = (level: string) =>
      writeLog(level, (log) => {
        log.debug('debug');
        log.warn('warn');
        log.error('error');
      }).map(({ msg }) => msg);
    expect(all('debug')).toEqual(['debug', 'warn', 'error']);
    expect(all('warn')).toEqual(['warn', 'error']);
    expect(all('silent')).toEqual([]);
  });

  it('does not change the logged object', () => {
    const row = { iban: SECRET };
    writeLog('info', (log) => log.info({ row }));
    expect(row.iban).toBe(SECRET);
  });
});

describe('the log of a command', () => {
  const output = (given: Readonly<Record<string, unknown>>) => {
    const lines: string[] = [];
    const stream = { write: (line: string) => lines.push(line) } as unknown as NodeJS.WritableStream;
    const log = createCommandLog({ logLevel: 'warn', given }, stream);
    log.warn({ merchant: 'acme', code: 'service_timeout' }, 'the balance could not be read');
    log.info('not shown');
    return lines;
  };

  it('is a sentence for each warning', () => {
    expect(output({})).toEqual(['Warning: the balance could not be read (merchant acme, code service_timeout).\n']);
  });

  it('is JSON if a level is asked for', () => {
    expect(JSON.parse(output({ logLevel: 'environment' })[0]!)).toMatchObject({ level: 40, merchant: 'acme' });
  });
});
