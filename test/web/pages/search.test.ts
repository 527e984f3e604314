import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import { recipientFingerprint } from '../../../src/ledger/payments/fingerprints.ts';
import { confirmAccount, confirmProfile, intendCreate } from '../../../src/ledger/recipients/recipient.ts';
import { createLog } from '../../../src/platform/log.ts';
import { looksPrivate } from '../../../src/references/private-text.ts';
import { withoutAccountNumbers } from '../../../src/reports/without-account-numbers.ts';
import { describeDatabases } from '../../support/database.ts';
import { germanIban, testPayroll } from '../../support/payroll.ts';
import { addPayments, startTestRun } from '../../support/test-run.ts';
import { openPages, type VisitedPages } from '../../support/visited-pages.ts';

const EMAIL = 'Ana.Perez@example.com';

describe('a search text', () => {
  const CASES: readonly (readonly [text: string, is: boolean])[] = [
    [EMAIL, true],
    ['someone＠example.com', true],
    ['DE89370400440532013000', true],
    ['de89 3704 0044 0532 0130 00', true],
    ['GB29-NWBK-6016-1331-9268-19', true],
    ['NO9386011117947', true],
    ['12345678', true],
    ['20-00-00 55779911', true],
    ['012180000118359719', true],
    ['acct 0011223344', true],
    ['1,240.50', true],
    ['1240.5 EUR', true],
    ['€ 1.240', true],
    ['JUNE-12', false],
    ['INV-2026-0417', false],
    ['MAY-2026-0101', false],
    ['payouts-2026-06-30.csv', false],
    ['V-1042', false],
    ['1042', false],
    ['Ana Pérez', false],
    ['Muster GmbH', false],
    ['V-1042.5', false],
    ['1240', false],
  ];
  it.each(CASES)('G5: "%s" is private: %s', (text, is) => {
    expect(looksPrivate(text)).toBe(is);
  });

  it.each([
    ['paid to DE89 3704 0044 0532 0130 00, he says', 'paid to ***3000, he says'],
    ['account 0011223344 of INV-2026-0417', 'account ***3344 of INV-2026-0417'],
  ])('"%s" is shown as "%s"', (text, shown) => {
    expect(withoutAccountNumbers(text)).toBe(shown);
  });
});

