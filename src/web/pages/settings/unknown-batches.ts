import type { Context } from 'hono';
import { enqueue } from '../../../engine/queue/enqueue.ts';
import {
  adoptBatches,
  declareOther,
  listUnknownBatches,
  requireUnknown,
  type UnknownOfMerchant,
} from '../../../engine/review/adopt.ts';
import { PayrunError } from '../../../errors.ts';
import type { Origin } from '../../../ledger/batches/unknown-batches.ts';
import { type BlockedRun, blockedRuns } from '../../../ledger/runs/blocked-runs.ts';
import { type AdoptedBatchFacts, adoptedInRuns } from '../../../ledger/views/adopted-batches.ts';
import { countPayments } from '../../../outcomes/count-payments.ts';
import { authorize } from '../../../permissions/authorize.ts';
import { readForm } from '../../bodies/read-form.ts';
import { figure } from '../../components/amount.ts';
import { confirmButton, field } from '../../components/form.ts';
import { layout } from '../../components/layout.ts';
import { html, type Markup } from '../../components/markup.ts';
import { runPath } from '../../components/paths.ts';
import { moment } from '../../components/relative-time.ts';
import { isWhole, settingsNav, UNKNOWN_BATCHES } from '../../components/settings-nav.ts';
import { type PageColumn, table } from '../../components/table.ts';
import type { PageDeps, View } from '../../components/view.ts';
import type { Feature } from '../../feature.ts';
import { actorOf } from '../../session/actor-of.ts';
import { confirmPassword, passwordField } from '../../session/confirm-password.ts';
import { get, notOfAllMerchants, post } from '../route.ts';

/** Origin of a batch that the ledger does not know. */
const MADE_BY_WHOM: Readonly<Record<Origin, string>> = {
  own: 'this ledger before it was restored, or a copy of it',
  other: 'another installation',
  unsaid: 'not known: its tags do not say',
  unreadable: 'not known: it cannot be read',
};

type ShownBatch = UnknownOfMerchant['batches'][number] & { readonly merchant: string };

/**
 * `GET /settings/batches?all=&read=`: the batches of Payrun at the service that the ledger does not know, for merchants
 * whose runs they stop, or for all. Costs API calls for each merchant. `POST .../adopt` and `.../declare` apply to
 * exactly the batches that were shown. For admins of all merchants, with their password.
 */
export function unknownBatchesPage(deps: PageDeps): Feature {
  const { appContext } = deps;
  const { db } = appContext.ledger;

  /** The batches that the form was about. Throws `batches_changed` if others are unknown by now. */
  const shownBatches = async (form: Readonly<Record<string, string | undefined>>) => {
    const merchants = (form.merchants ?? '').split(' ').filter(Boolean);
    const found = merchants.length === 0 ? [] : await listUnknownBatches(appContext, merchants);
    if (idsOf(found) !== form.batches) throw new PayrunError('batches_changed');
    requireUnknown(found);
    return found;
  };
  const decide =
    (
      path: string,
      work: (
        found: readonly UnknownOfMerchant[],
        form: Record<string, string | undefined>,
        context: Context,
      ) => Promise<string>,
    ) =>
    (app: Parameters<Feature>[0]) =>
      post(app, deps, path, 'admin', async (context, view) => {
        if (!isWhole(view.currentUser)) return null;
        // Before any API call.
        await authorize(db, actorOf(context), 'adopt');
        const form = await readForm(context);
        const wrong = await confirmPassword(context, form);
        if (wrong) throw new PayrunError('usage', { detail: wrong });
        const blocked = await blockedRuns(db);
        const to = await work(await shownBatches(form), form, context);
        const still = new Set((await blockedRuns(db)).map(({ id }) => id));
        for (const { id } of blocked) if (!still.has(id)) await enqueue(appContext, { kind: 'run', run: String(id) });
        return context.redirect(to, 303);
      });
  const adopt = decide(`${UNKNOWN_BATCHES}/adopt`, async (found, _, context) => {
    const adopted = await adoptBatches(appContext, found, actorOf(context));
    const runs = new Set(adopted.flatMap(({ run }) => run ?? []));
    return `${UNKNOWN_BATCHES}?read=${[...runs].join('-')}`;
  });
  const declare = decide(`${UNKNOWN_BATCHES}/declare`, async (found, form, context) => {
    await declareOther(appContext, found, form.installation?.trim() ?? '', actorOf(context));
    return UNKNOWN_BATCHES;
  });

  return (app) => {
    get(app, deps, UNKNOWN_BATCHES, 'admin', async (context, view) => {
      if (!isWhole(view.currentUser)) return notOfAllMerchants(context, view);
      const all = context.req.query('all') === '1';
      const blocked = await blockedRuns(db);
      const merchants = [...new Set(blocked.map(({ merchant }) => merchant))];
      const notCompared: NotCompared[] = [];
      const found =
        all || merchants.length > 0
          ? await listUnknownBatches(appContext, all ? undefined : merchants, undefined, (merchant, error) =>
              notCompared.push({ merchant, why: error.onPage }),
            )
          : [];
      const read = (context.req.query('read') ?? '').split('-').filter((run) => /^[0-9]{1,15}$/.test(run));
      return layout(view, {
        title: 'Unknown batches',
        main: html`${settingsNav(view)}
${readPart(view, await adoptedInRuns(db, read))}
<section class="card"><p>Batches at the payout service that Payrun made and that this ledger does not know. As long as there are any, no run of their merchant is paid: it could pay somebody twice.</p>
${blockedPart(blocked)}${all || merchants.length > 0 ? '' : html`<p>No run is stopped by any.</p><div class="actions"><a class="button" href="${UNKNOWN_BATCHES}?all=1">Compare all merchants</a></div>`}</section>
${notComparedPart(notCompared)}
${foundPart(view, found, all || merchants.length > 0, notCompared.length > 0)}`,
      });
    });
    adopt(app);
    declare(app);
  };
}

