import type { Hono } from 'hono';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AppContext } from '../../../../src/engine/context/app-context.ts';
import { releasePayments } from '../../../../src/engine/review/release.ts';
import { addUser } from '../../../../src/engine/users/users.ts';
import { getBatches } from '../../../../src/ledger/batches/batch.ts';
import { getRun } from '../../../../src/ledger/runs/run.ts';
import { createApp } from '../../../../src/web/app.ts';
import type { CurrentUser } from '../../../../src/web/current-user.ts';
import { pages } from '../../../../src/web/pages/pages.ts';
import { describeDatabases } from '../../../support/database.ts';
import { germanIban, people, sheetOf, testPayroll } from '../../../support/payroll.ts';
import { person } from '../../../support/person.ts';
import { PASSWORD, signedIn } from '../../../support/signed-in.ts';
import { cheapPasswords } from '../../../support/web-visit.ts';

describeDatabases('the page of an approval', (database) => {
  const payroll = testPayroll(database);
  const MANUAL = { 'approval.policy': 'manual' };
  let appContext: AppContext;
  let app: Hono;
  let who: Partial<CurrentUser> = {};
  let sheets = 0;

  beforeAll(async () => {
    appContext = await payroll.appContext(MANUAL);
    app = createApp([signedIn(() => who), pages({ appContext })], appContext.log);
  });

  /** A run that waits for approval; its number. */
  const waiting = async (more: Parameters<typeof sheetOf>[0] = []) => {
    const name = `s${++sheets}`;
    const lines = people(2, (n) => ({ reference: `${name}-${n}`, email: `${name}.${n}@example.com`, memo: name }));
    const { run, state } = await payroll.pay(payroll.sheet(`${name}.csv`, sheetOf([...lines, ...more])), {
      env: MANUAL,
    });
    expect(state).toBe('waiting_approval');
    return run;
  };
  const look = async (run: string) => {
    const response = await app.request(`/runs/${run}/approve`);
    return { status: response.status, text: await response.text() };
  };
  const decide = async (run: string, decision: 'approve' | 'reject', form: Record<string, string>) => {
    const response = await app.request(`/runs/${run}/${decision}`, { method: 'POST', body: new URLSearchParams(form) });
    return { status: response.status, text: await response.text(), to: response.headers.get('location') };
  };
  const hashIn = (text: string) => /name="hash" value="([0-9a-f]{64})"/.exec(text)?.[1] ?? '';
  const batchesIn = async (run: string) =>
    (await getBatches(appContext.ledger.db, BigInt(run))).map(({ state }) => state);

  it('approves exactly what was shown, with the password; the workers execute it', async () => {
    who = {};
    const run = await waiting();
    const hash = hashIn((await look(run)).text);
    expect(await decide(run, 'approve', { hash, password: 'wrong' })).toMatchObject({
      status: 422,
      text: expect.stringContaining('Incorrect password.'),
    });
    const other = hash.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
    const outdated = await decide(run, 'approve', { hash: other, password: PASSWORD });
    expect(outdated.status).toBe(409);
    // At the form that approves what is there now.
    expect(outdated.text).toMatch(/role="alert">[^<]*has changed since you last saw it[^<]*<\/p>/);
    expect(hashIn(outdated.text)).toBe(hash);
    expect(await batchesIn(run)).toEqual(['quoted']);
    const approved = await decide(run, 'approve', { hash, password: PASSWORD });
    expect(approved).toMatchObject({ status: 303, to: expect.stringMatching(`^/runs/${run}\\?notice=Run\\+approved`) });
    expect(await (await app.request(approved.to!)).text()).toContain('Run approved.');
    expect(await batchesIn(run)).toEqual(['approved']);
    const events = await appContext.ledger.db.query(
      `select actor, data ->> 'hash' is not null as bound from payrun.event where chain = $1 and kind = 'batch_approved'`,
      [`run-${run}`],
    );
    expect(events.rows).toEqual([{ actor: 'anna', bound: true }]);
    await payroll.resume(run);
    expect((await getRun(appContext.ledger.db, run)).finished_at).not.toBeNull();
    // Another approver was quicker.
    for (const action of ['approve', 'reject'] as const) {
      const second = await decide(run, action, { hash, password: PASSWORD, because: 'too late' });
      expect(second, action).toMatchObject({ status: 303, to: expect.stringContaining(`/runs/${run}?refused=`) });
    }
    const late = await look(run);
    expect(late.status).toBe(409);
    expect(late.text).toContain(`href="/runs/${run}">Open run ${run}`);
  });

  it('puts changed bank details first, with the last paid account', async () => {
    who = {};
    const recipient = { email: 'moved@example.com', first: 'Mara', last: 'Moved' };
    const first = await waiting([{ ...recipient, reference: 'old', iban: germanIban(901) }]);
    await decide(first, 'approve', { hash: hashIn((await look(first)).text), password: PASSWORD });
    await payroll.resume(first);
    const second = await waiting([{ ...recipient, reference: 'new', iban: germanIban(902), amount: '999.99' }]);
    expect((await look(second)).text).toMatch(/Excluded: 1 payment on hold/);
    await releasePayments(appContext, ['new'], person('rosa'), second, 'Called Mara on the number in her contract');
    // Her release does not count while she may not release, so the approver has to verify the account.
    for (const [name, role] of [
      ['ines', 'admin'],
      ['anna', 'approver'],
      ['rosa', 'viewer'],
    ] as const)
      await addUser({ ...appContext, passwords: cheapPasswords }, person('ines'), {
        ...{ name, role, password: 'seven blue kites fly', merchants: null, limits: null },
      });
    await payroll.resume(second, MANUAL);
    const { text } = await look(second);
    expect(text).toContain('Changed bank details: 1 payment');
    expect(text).toContain('rosa,');
    expect(text.indexOf('Changed bank details')).toBeLessThan(text.indexOf('id="payments"'));
    // Old and new account side by side, with what was paid then.
    const diff = text
      .slice(text.indexOf('class="diff"'), text.indexOf('</section>', text.indexOf('class="diff"')))
      .replace(/<[^>]+>/g, '');
    expect(diff).toMatch(
      /Last paid just now, 103\.25 EUR\s+IBAN ••••\s0901 Germany\s+→\s+This payment to Mara Moved, 999\.99 EUR\s+IBAN ••••\s0902 Germany/,
    );
    for (const [, place] of text.matchAll(/href="#(\w+)"/g)) expect(text).toContain(`id="${place}"`);

    // No one approves it without a note of how the account was verified, which has no bank details.
    const hash = hashIn(text);
    const approve = (verified?: string) =>
      decide(second, 'approve', { hash, password: PASSWORD, ...(verified === undefined ? {} : { verified }) });
    for (const [note, says] of [
      [undefined, 'requires a verification note'],
      ['  ', 'requires a verification note'],
      ['ok', 'is too short'],
      [`Called her, it is ${germanIban(902)}`, 'contains bank details'],
      [`Called her, it is ${germanIban(902).slice(4).replace(/(...)/g, '$1 ')}`, 'contains bank details'],
    ] as const) {
      const answer = await approve(note);
      expect(answer, note).toMatchObject({ status: 422, text: expect.stringContaining(says) });
      expect(answer.text).not.toContain(germanIban(902));
    }
    expect(new Set(await batchesIn(second))).toEqual(new Set(['quoted']));
    const note = 'Called Mara on +49 30 5550 123 from the contract of 2024';
    expect(await approve(note)).toMatchObject({ status: 303 });
    const noted = await appContext.ledger.db.query(
      `select distinct data->>'verified' as note from payrun.event where chain = $1 and kind = 'batch_approved'`,
      [`run-${second}`],
    );
    expect(noted.rows).toEqual([{ note }]);
    expect(await (await app.request(`/runs/${second}/history`)).text()).toContain(`New account verified: “${note}”.`);
    await appContext.ledger.db.query('delete from payrun.user_account');
  });

  describe('is refused', () => {
    let run: string;
    let hash: string;
    beforeAll(async () => {
      who = {};
      run = await waiting();
      hash = hashIn((await look(run)).text);
    });
    const CASES: readonly [name: string, visitor: Partial<CurrentUser>, says: string, status: number | null][] = [
      ['to the maker', { name: 'mia' }, 'You created this run. Another approver must sign off.', 303],
      ['to the maker in capitals', { name: 'MIA ' }, 'You created this run.', 303],
      [
        'to a maker’s role',
        { name: 'max', role: 'maker' },
        'An approver other than the uploader must approve or reject it.',
        403,
      ],
      [
        'to a viewer',
        { name: 'vera', role: 'viewer' },
        'An approver other than the uploader must approve or reject it.',
        403,
      ],
      ['above the limit', { limits: { EUR: '100.00' } }, 'is above the limit of', null],
    ];
    it.each(CASES)('for %s, with the reason', async (_, visitor, says, status) => {
      who = visitor;
      const shown = await look(run);
      expect(shown.text).toContain(says);
      expect(shown.text, 'no button').not.toContain('Approve and send');
      // The limit of a session is that of its user, whom the engine asks.
      if (status === null) return;
      const refused = await decide(run, 'approve', { hash, password: PASSWORD });
      expect([refused.status, refused.to?.includes('refused=')]).toEqual([status, status === 303 ? true : undefined]);
      expect(await batchesIn(run)).toEqual(['quoted']);
    });
    it('for a merchant that the user may not see: it does not exist', async () => {
      who = { merchants: ['another'] };
      expect((await look(run)).status).toBe(404);
      for (const decision of ['approve', 'reject'] as const)
        expect(await decide(run, decision, { hash, because: 'x', password: PASSWORD })).toMatchObject({ status: 404 });
      expect(await batchesIn(run)).toEqual(['quoted']);
    });
    it.each([['0'], ['x'], ['999999'], ['1%20or%201=1'], ['-1']])('for run %s, which does not exist', async (none) => {
      who = {};
      expect((await look(none)).status).toBe(404);
    });
  });
});
