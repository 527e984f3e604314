import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import { anchorAudit } from '../../../src/engine/maintenance/anchor-audit.ts';
import { appendEvent } from '../../../src/ledger/audit/audit-chain.ts';
import type { Db } from '../../../src/ledger/db/db.ts';
import { canonicalJson } from '../../../src/platform/canonical-json.ts';
import { verifyLedger } from '../../../src/reports/verify.ts';
import { describeDatabases } from '../../support/database.ts';
import { sheetOf, testPayroll } from '../../support/payroll.ts';
import { testFolder } from '../../support/test-folder.ts';

describeDatabases('an anchor of the audit', (database) => {
  const payroll = testPayroll(database);
  const folder = testFolder();
  const file = join(folder, 'anchors.jsonl');
  let appContext: AppContext;

  beforeAll(async () => {
    await payroll.pay(payroll.sheet('a.csv', sheetOf([{ reference: 'A-1', email: 'a@example.com' }])));
    await payroll.pay(payroll.sheet('b.csv', sheetOf([{ reference: 'B-1', email: 'b@example.com' }])));
    appContext = await payroll.appContext();
  });

  const anchor = () => anchorAudit(appContext.ledger, file, new Date());
  const found = async (text?: string) =>
    (await verifyLedger({ ledger: appContext.ledger }, text === undefined ? {} : { anchors: text })).findings.map(
      ({ what }) => what,
    );
  const addEvent = (chain: string) =>
    appContext.ledger.tx((db) => appendEvent(db, { chain, at: new Date(), actor: 'mia', kind: 'note', data: {} }));
  /** As the administrator of the database can, whatever the code refuses; put back afterwards. */
  const tampered = async (work: (db: Db) => Promise<unknown>, look: () => Promise<void>) => {
    const { ledger } = appContext;
    const tables = ['event', 'event_head'];
    await ledger.tx(async (db) => {
      for (const table of tables) await db.query(`create table kept_${table} as select * from payrun.${table}`);
      await db.query('alter table payrun.event disable trigger event_append_only');
      await work(db);
    });
    await look();
    await ledger.tx(async (db) => {
      for (const table of tables) {
        await db.query(`delete from payrun.${table}`);
        await db.query(`insert into payrun.${table} select * from kept_${table}`);
        await db.query(`drop table kept_${table}`);
      }
      await db.query('alter table payrun.event enable trigger event_append_only');
    });
  };
  const cutRun = (db: Db) =>
    db.query(`with last as (delete from payrun.event e using payrun.event_head h
        where h.chain = e.chain and e.chain = 'run-1' and e.seq = h.seq returning e.seq, e.previous_hash)
      update payrun.event_head h set seq = last.seq - 1, hash = last.previous_hash from last where h.chain = 'run-1'`);

  it('is a signed line with the chains that changed, and continues the line before it', async () => {
    expect(await anchor()).toMatchObject({ number: 1, file });
    expect(await anchor()).toMatchObject({ number: 1, chains: 0 });
    await addEvent('system');
    const second = await anchor();
    expect(second).toMatchObject({ number: 2, chains: 1 });
    const [one, two] = readFileSync(file, 'utf8').trim().split('\n');
    expect(Object.keys(JSON.parse(one!).heads)).toEqual(expect.arrayContaining(['run-1', 'run-2', 'system']));
    expect(JSON.parse(two!)).toMatchObject({
      number: 2,
      previous: createHash('sha256').update(one!).digest('hex'),
      heads: { system: [expect.any(Number), expect.stringMatching(/^[0-9a-f]{64}$/)] },
    });
    expect(second.hash).toBe(createHash('sha256').update(two!).digest('hex'));
    await addEvent('system');
    expect(await found(readFileSync(file, 'utf8'))).toEqual([]);
  });

  it('G6: finds a tail that was cut, which nothing else finds', async () => {
    await tampered(
      async (db) => {
        await db.query(
          `delete from payrun.event where chain = 'system' and seq = (select max(seq) from payrun.event where chain = 'system')`,
        );
        await db.query(`update payrun.event_head set (seq, hash) = (select seq, hash from payrun.event where chain = 'system' order by seq desc limit 1)
          where chain = 'system'`);
        await cutRun(db);
      },
      async () => {
        expect((await found()).filter((what) => /audit/i.test(what) && /event \d/.test(what))).toEqual([]);
        expect((await found(readFileSync(file, 'utf8'))).filter((what) => /anchored/.test(what))).toEqual([
          expect.stringMatching(
            /^Run 1: event \d+ of its audit is gone: the audit was cut or removed after it was anchored \(line 1 /,
          ),
        ]);
      },
    );
    expect(await found(readFileSync(file, 'utf8'))).toEqual([]);
  });

  it('finds what was rewritten, even with the key of the vault', async () => {
    await tampered(
      async (db) => {
        const { rows } = await db.query<{ seq: bigint; at: Date; actor: string; kind: string; data: object }>(
          `select seq, at, actor, kind, data from payrun.event where chain = 'run-2' order by seq`,
        );
        let previous = Buffer.alloc(0);
        for (const { seq, at, kind, data } of rows) {
          const text = canonicalJson(['run-2', seq, at.toISOString(), 'nobody', kind, data]);
          const hash = createHash('sha256').update(previous).update(text, 'utf8').digest();
          const mac = appContext.ledger.vault.fingerprint('audit.event', hash.toString('hex'));
          await db.query(
            `update payrun.event set actor = 'nobody', previous_hash = $2, hash = $3, mac = $4 where chain = 'run-2' and seq = $1`,
            [seq, previous, hash, mac],
          );
          previous = hash;
        }
        await db.query(`update payrun.event_head set hash = $1 where chain = 'run-2'`, [previous]);
      },
      async () => {
        expect((await found()).filter((what) => /event \d/.test(what))).toEqual([]);
        expect((await found(readFileSync(file, 'utf8'))).filter((what) => /anchored/.test(what))).toEqual([
          expect.stringMatching(
            /^Run 2: event \d+ of its audit is another: the audit was rewritten after it was anchored/,
          ),
        ]);
      },
    );
  });

  it('is not accepted if the file was changed, has lines of another ledger, or lacks one', async () => {
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    const changed = lines[0]!.replace('"number":1', '"number":3');
    expect(await found(changed)).toEqual([
      "Line 1 of the anchors was changed: its signature is not that of this ledger's key.",
    ]);
    await addEvent('system');
    await anchor();
    const three = readFileSync(file, 'utf8').trim().split('\n');
    expect(await found([three[0], three[2]].join('\n'))).toEqual([
      'Line 2 of the anchors does not follow from the one before it: lines are missing.',
    ]);
    const broken = join(folder, 'broken.jsonl');
    writeFileSync(broken, `${changed}\n`);
    await expect(anchorAudit(appContext.ledger, broken, new Date())).rejects.toMatchObject({ code: 'file_unwritable' });
    expect(readFileSync(broken, 'utf8')).toBe(`${changed}\n`);
  });
});