/** The batches that were just adopted, from the audit log of their runs. */
function readPart(view: View, read: readonly AdoptedBatchFacts[]): Markup | '' {
  if (read.length === 0) return '';
  return html`<div class="notice" role="status">${read.map(
    ({ run, remoteId, payments, held, twice, left }) =>
      html`<p>${remoteId}: ${many(view, payments, 'payment')} read into <a href="${runPath(run)}">run ${run}</a>. ${
        held > 0 ? `${many(view, held, 'row')} of this ledger on hold because of it. ` : ''
      }${
        twice > 0
          ? html`<strong>${many(view, twice, 'payment')} may have been paid twice: compare that run with the payout service.</strong> `
          : ''
      }${left > 0 ? `${many(view, left, 'payment')} of it left at the payout service, because no run ordered ${left === 1 ? 'it' : 'them'} here.` : ''}</p>`,
  )}</div>`;
}

function blockedPart(blocked: readonly BlockedRun[]): Markup | '' {
  if (blocked.length === 0) return '';
  return html`<p>Stopped by them: ${blocked.map(({ id }, i) => html`${i > 0 ? ', ' : ''}<a href="${runPath(id)}">run ${id}</a>`)}.</p>`;
}

/** A merchant whose batches could not be listed, and why. */
interface NotCompared {
  readonly merchant: string;
  readonly why: string;
}

function notComparedPart(merchants: readonly NotCompared[]): Markup | '' {
  if (merchants.length === 0) return '';
  return html`<div class="notice wait" role="alert"><p>These merchants could not be compared, so their unknown batches are not listed:</p>
<ul>${merchants.map(({ merchant, why }) => html`<li><strong>${merchant}:</strong> ${why}</li>`)}</ul></div>`;
}

function foundPart(
  view: View,
  found: readonly UnknownOfMerchant[],
  isAsked: boolean,
  areSomeMissing: boolean,
): Markup | '' {
  const batches = found.flatMap(({ merchant, batches: of }) => of.map((batch) => ({ ...batch, merchant })));
  if (!isAsked) return '';
  if (batches.length === 0)
    return html`${table('Unknown batches', columnsOf(view), batches, html`<p class="empty">The ledger knows every batch of Payrun at the payout service${areSomeMissing ? ' of the merchants that were compared' : ''}.</p>`, { stacks: true })}`;
  const hidden = { merchants: found.map(({ merchant }) => merchant).join(' '), batches: idsOf(found) };
  const counted = batches.flatMap(({ totalPayments: payments }) => (payments === null ? [] : [{ payments }]));
  const known = many(view, countPayments(counted), 'payment');
  const all = `${many(view, batches.length, 'batch', 'batches')} with ${counted.length < batches.length ? 'at least ' : ''}${known}`;
  return html`${table('Unknown batches', columnsOf(view), batches, undefined, { stacks: true })}
<p>${all}.</p>
${confirmButton(view, {
  action: `${UNKNOWN_BATCHES}/adopt`,
  button: 'Adopt into the ledger',
  sure: 'Adopt batches',
  question: `${all} are read into this ledger as history. Rows that they pay are put on hold, so that nobody is paid twice; then stopped runs go on. Nothing changes at the payout service.`,
  hidden,
  body: passwordField('adopt'),
  tone: 'main',
})}
${confirmButton(view, {
  action: `${UNKNOWN_BATCHES}/declare`,
  button: 'Declare another installation',
  sure: 'Declare installation',
  question: html`Say so only if another installation made them and <strong>pays other people</strong> than this one. Its batches do not stop runs here any more, also later ones.`,
  hidden,
  body: html`${field({ name: 'installation', label: 'Name of that installation', required: true })}${passwordField('declare')}`,
  tone: 'danger',
})}`;
}

const columnsOf = (view: View): readonly PageColumn<ShownBatch>[] => [
  { title: 'Batch', names: true, cell: ({ id }) => html`<span class="no-wrap">${id}</span>` },
  { title: 'Merchant', cell: ({ merchant }) => merchant },
  { title: 'Status there', cell: ({ status }) => status.replaceAll('_', ' ') },
  {
    title: 'Payments',
    align: 'right',
    cell: ({ totalPayments }) => (totalPayments === null ? '' : figure(view, totalPayments)),
  },
  { title: 'Currency', cell: ({ currency }) => currency ?? '' },
  { title: 'Created', cell: ({ createdAt }) => moment(view, dateOf(createdAt)) },
  {
    title: 'Made by',
    wide: true,
    cell: ({ origin, ledger }) =>
      html`${MADE_BY_WHOM[origin]}${origin === 'other' && ledger ? html` <span class="quiet">(ledger ${ledger})</span>` : ''}`,
  },
];

/** The batches that a form is about, as text. */
const idsOf = (found: readonly UnknownOfMerchant[]) =>
  found
    .flatMap(({ merchant, batches }) => batches.map(({ id }) => `${merchant}/${id}`))
    .toSorted()
    .join(' ');

const many = (view: View, n: number, one: string, more = `${one}s`) => `${figure(view, n)} ${n === 1 ? one : more}`;

const dateOf = (text: string | null): Date | null => {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : new Date(at);
};
