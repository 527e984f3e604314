import { setTimeout as sleep } from 'node:timers/promises';
import type { Hono } from 'hono';
import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../src/engine/context/app-context.ts';
import { sheetOfBytes } from '../../src/intake/map-sheet.ts';
import { fairLimit } from '../../src/platform/fair-limit.ts';
import { verifyLedger } from '../../src/reports/verify.ts';
import { createApp } from '../../src/web/app.ts';
import type { CurrentUser } from '../../src/web/current-user.ts';
import { pages } from '../../src/web/pages/pages.ts';
import { addColumnPages, type SheetToMatch } from '../../src/web/pages/uploads/columns-form.ts';
import { countsOf } from '../support/counts-of.ts';
import { describeDatabases } from '../support/database.ts';
import { people, sheetOf, testPayroll } from '../support/payroll.ts';
import { signedIn } from '../support/signed-in.ts';
import { withPatience } from '../support/visited-pages.ts';

describeDatabases('an uploaded sheet with unknown columns', (database) => {
  const payroll = testPayroll(database);
  let place: AppContext;
  let app: Hono;
  let who: Partial<CurrentUser> = { name: 'mia', role: 'maker' };
  beforeAll(async () => {
    place = await payroll.appContext();
    app = createApp([signedIn(() => who), pages({ appContext: withPatience(place) })], place.log);
  });

  const send = async (path: string, sheet: File | null, more: Record<string, string> = {}) => {
    const form = new FormData();
    if (sheet) form.set('sheet', sheet);
    for (const [name, value] of Object.entries(more)) form.set(name, value);
    const response = await app.request(path, { method: 'POST', body: form });
    const to = response.headers.get('location') ?? '';
    const text = await (to === '' ? response : await app.request(to)).text();
    return { status: response.status, text, to };
  };
  const answer = async ({ stored = '', ...form }: Record<string, string>) => {
    const body = new URLSearchParams(form);
    const response = await app.request(`/upload/columns?sheet=${stored}`, { method: 'POST', body });
    const to = response.headers.get('location') ?? '';
    const text = await (to === '' ? response : await app.request(to)).text();
    return { status: response.status, text, to };
  };
  /** A sheet of an ERP that no one knows: what is paid is called "Soll". */
  const erp = (name: string, header: Readonly<Record<string, string>> = {}) => {
    const [first = '', ...rows] = sheetOf(
      people(2, (n) => ({ reference: `${name}-${n}`, email: `${name}.${n}@example.com`, memo: name })),
    )
      .trimEnd()
      .split('\n');
    const names = first
      .split(',')
      .map((column) => ({ amount: 'Soll X1', email: 'Kontaktpunkt', ...header })[column] ?? column);
    return new File([[names.join(','), ...rows].join('\n')], `${name}.csv`);
  };
  const fields = (text: string) =>
    [...text.matchAll(/<select name="(column-\d+)" aria-label="Contents of ([^"]*)"[^>]*>(.*?)<\/select>/gs)].map(
      ([, field = '', header = '', options = '']) => ({
        field,
        header,
        chosen: /value="([^"]*)" selected/.exec(options)?.[1] ?? '',
      }),
    );
  const answersOf = (text: string, more: Readonly<Record<string, string>>) => ({
    stored: /action="\/upload\/columns\?sheet=([^"]*)"/.exec(text)?.[1] ?? '',
    name: 'Acme ERP',
    ...Object.fromEntries(
      fields(text).map(({ field, header, chosen }) => [field, more[header] ?? (chosen === '' ? '-' : chosen)]),
    ),
  });
  const MEANT = { 'Soll X1': 'amount', Kontaktpunkt: 'email' };

  it('asks about each of them with its first cells and a reason, stores the answer, and reads the next sheet by it', async () => {
    const asked = await send('/upload', erp('one'), { decimal: 'point' });
    expect([asked.status, asked.to]).toEqual([303, expect.stringMatching(/^\/upload\/columns\?sheet=[0-9a-f-]{36}$/)]);
    expect(asked.text).toContain('Match columns');
    expect(asked.text).toContain('one.1@example.com');
    expect(asked.text).not.toMatch(/DE\d{20}/);
    // In words, and with the next step on this page.
    expect(asked.text).toContain('Choose what each column contains.');
    expect(asked.text).toContain('>Account number, CLABE or CBU');
    expect(asked.text).toContain('>Currency of the target amount');
    expect(asked.text).not.toMatch(/<option[^>]*>[^<]*\b(?:paymentReference|referenceId|accountNum|swiftBic)\b/);
    expect(asked.text).toContain('Possibly amount');
    // An option names the column in words; a list says what each column holds.
    const options = [...asked.text.matchAll(/<option[^>]*>([^<]*)/g)].map(([, text = '']) => text);
    expect(options).toContain('Target currency');
    expect(options).toContain('IBAN');
    expect(options.filter((text) => !/^[A-Z]/.test(text) || /\b[a-z]+[A-Z]/.test(text))).toEqual([]);
    const chosen = Object.fromEntries(fields(asked.text).map(({ header, chosen: is }) => [header, is]));
    expect(chosen).toMatchObject({ currency: 'currency', iban: 'iban', 'Soll X1': '' });

    // The file waits, also for who logs in again, and is no one else's.
    expect(await (await app.request('/upload')).text()).toContain(`href="${asked.to}"`);
    who = { name: 'moe', role: 'maker' };
    expect(await (await app.request('/upload')).text()).not.toContain('one.csv');
    expect(await (await app.request(asked.to)).text()).toContain('This file is no longer available');
    expect((await answer(answersOf(asked.text, MEANT))).status).toBe(409);
    who = { name: 'mia', role: 'maker' };

    const kept = await answer(answersOf(asked.text, MEANT));
    expect(kept.status, kept.text.slice(0, 2_000)).toBe(303);
    expect(await countsOf(place.ledger.db, BigInt(kept.to.split('/').at(-1)!))).toMatchObject({ ready: 2, invalid: 0 });
    expect(kept.text).toContain('Read as: Acme ERP');
    expect(await (await app.request('/upload')).text()).not.toContain('one.csv');
    expect((await answer(answersOf(asked.text, MEANT))).text, 'sent twice').toContain('no longer available');

    const next = await send('/upload', erp('two'));
    expect(next.status).toBe(303);
    expect(await countsOf(place.ledger.db, BigInt(next.to.split('/').at(-1)!))).toMatchObject({ ready: 2, invalid: 0 });
    const { rows } = await place.ledger.db.query(
      `select actor, data->>'name' as name from payrun.event where kind = 'columns_taught'`,
    );
    expect(rows).toEqual([{ actor: 'mia', name: 'Acme ERP' }]);
    expect((await verifyLedger({ ledger: place.ledger })).findings).toEqual([]);
  });

  it('names a format by its file if its user does not, and reads the columns of two sheets at a time', async () => {
    const asked = await send('/upload', erp('ledger-2026-06', { memo: 'Vermerk N' }));
    expect(asked.text).toContain('name="name" type="text" value="ledger"');
    const kept = await answer({ ...answersOf(asked.text, { ...MEANT, 'Vermerk N': 'memo' }), name: '' });
    expect(kept.text).toContain('Read as: ledger');
    await place.ledger.db.query(`delete from payrun.sheet_format where name = 'ledger'`);

    let [now, most] = [0, 0];
    const find = async (): Promise<SheetToMatch> => ({
      ...{ of: { sheet: '' }, name: 'a.csv', file: sheetOfBytes('a.csv', Buffer.from('a,b\n1,2\n')), options: {} },
      why: async () => {
        now += 1;
        most = Math.max(most, now);
        await sleep(20);
        now -= 1;
        return 'why';
      },
      read: async () => '/',
    });
    let n = 0;
    const narrow = createApp(
      [
        signedIn(() => ({ name: `user-${n++}`, role: 'maker' })),
        (one) => addColumnPages(one, { appContext: place }, '/columns', find, fairLimit(2)),
      ],
      place.log,
    );
    await Promise.all([1, 2, 3, 4, 5].map(() => narrow.request('/columns')));
    expect([n, most]).toEqual([5, 2]);
  });

  it('asks again if the header changed, and the file can be discarded', async () => {
    const changed = await send('/upload', erp('three', { memo: 'Vermerk X' }));
    expect(changed.text).toContain('Match columns');
    const discard = (sheet: string) =>
      app.request('/drafts/discard', { method: 'POST', body: new URLSearchParams({ sheet }) });
    const { stored } = answersOf(changed.text, MEANT);
    who = { name: 'moe', role: 'maker' };
    await discard(stored);
    who = { name: 'mia', role: 'maker' };
    expect(await (await app.request('/upload')).text()).toContain('three.csv');
    expect((await discard(stored)).status).toBe(303);
    expect(await (await app.request('/upload')).text()).not.toContain('three.csv');
    const { rows } = await place.ledger.db.query('select name from payrun.sheet_format');
    expect(rows).toEqual([{ name: 'Acme ERP' }]);
    expect((await verifyLedger({ ledger: place.ledger })).findings).toEqual([]);
  });

  it.each([
    ['one column said of two headers', { 'Soll X1': 'amount', Kontaktpunkt: 'amount' }, 'can’t both be amount'],
    [
      'one that is needed said to be not used',
      { 'Soll X1': '-', Kontaktpunkt: 'email' },
      'is missing required columns',
    ],
    ['a column that Payrun has not', { 'Soll X1': 'money', Kontaktpunkt: 'email' }, 'Match the column'],
    ['the name of another header', MEANT, 'is already used for another header'],
  ])('does not store %s, and says why beside the answers', async (_, meant, words) => {
    const header = { memo: 'Vermerk Z' };
    const asked = await send('/upload', erp('four', header));
    const { status, text } = await answer(answersOf(asked.text, meant));
    expect(status).toBe(422);
    expect(text).toContain(words);
    expect(fields(text).find((one) => one.header === 'currency')?.chosen).toBe('currency');
  });

  it('becomes one run if two tabs answer and a third discards it at once, and none if the role was removed meanwhile', async () => {
    who = { name: 'mia', role: 'maker' };
    const runs = async () =>
      Number((await place.ledger.db.query<{ n: bigint }>('select count(*) as n from payrun.run')).rows[0]!.n);
    const before = await runs();
    const asked = await send('/upload', erp('tabs', { memo: 'Vermerk T' }));
    const form = answersOf(asked.text, { ...MEANT, 'Vermerk T': 'memo' });
    who = { name: 'mia', role: 'viewer' };
    expect((await answer(form)).status).toBe(403);
    who = { name: 'mia', role: 'maker', merchants: ['elsewhere'] };
    expect((await answer(form)).status).toBe(409);
    expect(await runs()).toBe(before);
    who = { name: 'mia', role: 'maker' };
    const discard = app.request('/drafts/discard', {
      method: 'POST',
      body: new URLSearchParams({ sheet: form.stored }),
    });
    const [first, second, gone] = await Promise.all([answer(form), answer(form), discard]);
    expect([first.status, second.status].every((status) => status === 303 || status === 422 || status === 409)).toBe(
      true,
    );
    expect(gone.status).toBe(303);
    expect((await runs()) - before).toBe([first, second].filter(({ status }) => status === 303).length);
    expect((await runs()) - before).toBeLessThanOrEqual(1);
    expect((await verifyLedger({ ledger: place.ledger })).findings).toEqual([]);
  });

  it('asks no one without the permission: a viewer, and a maker of some merchants', async () => {
    const asked = await send('/upload', erp('five', { memo: 'Vermerk Z' }));
    const five = { ...answersOf(asked.text, MEANT), name: 'Five' };
    who = { name: 'vera', role: 'viewer' };
    expect((await answer(five)).status).toBe(403);
    who = { name: 'lim', role: 'maker', merchants: ['default'] };
    const limited = await send('/upload', erp('five', { memo: 'Vermerk Z' }), { merchant: 'default' });
    expect([limited.status, limited.text.includes('Match columns')]).toEqual([422, false]);
    const pressed = await answer({ ...five, merchant: 'default' });
    expect([pressed.status, pressed.text.includes('a maker of all merchants')]).toEqual([409, true]);
    who = { name: 'mia', role: 'maker' };
    const { rows } = await place.ledger.db.query('select name from payrun.sheet_format');
    expect(rows).toEqual([{ name: 'Acme ERP' }]);
  });
});
