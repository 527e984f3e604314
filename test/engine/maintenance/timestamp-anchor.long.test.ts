import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import { anchorAudit } from '../../../src/engine/maintenance/anchor-audit.ts';
import { timestampLastAnchor } from '../../../src/engine/maintenance/timestamp-anchor.ts';
import { appendEvent } from '../../../src/ledger/audit/audit-chain.ts';
import { verifyLedger } from '../../../src/reports/verify.ts';
import type { KeptAnchors } from '../../../src/reports/verify-anchors.ts';
import { testDatabase } from '../../support/database.ts';
import { testPayroll } from '../../support/payroll.ts';
import { testFolder } from '../../support/test-folder.ts';
import { startTimestampAuthority, type TimestampAuthority } from '../../support/timestamp-authority.ts';
import { describeWith } from '../../support/tools.ts';

describeWith(['openssl'], 'the time stamp of an anchor', () => {
  const database = testDatabase('embedded');
  const payroll = testPayroll(database);
  const folder = testFolder();
  let appContext: AppContext;
  let authority: TimestampAuthority;
  let files = 0;

  beforeAll(async () => {
    [appContext, authority] = await Promise.all([payroll.appContext(), startTimestampAuthority()]);
  });
  afterAll(async () => {
    await authority.close();
  });

  const newFile = () => join(folder, `anchors-${++files}.jsonl`);
  const anchor = async (file: string) => {
    const { ledger } = appContext;
    await ledger.tx((db) => appendEvent(db, { chain: 'system', at: new Date(), actor: 'mia', kind: 'note', data: {} }));
    return anchorAudit(ledger, file, new Date());
  };
  const stamp = (file: string) =>
    timestampLastAnchor(appContext.ledger, file, { url: authority.url, trusted: authority.root });
  const linesOf = (file: string) => readFileSync(file, 'utf8').trim().split('\n');
  const verified = async (text: string, trusted: KeptAnchors['trusted'] = authority.root) => {
    const { findings, timestamps } = await verifyLedger({ ledger: appContext.ledger }, { anchors: { text, trusted } });
    return { found: findings.map(({ what }) => what), ...timestamps! };
  };

  it('is the line after the anchor, covers the line as written, and has the time', async () => {
    const file = newFile();
    await anchor(file);
    const { anchor: number, ...stamped } = (await stamp(file))!;
    expect(stamped).toEqual({ authority: new URL(authority.url).host, time: expect.any(Date) });
    expect(number).toBe(1);
    expect(await stamp(file)).toBeNull();
    await anchor(file);
    await stamp(file);
    expect(linesOf(file).map((line) => Object.keys(JSON.parse(line))[0])).toEqual([
      'number',
      'timestamp',
      'number',
      'timestamp',
    ]);
    expect(await verified(readFileSync(file, 'utf8'))).toEqual({
      found: [],
      anchors: 2,
      trusted: true,
      stamped: [1, 2].map((of) => ({
        anchor: of,
        at: expect.any(String),
        time: expect.any(String),
        authority: stamped.authority,
      })),
    });
  });

  it('is checked by OpenSSL too, without Payrun and its key', async () => {
    const file = newFile();
    await anchor(file);
    await stamp(file);
    const [line, timestamp] = linesOf(file);
    writeFileSync(join(folder, 'anchor.txt'), line!);
    const { response } = JSON.parse(timestamp!).timestamp;
    writeFileSync(join(folder, 'anchor.tsr'), Buffer.from(response, 'base64'));
    const shown = execFileSync(
      'openssl',
      ['ts', '-verify', '-data', 'anchor.txt', '-in', 'anchor.tsr', '-CAfile', authority.rootFile],
      { cwd: folder, encoding: 'utf8', stdio: 'pipe' },
    );
    expect(shown).toContain('Verification: OK');
  });

  it('is requested again with the next anchor if the authority does not answer; the anchor is written anyway', async () => {
    const file = newFile();
    await anchor(file);
    authority.answer = (_, response) => void response.destroy();
    expect(await stamp(file)).toEqual({
      authority: expect.any(String),
      anchor: 1,
      fault: expect.stringMatching(/^it cannot be reached/),
    });
    authority.answer = null;
    expect(linesOf(file)).toHaveLength(1);
    expect(await verified(readFileSync(file, 'utf8'))).toMatchObject({ found: [], anchors: 1, stamped: [] });
    await anchor(file);
    expect(await stamp(file)).toMatchObject({ anchor: 2, time: expect.any(Date) });
    expect(await verified(readFileSync(file, 'utf8'))).toMatchObject({
      found: [],
      anchors: 2,
      stamped: [{ anchor: 2 }],
    });
  });

  it('for another request is not stored', async () => {
    const file = newFile();
    await anchor(file);
    const old = authority.reply(authority.queries[0]!);
    authority.answer = (_, response) => void response.end(old);
    expect(await stamp(file)).toMatchObject({ fault: 'its time stamp is not acceptable: it is over other data' });
    authority.answer = null;
    expect(linesOf(file)).toHaveLength(1);
  });

  it('of several processes at once leaves a readable file', async () => {
    const file = newFile();
    await anchor(file);
    await Promise.all([stamp(file), stamp(file), anchor(file)]);
    expect((await verified(readFileSync(file, 'utf8'))).found).toEqual([]);
  });

  it('that was cut off while it was written is replaced', async () => {
    const file = newFile();
    await anchor(file);
    await stamp(file);
    const whole = readFileSync(file, 'utf8');
    writeFileSync(file, whole.slice(0, -40));
    expect(await stamp(file)).toMatchObject({ anchor: 1, time: expect.any(Date) });
    expect(await verified(readFileSync(file, 'utf8'))).toMatchObject({ found: [], stamped: [{ anchor: 1 }] });
  });

  it('that was moved to another anchor, exchanged or forged is found', async () => {
    const file = newFile();
    await anchor(file);
    await stamp(file);
    await anchor(file);
    await stamp(file);
    const text = readFileSync(file, 'utf8');
    const moved = text.replace('{"timestamp":{"anchor":2', '{"timestamp":{"anchor":1');
    expect((await verified(moved)).found).toEqual([
      'Line 4 of the anchors has a time stamp that proves nothing: it is over other data.',
    ]);
    const lost = text.replace('{"timestamp":{"anchor":2', '{"timestamp":{"anchor":7');
    expect((await verified(lost)).found).toEqual([
      'Line 4 of the anchors has a time stamp that proves nothing: anchor 7 is not there.',
    ]);
    const nonce = text.replace(/"nonce":"[^"]+"/, '"nonce":"AAAAAAAAAAA="');
    expect((await verified(nonce)).found).toEqual([
      'Line 2 of the anchors has a time stamp that proves nothing: its nonce is not that of the request.',
    ]);
    const other = await startTimestampAuthority();
    await other.close();
    const untrusted = await verified(text, other.root);
    expect(untrusted).toMatchObject({ stamped: [], trusted: true });
    expect(untrusted.found).toEqual(
      [2, 4].map(
        (line) =>
          `Line ${line} of the anchors has a time stamp that proves nothing: its certificate is not one of a trusted authority's.`,
      ),
    );
    expect(await verified(text, null)).toMatchObject({
      found: [],
      trusted: false,
      stamped: [{ anchor: 1 }, { anchor: 2 }],
    });
    const broken = newFile();
    writeFileSync(broken, text);
    appendFileSync(broken, '{"timestamp":{"anchor":2,"response":"?"}}\n');
    expect((await verified(readFileSync(broken, 'utf8'))).found).toHaveLength(1);
  });
});
