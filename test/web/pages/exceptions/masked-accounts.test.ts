import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../../src/engine/context/app-context.ts';
import { paySheet } from '../../../../src/engine/runs/pay.ts';
import { describeDatabases } from '../../../support/database.ts';
import { sheetOf, testPayroll } from '../../../support/payroll.ts';
import { person } from '../../../support/person.ts';
import { openPages, PASSWORD, type VisitedPages } from '../../../support/visited-pages.ts';

const APPROVER = { name: 'carla', role: 'approver' } as const;
const TOGETHER = 'All payments on hold for this account mask are released together, and the mask is accepted.';

describeDatabases('the question about accounts masked in a new form', (database) => {
  const payroll = testPayroll(database, { pricingMs: 0 });
  let appContext: AppContext;
  let pages: VisitedPages;
  /** How the service shows the number of an account, which it masks with "*" but for the last two characters. */
  let shown = (number: string) => number;
  const maskedBy = (character: string) => (number: string) => number.replaceAll('*', character);
  beforeAll(async () => {
    appContext = await payroll.appContext({}, async (input, init) => {
      const answer = await fetch(input, init);
      const numbers = /(?<="(?:iban|accountNum)":")\*+\w\w(?=")/g;
      const body = (await answer.text()).replace(numbers, (number) => shown(number));
      return new Response(body, { status: answer.status, headers: answer.headers });
    });
    pages = openPages(appContext);
  });

  /** Two runs with a payment on hold each. Returns the ids of these payments. */
  const hold = async (name: string): Promise<readonly string[]> => {
    for (const reference of [`${name}-1`, `${name}-2`])
      await paySheet(appContext, {
        file: payroll.sheet(`${reference}.csv`, sheetOf([{ reference, email: `${reference}@example.com` }])),
        ...{ maker: person('mia'), onInvalid: 'skip', dryRun: false, confirm: 'yes', progress: () => {} },
      });
    return (await held()).map(({ id }) => id);
  };
  const held = async () =>
    (
      await appContext.ledger.db.query<{ id: string; reason_code: string }>(
        `select id, reason_code from payrun.payment where state = 'held' order by reference`,
      )
    ).rows;

  it('is asked once on the page of one of the payments, and the password answers for all of them', async () => {
    shown = maskedBy('•');
    const [first] = await hold('page');
    expect((await held()).map(({ reason_code }) => reason_code)).toEqual(['account_masked', 'account_masked']);
    const { text } = await pages.get(`/payments/${first}`, APPROVER);
    expect(text).toContain('Accept the mask and release all');
    expect(text).toContain(TOGETHER);
    const compared = /name="compared" value="([^"]*)"/.exec(text)?.[1] ?? '';
    const release = (password: string) => pages.post(`/payments/${first}/release`, { compared, password }, APPROVER);
    expect((await release('wrong')).status).toBe(422);
    expect(await held()).toHaveLength(2);
    expect((await release(PASSWORD)).status).toBe(303);
    expect(await held()).toEqual([]);
  });

  it('is asked once in the queue too, which says that the others are released with the chosen one', async () => {
    shown = maskedBy('#');
    const [first] = await hold('queue');
    const { text } = await pages.get('/exceptions', APPROVER);
    expect(text.split(TOGETHER)).toHaveLength(2);
    const compared = /name="compared" value="([^"]*)"/.exec(text)?.[1] ?? '';
    const done = await pages.post(
      '/exceptions/release',
      { [`p-${first}`]: 'on', compared, password: PASSWORD },
      APPROVER,
    );
    expect(decodeURIComponent(done.headers.get('Location')!).replaceAll('+', ' ')).toContain(
      'Released 1 payment, including all others on hold for the same reason.',
    );
    expect(await held()).toEqual([]);
  });

  it('is not asked again, and another account is held for itself', async () => {
    expect(await hold('same')).toEqual([]);
    shown = (number) => maskedBy('#')(number).replace(/..$/, 'XX');
    await hold('other');
    expect((await held()).map(({ reason_code }) => reason_code)).toEqual(Array(2).fill('account_differs'));
  });
});
