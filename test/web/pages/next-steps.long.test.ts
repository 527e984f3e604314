import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import { addUser } from '../../../src/engine/users/users.ts';
import type { CurrentUser } from '../../../src/web/current-user.ts';
import { newSheet } from '../../engine/inbox/inbox-folder.ts';
import { describeDatabases } from '../../support/database.ts';
import { germanIban, sheetOf, testPayroll } from '../../support/payroll.ts';
import { person } from '../../support/person.ts';
import { type Answer, openPages, PASSWORD, type VisitedPages } from '../../support/visited-pages.ts';
import { cheapPasswords } from '../../support/web-visit.ts';

type Visitor = Partial<CurrentUser>;
const CARLA: Visitor = { name: 'carla', role: 'approver' };
const OTTO: Visitor = { name: 'otto', role: 'approver' };
const ANNA: Visitor = { name: 'anna', role: 'admin' };
const OLGA: Visitor = { name: 'olga', role: 'admin' };
const MIA: Visitor = {};

/** A decision on a page that cannot be carried out as it was asked for, and what its answer leads to. */
interface Refused {
  /** Brings it about, and sends the form. */
  readonly refused: () => Promise<Answer>;
  readonly says: string;
  /** Who carries out the next step: the same person, or another one if it says so. */
  readonly by: Visitor;
  /** The link that is followed, and the form that is sent; both have to be on the page that is shown. */
  readonly link?: string | RegExp;
  readonly form?: RegExp;
  readonly fields?: Readonly<Record<string, string>>;
  /** The page of another person, who is asked to do it. */
  readonly at?: () => string;
}

