import type { Context } from 'hono';
import { adopt } from '../../../actions/adopt.ts';
import { batchesText, listUnknownBatches, type UnknownOfMerchant } from '../../../engine/review/adopt.ts';
import type { Feature } from '../../../http/feature.ts';
import { blockedRuns } from '../../../ledger/runs/blocked-runs.ts';
import { type AdoptedBatchFacts, adoptedInRuns } from '../../../ledger/views/adopted-batches.ts';
import { batchesNotKnown } from '../../../lists/tables/settings-tables.ts';
import { countPayments } from '../../../states.ts';
import { counted } from '../../components/amount.ts';
import { layout } from '../../components/layout.ts';
import { html, type Markup } from '../../components/markup.ts';
import { pathWith, runPath } from '../../components/paths.ts';
import { settingsNav, UNKNOWN_BATCHES } from '../../components/settings-nav.ts';
import type { PageDeps, View } from '../../components/view.ts';
import { listTable } from '../../lists/list-table.ts';
import { actionForm, postAction, type RefusedForm } from '../action-form.ts';
import { formsOfInstallation, getOfInstallation } from './of-installation.ts';

/**
 * `GET /settings/batches?all=&read=`: Payrun's remote batches that the ledger does not know, for merchants whose runs
 * they stop, or for all. Costs API calls for each merchant. `POST .../adopt` covers exactly the batches that were
 * shown. For admins of all merchants, with their password.
 */
export function unknownBatchesPage(deps: PageDeps): Feature {
  const { appContext } = deps;
  const { db } = appContext.ledger;

  const page = async (context: Context, view: View, refused: RefusedForm | null) => {
    const all = context.req.query('all') === '1';
    const blocked = await blockedRuns(db);
    const merchants = [...new Set(blocked.map(({ merchant }) => merchant))];
    const notCompared: NotCompared[] = [];
    const isAsked = all || merchants.length > 0;
    const found = isAsked
      ? await listUnknownBatches(appContext, all ? undefined : merchants, undefined, (merchant, error) =>
          notCompared.push({ merchant, why: error.onPage }),
        )
      : [];
    const read = (context.req.query('read') ?? '').split('-').filter((run) => /^[0-9]{1,15}$/.test(run));
    return layout(view, {
      title: 'Unknown batches',
      main: html`${settingsNav(view)}
${readPart(view, await adoptedInRuns(db, read))}
<section class="card"><p>Batches in the payout service that Payrun created but this ledger does not have. Until you resolve them, no runs for their merchants are paid, because someone could be paid twice.</p>
${blockedPart(blocked)}${isAsked ? '' : html`<p>No runs are blocked.</p><div class="actions"><a class="button" href="${UNKNOWN_BATCHES}?all=1">Compare all merchants</a></div>`}</section>
${notComparedPart(notCompared)}
${isAsked ? foundPart(view, found, notCompared.length > 0, refused) : ''}`,
    });
  };

  return (app) => {
    getOfInstallation(app, deps, UNKNOWN_BATCHES, page);
    postAction(app, deps, adopt, {
      ...formsOfInstallation(UNKNOWN_BATCHES, page),
      back: (_, { madeRuns = [] }) => pathWith(UNKNOWN_BATCHES, { read: madeRuns.join('-') }),
    });
  };
}

/** The batches that were just adopted, from the audit log of their runs. */
function readPart(view: View, read: readonly AdoptedBatchFacts[]): Markup | '' {
  if (read.length === 0) return '';
  return html`<div class="notice" role="status">${read.map(
    ({ run, remoteId, payments, held, twice, left }) =>
      html`<p>${remoteId}: ${counted(view, payments, 'payment')} read into <a href="${runPath(run)}">run ${run}</a>. ${
        held > 0 ? `${counted(view, held, 'row')} of this ledger on hold for that reason. ` : ''
      }${
        twice > 0
          ? html`<strong>${counted(view, twice, 'payment')} may have been paid twice: compare that run with the payout service.</strong> `
          : ''
      }${left > 0 ? `${counted(view, left, 'payment')} left in the payout service, because no run of this ledger ordered ${left === 1 ? 'it' : 'them'}.` : ''}</p>`,
  )}</div>`;
}

function blockedPart(blocked: readonly { readonly id: bigint }[]): Markup | '' {
  if (blocked.length === 0) return '';
  return html`<p>Blocked by them: ${blocked.map(({ id }, i) => html`${i > 0 ? ', ' : ''}<a href="${runPath(id)}">run ${id}</a>`)}.</p>`;
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
  areSomeMissing: boolean,
  refused: RefusedForm | null,
): Markup {
  const batches = found.flatMap(({ merchant, batches: of }) => of.map((batch) => ({ ...batch, merchant })));
  if (batches.length === 0)
    return listTable(view, batchesNotKnown, batches, {
      none: html`<p class="empty">Every Payrun batch in the payout service${areSomeMissing ? ' of the merchants that were compared' : ''} is in this ledger.</p>`,
    });
  const hidden = { merchants: found.map(({ merchant }) => merchant).join(' '), batches: batchesText(found) };
  const known = batches.flatMap(({ totalPayments: payments }) => (payments === null ? [] : [{ payments }]));
  const payments = counted(view, countPayments(known), 'payment');
  const all = `${counted(view, batches.length, 'batch', 'batches')} with ${known.length < batches.length ? 'at least ' : ''}${payments}`;
  return html`${listTable(view, batchesNotKnown, batches)}
<p>${all}.</p>
${actionForm(view, adopt, {
  path: UNKNOWN_BATCHES,
  shape: 'quiet',
  title: 'Adopt into the ledger',
  question: `${all} are read into this ledger as history. Rows that they pay are put on hold, so that no one is paid twice; then blocked runs continue. Nothing changes in the payout service.`,
  hidden,
  fields: { installation: false },
  refused: refused?.form.installation === undefined ? refused : null,
})}
${actionForm(view, adopt, {
  path: UNKNOWN_BATCHES,
  id: 'declare',
  title: 'Declare another installation',
  button: 'Declare installation',
  question: html`Declare this only if another installation created these batches and <strong>pays different people</strong>. Its batches, later ones included, then no longer stop runs here.`,
  hidden,
  refused: refused?.form.installation === undefined ? null : refused,
})}`;
}
