import { systemClock } from '../../src/platform/clock.ts';
import { VERIFIED } from '../support/person.ts';
import { APPROVERS, learnUsers } from './authority.ts';
import type { Office } from './office.ts';
import type { BookedPayment, BookedRun } from './read-books.ts';
import { FORMS, type Form } from './sheet.ts';
import type { Step } from './steps.ts';
import { formOf, type Page, refusalOn } from './visits.ts';

/** How long people look at a page before they send its form: within the five minutes for which their login counts. */
const LOOKS_MS = [0, 0, 20_000, 240_000];
const BECAUSE = { because: 'wrong month' };

/** A decision about a run or a payment on its page. */
interface Decision {
  readonly action: string;
  readonly who: readonly string[];
  readonly runs?: (run: BookedRun) => boolean;
  readonly payments?: (payment: BookedPayment) => boolean;
  readonly page: (id: string) => string;
  readonly typed: (office: Office) => Readonly<Record<string, string>>;
  /** Notes what it allows, where it may have been done. */
  readonly done?: (office: Office, id: string) => void;
}

const runPage = (id: string) => `/runs/${id}`;
const paymentPage = (id: string) => `/payments/${id}`;
const isOpen = ({ state }: BookedRun) => state !== 'done';
const inState =
  (state: string) =>
  (one: { readonly state: string }): boolean =>
    one.state === state;

const DECISIONS: readonly Decision[] = [
  {
    action: 'approve',
    who: APPROVERS,
    runs: inState('waiting_approval'),
    page: (id) => `/runs/${id}/approve`,
    typed: () => ({ verified: VERIFIED }),
  },
  {
    action: 'reject',
    who: APPROVERS,
    runs: inState('waiting_approval'),
    page: (id) => `/runs/${id}/approve`,
    typed: () => BECAUSE,
  },
  { action: 'withdraw', who: ['mia'], runs: isOpen, page: runPage, typed: () => BECAUSE },
  { action: 'stop', who: ['mia', ...APPROVERS], runs: isOpen, page: runPage, typed: () => BECAUSE },
  { action: 'discard', who: ['mia'], runs: isOpen, page: runPage, typed: () => ({}) },
  {
    action: 'release',
    who: APPROVERS,
    payments: inState('held'),
    page: paymentPage,
    typed: () => ({ verified: VERIFIED }),
    // Seen with its reason: to pay it is what they want.
    done: ({ released }, id) => void released.add(id),
  },
  { action: 'dismiss', who: APPROVERS, payments: inState('held'), page: paymentPage, typed: () => BECAUSE },
  { action: 'remove', who: APPROVERS, payments: inState('batched'), page: paymentPage, typed: () => BECAUSE },
  {
    action: 'accept',
    who: APPROVERS,
    payments: inState('discrepancy'),
    page: paymentPage,
    typed: () => BECAUSE,
    done: ({ accepted }, id) => void accepted.add(id),
  },
  {
    action: 'resolve',
    who: APPROVERS,
    payments: inState('unknown'),
    page: paymentPage,
    typed: ({ random }) => ({ ...BECAUSE, paid: random.oneOf(['yes', 'no']) }),
  },
];

/** What clerks and approvers do on pages. `nextSheet`: makes the sheet of an upload. */
export const pageSteps = (nextSheet: (office: Office) => void): readonly Step[] => [
  {
    name: 'an upload on the page',
    weight: 3,
    take: async (office) => {
      const story = await knownUsers(office);
      nextSheet(office);
      const [told, run] = await uploaded(office);
      story.push(told);
      if (run !== undefined)
        story.push((await sentForm(office, { who: 'mia', at: runPage(run), action: 'submit' }))[0]);
      return story.join(' ');
    },
  },
  ...DECISIONS.map(
    ({ action, who, runs, payments, page, typed, done }): Step => ({
      name: `${action} on the page`,
      weight: action === 'approve' ? 3 : 1,
      take: async (office) => {
        const { random } = office;
        const books = await office.books();
        const ids = (runs ? books.runs.filter(runs) : books.payments.filter(payments!)).map(({ id }) => id);
        if (ids.length === 0) return null;
        const story = await knownUsers(office);
        const id = random.oneOf(ids);
        const visit = { who: random.oneOf(who), at: page(id), action, typed: typed(office) };
        story.push((await sentForm(office, visit, () => done?.(office, id)))[0]);
        return story.join(' ');
      },
    }),
  ),
];

const knownUsers = async (office: Office): Promise<string[]> =>
  office.users.size === 0 ? [await learnUsers(office)] : [];

/** Uploads the sheet of now on the page. Returns what to tell, and the run. */
export async function uploaded(office: Office): Promise<readonly [told: string, run: string | undefined]> {
  const form = office.random.oneOf(Object.keys(FORMS) as readonly Form[]);
  const upload = new FormData();
  const file = await office.file(form);
  upload.set('sheet', file);
  const page = await office.visit({ who: 'mia', path: '/upload', form: upload });
  const [, run] = /^\/runs\/(\d+)/.exec(page?.location ?? '') ?? [];
  return [`mia uploads ${file.name} ${form} on the page: ${ended(page)}.`, run];
}

/**
 * Opens a page, looks at it, and sends one of its forms, which may be another process's by then. Returns what to tell,
 * and the answer.
 */
export async function sentForm(
  office: Office,
  {
    who,
    at,
    action,
    typed = {},
  }: { who: string; at: string; action: string; typed?: Readonly<Record<string, string>> },
  done: () => void = () => {},
): Promise<readonly [told: string, answer: Page | null]> {
  const seen = await office.visit({ who, path: at });
  const form = seen && formOf(seen, action);
  const what = `${who} opens ${at}`;
  if (!form) return [`${what} to ${action}: ${seen?.status === 200 ? 'not offered' : ended(seen)}.`, null];
  await systemClock.sleep(office.random.oneOf(LOOKS_MS));
  const answer = await office.visit({ who, path: form.path, form: { ...form.fields, ...typed } });
  if (answer === null || answer.status >= 500 || (answer.status === 303 && !answer.location.includes('refused=')))
    done();
  return [`${what} and sends ${action}: ${ended(answer)}.`, answer];
}

function ended(page: Page | null): string {
  if (page === null) return 'killed';
  const told = new URL(page.location, 'http://localhost').searchParams;
  const why = told.get('notice') ?? told.get('refused') ?? refusalOn(page);
  return `${page.status}${why === null ? '' : ` (${why})`}`;
}
