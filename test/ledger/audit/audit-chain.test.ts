import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { appendEvent, type ChainReport, verifyAllChains, verifyChain } from '../../../src/ledger/audit/audit-chain.ts';
import type { Db } from '../../../src/ledger/db/db.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { canonicalJson } from '../../../src/platform/canonical-json.ts';
import { describeDatabases } from '../../support/database.ts';

describeDatabases('the audit', (database) => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await database.open();
  });

  const write = (chain: string, count: number) =>
    ledger.tx(async (db) => {
      for (let n = 1; n <= count; n += 1)
        await appendEvent(db, { chain, at: new Date(n), actor: 'maria', kind: 'quoted', data: { n, minor: 5n } });
    });

  /** As someone with the rights of the database's owner could. */
  const tamper = (work: (db: Db) => Promise<unknown>) =>
    ledger.tx(async (db) => {
      await db.query('alter table payrun.event disable trigger event_append_only');
      await work(db);
      await db.query('alter table payrun.event enable trigger event_append_only');
    });

  it('verifies with any data in an event', async () => {
    const data = {
      text: 'ä\0\ud800"\\u0000',
      number: 1e21,
      small: 1e-7,
      none: null,
      gone: undefined,
      b: [1n, { z: 1, a: 2 }],
    };
    await ledger.tx((db) => appendEvent(db, { chain: 'data', at: new Date(), actor: 'x', kind: 'k', data }));
    expect(await verifyChain(ledger.db, 'data')).toEqual({ chain: 'data', events: 1, broken: null });
  });

  it('rolls back with its transaction', async () => {
    const failed = ledger.tx(async (db) => {
      await appendEvent(db, { chain: 'back', at: new Date(), actor: 'x', kind: 'k', data: {} });
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await verifyChain(ledger.db, 'back')).toEqual({ chain: 'back', events: 0, broken: null });
  });

  it('keeps one order when several append to one chain at once', async () => {
    const second = await database.open();
    await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        (n % 2 ? ledger : second).tx((db) =>
          appendEvent(db, { chain: 'race', at: new Date(), actor: 'x', kind: 'k', data: { n } }),
        ),
      ),
    );
    expect(await verifyChain(ledger.db, 'race')).toEqual({ chain: 'race', events: 30, broken: null });
  });

  it('can be longer than one page', async () => {
    await write('long', 2100);
    expect(await verifyChain(ledger.db, 'long')).toEqual({ chain: 'long', events: 2100, broken: null });
  });

  it.each(['update payrun.event set actor = actor', 'delete from payrun.event', 'truncate payrun.event'])(
    'refuses `%s`',
    async (sql) => {
      await expect(ledger.db.query(sql)).rejects.toThrow('append-only');
    },
  );

  it('refuses an event outside a transaction', async () => {
    const event = { chain: 'x', at: new Date(), actor: 'x', kind: 'k', data: {} };
    await expect(appendEvent(ledger.db, event)).rejects.toMatchObject({ code: 'defect' });
  });

  describe('reports where a chain was tampered with:', () => {
    const cases: [what: string, sql: string, seq: bigint, finding: string][] = [
      [
        'data changed',
        `update payrun.event set data = '{"n":3,"minor":"6"}' where chain = $1 and seq = 3`,
        3n,
        'was changed',
      ],
      ['actor changed', `update payrun.event set actor = 'eve' where chain = $1 and seq = 2`, 2n, 'was changed'],
      [
        'time changed',
        `update payrun.event set at = at + interval '1 ms' where chain = $1 and seq = 1`,
        1n,
        'was changed',
      ],
      ['an event removed', 'delete from payrun.event where chain = $1 and seq = 2', 2n, 'was removed'],
      ['the first removed', 'delete from payrun.event where chain = $1 and seq = 1', 1n, 'was removed'],
      ['the last removed', 'delete from payrun.event where chain = $1 and seq = 5', 5n, 'was removed'],
      ['all removed', 'delete from payrun.event where chain = $1', 1n, 'was removed'],
      [
        'the end moved back',
        `update payrun.event_head set seq = 4 where chain = $1`,
        4n,
        'is not what the end of the chain says',
      ],
      ['the end removed', 'delete from payrun.event_head where chain = $1', 1n, 'is not part of the chain'],
      [
        'an event put in at the end',
        `insert into payrun.event select chain, 6, at, actor, kind, data, previous_hash, hash, mac from payrun.event
          where chain = $1 and seq = 5`,
        6n,
        'is not part of the chain',
      ],
    ];
    it.each(cases)('%s', async (what, sql, seq, finding) => {
      await write(what, 5);
      await tamper((db) => db.query(sql, [what]));
      expect((await verifyChain(ledger.db, what)).broken).toEqual({ seq, what: finding });
    });

    it('G6: rewritten from the middle, with every hash recomputed, as by someone with the database but without a key', async () => {
      await write('rewritten', 5);
      await tamper(async (db) => {
        const { rows } = await db.query<{ seq: bigint; at: Date; actor: string; kind: string; data: { n: number } }>(
          `select seq, at, actor, kind, data from payrun.event where chain = 'rewritten' order by seq`,
        );
        let previous = Buffer.alloc(0);
        for (const { seq, at, actor, kind, data } of rows) {
          const now = seq === 3n ? { ...data, minor: '6' } : data;
          const text = canonicalJson(['rewritten', seq, at.toISOString(), actor, kind, now]);
          const hash = createHash('sha256').update(previous).update(text, 'utf8').digest();
          await db.query(
            `update payrun.event set data = $2, previous_hash = $3, hash = $4 where chain = 'rewritten' and seq = $1`,
            [seq, JSON.stringify(now), previous, hash],
          );
          previous = hash;
        }
        await db.query(`update payrun.event_head set hash = $1 where chain = 'rewritten'`, [previous]);
      });
      expect((await verifyChain(ledger.db, 'rewritten')).broken).toMatchObject({ seq: 3n });
      await tamper((db) => db.query(`update payrun.event set mac = '' where chain = 'rewritten'`));
      expect((await verifyChain(ledger.db, 'rewritten')).broken).toMatchObject({ seq: 1n });
      await tamper((db) => db.query(`delete from payrun.event where chain = 'rewritten'`));
      await ledger.db.query(`delete from payrun.event_head where chain = 'rewritten'`);
    });

    it('all chains are verified', async () => {
      const reports: ChainReport[] = [];
      for await (const report of verifyAllChains(ledger.db)) reports.push(report);
      const broken = reports.filter((report) => report.broken !== null).map((report) => report.chain);
      expect(new Set(broken)).toEqual(new Set(cases.map(([what]) => what)));
      expect(reports.filter((report) => report.broken === null).map((report) => report.chain)).toEqual([
        'data',
        'long',
        'race',
      ]);
    });
  });
});
