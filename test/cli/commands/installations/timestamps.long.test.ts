import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkTimestamps } from '../../../../src/cli/doctor/check-timestamps.ts';
import { timestampLines } from '../../../../src/cli/terminal/timestamp-lines.ts';
import { loadConfig } from '../../../../src/config.ts';
import { EXIT } from '../../../../src/errors.ts';
import { runPayrun } from '../../../support/run-payrun.ts';
import { testFolder } from '../../../support/test-folder.ts';
import { startTimestampAuthority, type TimestampAuthority } from '../../../support/timestamp-authority.ts';
import { describeWith } from '../../../support/tools.ts';

describeWith(['openssl'], 'a configured time-stamping authority', () => {
  const cwd = testFolder();
  let authority: TimestampAuthority;
  let env: Record<string, string>;
  beforeAll(async () => {
    authority = await startTimestampAuthority();
    env = { PAYRUN_TIMESTAMP_URL: authority.url, PAYRUN_TIMESTAMP_CA_FILE: authority.rootFile };
  });
  afterAll(() => authority.close());
  const payrun = (args: readonly string[], more: Record<string, string> = {}) =>
    runPayrun(args, { cwd, env: { PAYRUN_HOME: join(cwd, 'home'), ...env, ...more } });
  const file = join('home', 'audit-anchors.jsonl');

  it('stamps each anchor, and verify reports the time', async () => {
    authority.answer = (_, response) => void response.writeHead(503).end();
    const missed = await payrun(['run', 'anchor-audit']);
    expect(missed.code).toBe(EXIT.outOfReach);
    expect(missed.stdout).toMatch(
      /^Anchor 1 has no time stamp of 127\.0\.0\.1:\d+: it answered with status 503\. The next anchor asks again\.$/m,
    );
    expect(missed.stderr.match(/an anchor got no time stamp/g)).toHaveLength(1);
    expect((await payrun(['verify', '--anchor', file])).stdout).toContain('No anchor of this file has a time stamp.');
    authority.answer = null;
    const stamped = await payrun(['run', 'anchor-audit']);
    expect(stamped).toMatchObject({ code: EXIT.done, stderr: '' });
    expect(stamped.stdout).toMatch(/127\.0\.0\.1:\d+ gave it a time stamp: \d{4}-/);
    const held = await payrun(['verify', '--anchor', file]);
    expect(held).toMatchObject({ code: EXIT.done, stderr: '' });
    const { host } = new URL(authority.url);
    expect(held.stdout).toMatch(
      /^Anchor \d and all before it were there on \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC: a time stamp of 127/m,
    );
    expect(held.stdout).toMatch(/^Time stamps: 1 of \d anchors?\.$/m);
    const document = JSON.parse((await payrun(['verify', '--anchor', file, '--json'])).stdout);
    expect(document).toMatchObject({ ok: true, timestamps: { trusted: true, stamped: [{ authority: host }] } });
  });

  it('is not used if none is configured, and then time stamps are not mentioned', async () => {
    const asked = authority.queries.length;
    const none = { PAYRUN_TIMESTAMP_URL: '', PAYRUN_TIMESTAMP_CA_FILE: '' };
    expect(await payrun(['run', 'anchor-audit'], none)).toMatchObject({ code: EXIT.done, stderr: '' });
    expect(authority.queries).toHaveLength(asked);
    expect(await checkTimestamps(loadConfig({}, cwd))).toEqual([]);
    const plain = join(cwd, 'plain.jsonl');
    writeFileSync(plain, `${readFileSync(join(cwd, file), 'utf8').split('\n')[0]}\n`);
    expect((await payrun(['verify', '--anchor', plain], none)).stdout).not.toContain('time stamp');
  });

  it('is tested by the doctor', async () => {
    const doctor = (more: Record<string, string> = {}) => checkTimestamps(loadConfig({ ...env, ...more }, cwd));
    expect(await doctor()).toMatchObject([{ ok: true, check: 'time stamps' }]);
    expect(await doctor({ PAYRUN_TIMESTAMP_CA_FILE: '' })).toMatchObject([
      { ok: false, exit: EXIT.waits, detail: expect.stringContaining('nobody checks whose they are') },
    ]);
    expect(await doctor({ PAYRUN_TIMESTAMP_URL: `${authority.url.replace(/\d+\/$/, '1')}` })).toMatchObject([
      { ok: false, exit: EXIT.outOfReach, detail: expect.stringContaining('it cannot be reached') },
    ]);
    expect(await doctor({ PAYRUN_TIMESTAMP_CA_FILE: 'not-there.pem' })).toMatchObject([
      { ok: false, exit: EXIT.usage, detail: expect.stringContaining('not-there.pem') },
    ]);
    writeFileSync(join(cwd, 'empty.pem'), 'nothing');
    expect(await doctor({ PAYRUN_TIMESTAMP_CA_FILE: 'empty.pem' })).toMatchObject([
      { ok: false, exit: EXIT.usage, detail: expect.stringContaining('no certificate in PEM') },
    ]);
  });

  it('has no password in its URL, which every log would contain', () => {
    expect(() => loadConfig({ PAYRUN_TIMESTAMP_URL: 'https://mia:secret@tsa.example.com' }, cwd)).toThrow(
      /PAYRUN_TIMESTAMP_URL: must have no user and password/,
    );
  });

  it('names anchors whose time differs much from the time of the authority', () => {
    const at = '2026-01-01T23:50:00.000Z';
    const stamped = [{ anchor: 3, at, time: '2026-11-23T10:00:00.000Z', authority: 'tsa.example.com' }];
    expect(timestampLines({ anchors: 3, stamped, trusted: false }, true)).toEqual([
      'Anchor 3 and all before it were there on 2026-11-23 10:00:00 UTC: a time stamp of tsa.example.com says so.',
      'Time stamps: 1 of 3 anchors.',
      'Anchor 3 says that it is of 2026-01-01 23:50:00 UTC, and was given a time stamp on 2026-11-23 10:00:00 UTC.',
      'Nobody checked who gave them: name those whom you trust in the setting `timestampCaFile`.',
    ]);
  });
});