/** Something that only an operator can type. */
const TYPED = /`|\s--[a-z]|PAYRUN_|DATABASE_URL|\bpayrun [a-z]/;

describeDatabases('the next step of a decision that is refused on a page', (database) => {
  const payroll = testPayroll(database);
  let appContext: AppContext;
  let pages: VisitedPages;
  beforeAll(async () => {
    appContext = await payroll.appContext({ 'approval.policy': 'manual' });
    pages = openPages(appContext);
    for (const { name, role } of [ANNA, OLGA, CARLA, OTTO, { name: 'mia', role: 'maker' } as const])
      await addUser({ ...appContext, passwords: cheapPasswords }, person('anna'), {
        ...{ name: name!, role: role!, password: 'horse battery staple 9', merchants: null, limits: null },
      });
  });
  let run: string;
  let payments: readonly { readonly id: string; readonly reference: string }[];
  /** A run of mia's that awaits approval. */
  const waitingRun = async (sheet = newSheet(2)) => {
    const file = payroll.sheet(`next-${crypto.randomUUID()}.csv`, sheet);
    ({ run } = await payroll.pay(file, { env: { 'approval.policy': 'manual' } }));
    const found = await appContext.ledger.db.query<(typeof payments)[number]>(
      `select id, reference from payrun.payment where run_id = $1 order by state <> 'held', row`,
      [run],
    );
    payments = found.rows;
  };
  /** Sends the form of a page, with its hidden fields, as a browser does. */
  const send = async (page: Answer, action: RegExp, fields: Readonly<Record<string, string>>, by: Visitor) => {
    const form = formOn(page.text, action);
    return pages.post(form.action, { ...form.hidden, password: PASSWORD, ...fields }, by);
  };
  const approval = (by: Visitor) => pages.get(`/runs/${run}/approve`, by);
  const APPROVE = /\/runs\/\d+\/approve$/;
  const paymentPage = (by: Visitor) => pages.get(`/payments/${payments[0]!.id}`, by);
  /** A run of mia's with a payment on hold, which is shown by `paymentPage`. */
  const heldRun = async (reason: 'possible_duplicate' | 'account_changed') => {
    const email = `${crypto.randomUUID()}@example.com`;
    const one = {
      ...{ reference: `HELD-${email.slice(0, 8)}-1`, email, amount: '70.10', memo: 'Once' },
      ...{ first: 'Ada', last: 'Held', iban: germanIban(98) },
    };
    const other = { ...one, reference: one.reference.replace(/1$/, '2') };
    if (reason === 'possible_duplicate') return waitingRun(sheetOf([one, other]));
    await payroll.pay(payroll.sheet(`${email}.csv`, sheetOf([one])));
    await waitingRun(sheetOf([{ ...other, amount: '70.20', iban: germanIban(99) }]));
  };
  beforeEach(() => payroll.control('faults', []));

  const CASES: Readonly<Record<string, Refused>> = {
    'an approval of a run that changed after it was shown': {
      refused: async () => {
        await waitingRun();
        const shown = await approval(CARLA);
        const page = await paymentPage(MIA);
        expect((await send(page, /\/remove$/, { because: 'Not due' }, MIA)).status).toBe(303);
        await payroll.resume(run, { 'approval.policy': 'manual' });
        return send(shown, APPROVE, {}, CARLA);
      },
      ...{ says: 'Review the current version.', by: CARLA, form: APPROVE },
    },
    'an approval by the maker': {
      refused: async () => {
        await waitingRun();
        const { hidden } = formOn((await approval(CARLA)).text, APPROVE);
        return pages.post(`/runs/${run}/approve`, { ...hidden, password: PASSWORD }, { ...CARLA, name: 'mia' });
      },
      ...{ says: 'mia may not approve this run', by: CARLA, at: () => `/runs/${run}/approve`, form: APPROVE },
    },
    'an approval of a run that was rejected meanwhile': {
      refused: async () => {
        await waitingRun();
        const shown = await approval(CARLA);
        expect((await send(await approval(OTTO), /\/reject/, { because: 'Wrong month' }, OTTO)).status).toBe(303);
        return send(shown, APPROVE, {}, CARLA);
      },
      ...{ says: 'The run’s status shows what it is waiting for.', by: CARLA, link: /^\/runs\/\d+/ },
    },
    'a rejection without a reason': {
      refused: async () => {
        await waitingRun();
        return send(await approval(CARLA), /\/reject/, { because: ' ' }, CARLA);
      },
      ...{ says: 'Enter a reason', by: CARLA, form: /\/reject/, fields: { because: 'Wrong month' } },
    },
    'a release to changed bank details without a note': {
      refused: async () => {
        await heldRun('account_changed');
        return send(await paymentPage(CARLA), /\/release$/, {}, CARLA);
      },
      ...{ says: 'Call the recipient at a number already on file', by: CARLA, form: /\/release$/ },
      fields: { verified: 'Called Ada on the number in her contract' },
    },
    'a dismissal without a reason': {
      refused: async () => {
        await heldRun('possible_duplicate');
        return send(await paymentPage(CARLA), /\/dismiss$/, {}, CARLA);
      },
      ...{ says: 'Enter a reason', by: CARLA, form: /\/dismiss$/, fields: { because: 'Twice' } },
    },
    'a dismissal of a payment that was released meanwhile': {
      refused: async () => {
        await heldRun('possible_duplicate');
        const shown = await paymentPage(CARLA);
        expect((await send(shown, /\/release$/, {}, OTTO)).status).toBe(303);
        return send(shown, /\/dismiss$/, { because: 'Twice' }, CARLA);
      },
      ...{ says: 'on hold', by: CARLA, link: /^\/payments\// },
    },
    'a removal of a payment that was sent meanwhile': {
      refused: async () => {
        await waitingRun();
        const shown = await paymentPage(MIA);
        expect((await send(await approval(CARLA), APPROVE, {}, CARLA)).status).toBe(303);
        await payroll.resume(run, { 'approval.policy': 'manual' });
        return send(shown, /\/remove$/, { because: 'Not due' }, MIA);
      },
      ...{ says: 'Open the payment to see its status.', by: MIA, link: /^\/payments\// },
    },
    'a withdrawal of a run that was sent meanwhile': {
      refused: async () => {
        await waitingRun();
        const shown = await pages.get(`/runs/${run}`, MIA);
        expect((await send(await approval(CARLA), APPROVE, {}, CARLA)).status).toBe(303);
        await payroll.resume(run, { 'approval.policy': 'manual' });
        return send(shown, /\/withdraw$/, { because: 'Wrong month' }, MIA);
      },
      ...{ says: 'The run’s status shows what it is waiting for.', by: MIA, link: /^\/runs\/\d+/ },
    },
    'a user whose name is taken': {
      refused: async () => send(await pages.get('/settings/users', ANNA), /\/users\/add$/, { name: 'CARLA' }, ANNA),
      ...{ says: 'Choose another name.', by: ANNA, form: /\/users\/add$/, fields: { name: 'carla.b' } },
    },
    'a user with a weak password': {
      refused: async () =>
        send(await pages.get('/settings/users', ANNA), /\/users\/add$/, { name: 'dora', new: 'password' }, ANNA),
      ...{ says: 'Choose another password.', by: ANNA, form: /\/users\/add$/, fields: { name: 'dora', new: '' } },
    },
    'a user whom another admin changed meanwhile': {
      refused: async () => {
        const shown = await pages.get('/settings/users?user=otto', ANNA);
        expect((await send(shown, /\/users\/role$/, { role: 'viewer' }, OLGA)).status).toBe(303);
        return send(shown, /\/users\/role$/, { role: 'approver' }, ANNA);
      },
      ...{ says: 'Check the current role and try again.', by: ANNA, form: /\/users\/role$/ },
      fields: { role: 'approver' },
    },
    'rules that another admin changed meanwhile': {
      refused: async () => {
        const shown = await pages.get('/settings', ANNA);
        expect((await send(shown, /\/settings\/rules$/, { duplicateDays: '8' }, OLGA)).status).toBe(303);
        return send(shown, /\/settings\/rules$/, { duplicateDays: '9' }, ANNA);
      },
      ...{
        says: 'Review the current rules',
        by: ANNA,
        link: /^\/settings$/,
        form: /\/settings\/rules$/,
        fields: { duplicateDays: '9' },
      },
    },
    'a rule that is no number': {
      refused: async () => send(await pages.get('/settings', ANNA), /\/settings\/rules$/, { duplicateDays: 'x' }, ANNA),
      ...{ says: 'Enter ', by: ANNA, form: /\/settings\/rules$/, fields: { duplicateDays: '7' } },
    },
    'balances while the service is away': {
      refused: async () => {
        await waitingRun();
        const shown = await pages.get('/', MIA);
        await payroll.control('faults', [{ match: { path: '/balances' }, do: 'drop', times: 20 }]);
        const refused = await send(shown, /^\/balances$/, {}, MIA);
        await payroll.control('faults', []);
        return refused;
      },
      ...{ says: 'Try again in a few minutes.', by: MIA, form: /^\/balances$/ },
    },
  };

  it.each(Object.entries(CASES))('helps after %s', async (_, one) => {
    let page = await one.refused();
    const to = page.headers.get('Location');
    if (to !== null) page = await pages.get(to.replace(/#.*/, ''), one.by);
    const text = textOf(page.text);
    expect(text).toContain(one.says);
    const at = text.indexOf(one.says);
    expect(TYPED.exec(text.slice(Math.max(0, at - 200), at + 200))).toBeNull();
    if (one.at) page = await pages.get(one.at(), one.by);
    if (one.link) {
      const links = [...page.text.slice(page.text.indexOf('<main')).matchAll(/<a [^>]*href="([^"#]+)/g)];
      const link = links.map(([, href]) => href!).find((href) => href.match(one.link!));
      page = await pages.get(link!, one.by);
      expect(page.status).toBe(200);
    }
    if (one.form) {
      const { status } = await send(page, one.form, one.fields ?? {}, one.by);
      expect(status, String(one.form)).toBeOneOf([200, 303]);
    }
  });

  it('helps after balances with keys that the service refuses', async () => {
    const shown = formOn((await pages.get('/', MIA)).text, /^\/balances$/);
    const wrong = openPages(await payroll.appContext({ PAYRUN_SECRET_KEY: 'SK-not-the-secret-key-0123456789' }));
    const refused = textOf((await wrong.post(shown.action, shown.hidden, MIA)).text);
    expect(refused).toContain('A Payrun admin must check this merchant’s keys.');
    expect(TYPED.exec(refused)).toBeNull();
    const corrected = openPages(await payroll.appContext());
    expect((await corrected.post(shown.action, shown.hidden, MIA)).status).toBe(303);
  });
});

/** The form of a page with this action, and what its fields have. */
function formOn(page: string, action: RegExp): { readonly action: string; readonly hidden: Record<string, string> } {
  const forms = page.matchAll(/<form[^>]* action="([^"?#]*)[^"]*"[^>]*>([\s\S]*?)<\/form>/g);
  const found = [...forms].find(([, of]) => action.test(of!));
  if (!found) throw new Error(`no form ${action} on: ${textOf(page)}`);
  const fields = [...found[2]!.matchAll(/<input[^>]* name="([^"]*)"[^>]*>/g)].flatMap(([tag, name]) =>
    /type="(checkbox|radio)"/.test(tag) && !/ checked/.test(tag)
      ? []
      : [[name!, / value="([^"]*)"/.exec(tag)?.[1] ?? ''] as const],
  );
  const choices = [...found[2]!.matchAll(/<select[^>]* name="([^"]*)"[^>]*>([\s\S]*?)<\/select>/g)].map(
    ([, name, of]) =>
      [
        name!,
        (/<option value="([^"]*)" selected/.exec(of!) ?? /<option value="([^"]*)"/.exec(of!))?.[1] ?? '',
      ] as const,
  );
  return { action: found[1]!, hidden: Object.fromEntries([...fields, ...choices]) };
}

const textOf = (page: string) =>
  page
    .slice(Math.max(0, page.indexOf('<main')))
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