describeDatabases('a search', (database) => {
  const payroll = testPayroll(database);
  const logged: string[] = [];
  let appContext: AppContext;
  let office: VisitedPages;
  let run: bigint;
  /** What the clock is ahead, in milliseconds. */
  let passed = 0;

  beforeAll(async () => {
    const stream = new Writable({
      write(line, _, done) {
        logged.push(String(line));
        done();
      },
    });
    const log = createLog('trace', stream);
    const place = await payroll.appContext();
    appContext = { ...place, log, clock: { ...place.clock, now: () => place.clock.now() + passed } };
    office = openPages(appContext, log);
    const { ledger } = appContext;
    const started = await startTestRun(ledger, { merchant: 'acme' });
    run = started.id;
    await addPayments(
      ledger,
      started,
      Array.from({ length: 60 }, (_, n) => ({ reference: `mail${n}@x`, state: 'ready' as const })),
    );
    for (let n = 0; n < 60; n++)
      await ledger.db.query(
        `insert into payrun.recipient (id, merchant_id, key_fp, email_fp, reference_id) values ($1, 'acme', $2, $3, $4)`,
        [
          randomUUID(),
          recipientFingerprint(ledger.vault, `ref:V-${n}`),
          recipientFingerprint(ledger.vault, `email:${(n < 55 ? EMAIL : 'one@example.com').toLowerCase()}`),
          `V-${n}`,
        ],
      );
  });

  /** Sends the form, and follows to where it leads. */
  const search = async (path: string, form: Record<string, string>) => {
    const { status, headers } = await office.post(path, form);
    expect(status).toBe(303);
    const at = headers.get('Location')!;
    return { at, page: await office.get(at.replace(/#.*/, '')) };
  };
  const csvOf = (text: string) => /href="(\/runs\/\d+\/payments\.csv\?[^"]*)"/.exec(text)![1]!.replaceAll('&amp;', '&');
  const nextOf = (text: string) => /<a href="([^"]*)" rel="next">/.exec(text)?.[1]?.replaceAll('&amp;', '&');
  const rowsOf = (text: string) => [...text.matchAll(/>(V-\d+|mail\d+@x)</g)].map(([, name]) => name!);

  it('that is harmless is in the URL, with the other filters', async () => {
    expect((await search('/find', { q: ' V-57 ' })).at).toBe('/find?q=V-57');
    expect((await search('/recipients', { q: 'V-57', merchant: 'acme' })).at).toBe('/recipients?merchant=acme&q=V-57');
    expect((await search('/runs', { q: 'june.csv', status: 'paid', evil: 'x' })).at).toBe(
      '/runs?status=paid&q=june.csv',
    );
    expect((await search(`/runs/${run}`, { q: 'mail', state: 'ready' })).at).toBe(
      `/runs/${run}?state=ready&q=mail#payments`,
    );
    expect((await search('/find', { q: '' })).at).toBe('/find');
  });

  it('finds a run by its number with or without the word, and a reference also in small letters', async () => {
    for (const q of [String(run), `run ${run}`, `Run #${run}`])
      expect((await search('/find', { q })).page.text, q).toContain(`There is a <a href="/runs/${run}">run ${run}</a>`);
    const started = await startTestRun(appContext.ledger, { merchant: 'acme' });
    await addPayments(appContext.ledger, started, [{ reference: 'INV-77-B', state: 'ready' }]);
    for (const q of ['INV-77-B', 'inv-77-b']) {
      const { page } = await search('/find', { q });
      expect(page.status, q).toBe(302);
      expect(page.headers.get('Location'), q).toMatch(/^\/payments\//);
    }
  });

  it('finds a payment by its ID in Payrun and by that of the payout service, and none of another merchant', async () => {
    const started = await startTestRun(appContext.ledger, { merchant: 'acme' });
    const [id] = await addPayments(appContext.ledger, started, [{ reference: 'ID-1', state: 'ready' }]);
    await appContext.ledger.db.query(`update payrun.payment set remote_id = 'P-find-me' where id = $1`, [id]);
    for (const q of [id!, 'P-find-me']) {
      expect((await search('/find', { q })).page.headers.get('Location'), q).toBe(`/payments/${id}`);
      expect((await office.get(`/find?q=${q}`, { merchants: ['other'] })).text, q).not.toContain('ID-1');
    }
  });

  it('finds references that begin with the text, in their order, and none of another merchant', async () => {
    const started = await startTestRun(appContext.ledger, { merchant: 'acme' });
    const other = await startTestRun(appContext.ledger, { merchant: 'beginnings' });
    const references = ['BEG-20', 'BEG-2041', 'BEG-2042', 'BEG-21', 'beg-2043', 'BÉG-2044', 'XBEG-2045', 'BEG_2046'];
    await addPayments(
      appContext.ledger,
      started,
      references.map((reference) => ({ reference, state: 'ready' as const })),
    );
    await addPayments(appContext.ledger, other, [{ reference: 'BEG-2047', state: 'ready' }]);
    const shown = async (q: string) =>
      [...(await office.get(`/find?q=${q}`, { merchants: ['acme'] })).text.matchAll(/>([A-Zé]+[-_]\d+)</gi)].map(
        ([, reference]) => reference,
      );
    expect(await shown('BEG-20')).toEqual(['BEG-20', 'BEG-2041', 'BEG-2042']);
    expect(await shown('beg-204')).toEqual(['BEG-2041', 'BEG-2042', 'beg-2043']);
    expect(await shown('BEG-2048')).toEqual([]);
    expect(await shown('BE')).toEqual([]);
    expect((await office.get('/find?q=beg-20', { merchants: ['other'] })).text).toContain('No results.');
  });

  it.each(['/find', '/recipients', '/runs', 'the run'])(
    'G5: on %s puts no private text into any URL',
    async (where) => {
      const path = where === 'the run' ? `/runs/${run}` : where;
      for (const q of [EMAIL, germanIban(7), '0011223344']) {
        const { at, page } = await search(path, { q });
        expect(at).toMatch(new RegExp(`^${path}\\?asked=[\\w-]{16}(#payments)?$`));
        expect(page.status).toBe(200);
        expect(page.text).toContain('are kept out of this page’s URL');
        for (const [, href] of page.text.matchAll(/(?:href|action|data-live)="([^"]*)"/g))
          expect(decodeURIComponent(href!)).not.toContain(q);
        // Who types it into the address, or has it in a bookmark, is led away from there.
        const typed = await office.get(`${path}?q=${encodeURIComponent(q)}`);
        expect(typed.status).toBe(303);
        expect(typed.headers.get('Location')).toMatch(/^[^?]*\?asked=[\w-]{16}$/);
      }
    },
  );

  it('finds a recipient by their e-mail, page by page', async () => {
    const found = new Set<string>();
    const first = await search('/recipients', { q: EMAIL });
    let text = first.page.text;
    for (let pages = 1; ; pages++) {
      for (const name of rowsOf(text)) found.add(name);
      const next = nextOf(text);
      if (!next) {
        expect(pages).toBe(2);
        break;
      }
      expect(next).toMatch(/^\/recipients\?asked=[\w-]{16}&after=/);
      ({ text } = await office.get(next));
    }
    expect(found.size).toBe(55);
    expect((await search('/find', { q: 'ONE@example.com' })).page.text).toContain('>V-57<');
    expect((await search('/find', { q: germanIban(7) })).page.text).toContain(
      'Search for the last four of the account number.',
    );
  });

  describe('for a recipient', () => {
    const PEOPLE = [
      ['Ana Pérez', 'IBAN***0700'],
      ['Chloé Lindqvist', 'account***5567'],
      ['Northwind Traders GmbH', 'IBAN***3000'],
      ['佐藤 春', 'account***5567'],
    ] as const;

    beforeAll(async () => {
      const { db } = appContext.ledger;
      for (const [i, [name, hint]] of PEOPLE.entries()) {
        const id = randomUUID();
        const key = Buffer.alloc(32, 100 + i);
        await intendCreate(db, { id, merchant: 'acme', keyFp: key, emailFp: null, referenceId: `NAME-${i}` });
        await confirmProfile(db, id, { remoteId: `R-name-${i}`, profileFp: key, emailFp: null, profile: { name } });
        await confirmAccount(db, id, `A-name-${i}`, key, hint);
      }
    });

    const CASES: readonly (readonly [typed: string, found: readonly number[]])[] = [
      ['Pérez', [0]],
      ['perez', [0]],
      ['ana per', [0]],
      ['LIND', [1]],
      ['chloe lindqvist', [1]],
      ['traders', [2]],
      ['佐藤', [3]],
      ['indqvist', [1]],
      ['northwnd', []],
      ['radd mbh', []],
      ['rader gm', [2]],
      ['ve', []],
      ['pe', [0]],
      ['藤', []],
      ['佐', [3]],
      ['ana lindqvist', []],
      ["o'brien & (sons) | !x:*", []],
      ['0700', [0]],
      ['•••• 5567', [1, 3]],
      ['9999', []],
    ];
    it.each(CASES)(
      '"%s" finds those whose name contains it, or who have an account that ends like that',
      async (typed, found) => {
        for (const path of ['/find', '/recipients']) {
          const { page } = await search(path, { q: typed });
          expect(page.status).toBe(200);
          const names = [...page.text.matchAll(/>(NAME-\d)</g)].map(([, name]) => name);
          expect([...new Set(names)].toSorted(), path).toEqual(found.map((i) => `NAME-${i}`));
        }
      },
    );

    it('finds who had an account that ends like that earlier, and reads no account number of theirs', async () => {
      const { db } = appContext.ledger;
      const [{ id }] = (await db.query<{ id: string }>(`select id from payrun.recipient where reference_id = 'NAME-2'`))
        .rows as [{ id: string }];
      await confirmAccount(db, id, 'A-later', Buffer.alloc(32, 9), 'IBAN***8811');
      for (const q of ['3000', '8811'])
        expect(rowsOf((await search('/find', { q })).page.text.replaceAll('NAME-', 'V-')), q).toContain('V-2');
      await confirmAccount(db, id, 'A-name-2', Buffer.alloc(32, 102), 'IBAN***3000');
    });

    it('finds no one of another merchant', async () => {
      const { text } = await office.get('/find?q=lindqvist', { merchants: ['other'] });
      expect(text).toContain('No results.');
    });
  });

  it('finds payments by their amount, as people write it, and puts none with cents into a URL', async () => {
    const { ledger } = appContext;
    const other = await startTestRun(ledger, { merchant: 'acme' });
    await addPayments(ledger, other, [
      { reference: 'AMT-eur', minor: 124_050n, state: 'ready' },
      { reference: 'AMT-usd', minor: 124_050n, currency: 'USD', state: 'ready' },
      { reference: 'AMT-jpy', minor: 1_240n, currency: 'JPY', state: 'ready' },
      { reference: 'AMT-eur-1240', minor: 124_000n, state: 'ready' },
      { reference: 'AMT-eur-124', minor: 124n, state: 'ready' },
      { reference: 'AMT-kwd', minor: 1_240_500n, currency: 'KWD', state: 'ready' },
      { reference: 'AMT-cents', minor: 1_240n, state: 'ready' },
    ]);
    const CASES: readonly (readonly [typed: string, found: readonly string[]])[] = [
      ['1,240.50', ['AMT-eur', 'AMT-kwd', 'AMT-usd']],
      ['1240.5 EUR', ['AMT-eur']],
      ['$1,240.50', ['AMT-usd']],
      ['1.240,50 €', ['AMT-eur']],
      ['1.240', ['AMT-eur', 'AMT-eur-124', 'AMT-eur-1240', 'AMT-jpy', 'AMT-kwd', 'AMT-usd']],
      ['1240', ['AMT-eur', 'AMT-eur-1240', 'AMT-jpy', 'AMT-kwd', 'AMT-usd']],
      ['1240.00', ['AMT-eur-1240', 'AMT-jpy']],
      ['12.40', ['AMT-cents']],
      ['99,999.99', []],
    ];
    for (const [typed, found] of CASES) {
      const { at, page } = await search('/find', { q: typed });
      const names = [...page.text.matchAll(/>(AMT-[a-z0-9-]+)</g)].map(([, name]) => name!);
      expect([...new Set(names)].toSorted(), typed).toEqual(found);
      expect(at.startsWith('/find?asked='), typed).toBe(looksPrivate(typed));
    }
    const { text } = await office.get('/find?q=1240', { merchants: ['other'] });
    expect(text).toContain('No results.');
  });

  it('G5: for payments of a run continues on the next page, and can be downloaded', async () => {
    const { page } = await search(`/runs/${run}`, { q: '@x', state: 'ready' });
    expect(new Set(rowsOf(page.text)).size).toBe(50);
    const next = nextOf(page.text)!;
    expect(next).toMatch(/asked=[\w-]{16}&after=51#payments$/);
    expect(new Set(rowsOf((await office.get(next.replace(/#.*/, ''))).text)).size).toBe(10);
    const csv = csvOf((await search(`/runs/${run}`, { q: '9@x', state: 'ready' })).page.text);
    expect(csv).toMatch(/asked=[\w-]{16}$/);
    const { status, text } = await office.get(csv);
    expect(status).toBe(200);
    expect(text.trim().split('\r\n')).toHaveLength(7);
    // A search that is forgotten is no download of everything.
    expect((await office.get(csv.replace(/asked=.*/, 'asked=AAAAAAAAAAAAAAAA'))).status).toBe(404);
    const moved = await office.get(`/runs/${run}/payments.csv?q=${encodeURIComponent(EMAIL)}`);
    expect(moved.status).toBe(303);
    expect(moved.headers.get('Location')).toMatch(/payments\.csv\?asked=[\w-]{16}$/);
    expect((await office.get(`/runs/${run}/payments.csv?q=mail9`)).status).toBe(200);
  });

  it('G5: is kept for the session that made it, and for no one else', async () => {
    const { at } = await search('/recipients', { q: EMAIL });
    for (const [path, visitor] of [
      [at, { csrf: 'csrf-of-somebody-else' }],
      ['/recipients?asked=AAAAAAAAAAAAAAAA', {}],
    ] as const) {
      const { status, text } = await office.get(path, visitor);
      expect(status).toBe(200);
      expect(text).toContain('Enter it again.');
      expect(text).not.toContain(EMAIL);
    }
  });

  it('G5: is dropped ten minutes after its last use', async () => {
    const { at } = await search('/recipients', { q: EMAIL });
    for (const [minutes, isThere] of [
      [9, true],
      [9, true],
      [11, false],
    ] as const) {
      passed += minutes * 60_000;
      expect((await office.get(at)).text.includes('Enter it again.'), `after ${minutes} minutes`).toBe(!isThere);
    }
  });

  it('is in no log', async () => {
    await office.post('/find', { q: EMAIL });
    await office.get(`/find?q=${encodeURIComponent(EMAIL)}`);
    await office.get(`/runs/999999?q=${encodeURIComponent(EMAIL)}`);
    await office.get(`/nowhere?q=${encodeURIComponent(EMAIL)}`);
    appContext.log.info('the log is written');
    expect(logged.join('')).toContain('the log is written');
    for (const text of [EMAIL, 'Perez', germanIban(7), '0011223344']) expect(logged.join('')).not.toContain(text);
  });
});
