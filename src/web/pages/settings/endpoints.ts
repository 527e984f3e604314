import { addEndpointAction } from '../../../actions/endpoints/add.ts';
import { removeEndpointAction } from '../../../actions/endpoints/remove.ts';
import { replayEndpointAction } from '../../../actions/endpoints/replay.ts';
import { rotateEndpointAction } from '../../../actions/endpoints/rotate.ts';
import type { Feature } from '../../../http/feature.ts';
import type { EndpointCounts } from '../../../ledger/endpoints/endpoint.ts';
import type { EndpointMessage } from '../../../ledger/endpoints/endpoint-message.ts';
import { endpointList, messageList } from '../../../lists/endpoints.ts';
import { layout } from '../../components/layout.ts';
import { html, type Markup } from '../../components/markup.ts';
import { settingsNav } from '../../components/settings-nav.ts';
import type { PageColumn } from '../../components/table.ts';
import type { PageDeps, View } from '../../components/view.ts';
import { listTable } from '../../lists/list-table.ts';
import { actionForm, postAction, type RefusedForm } from '../action-form.ts';
import { csvButton, listFeature } from '../list-page.ts';
import { get } from '../route.ts';
import { formsOfInstallation, getOfInstallation, shownOncePage } from './of-installation.ts';

const PATH = '/settings/endpoints';
const MESSAGES = `${PATH}/messages`;

/**
 * `GET /settings/endpoints`: URLs of programs, for admins of all merchants; `POST /settings/endpoints/<action>` adds
 * and changes them with the admin's password. `GET /settings/endpoints/messages`: what was posted to them.
 */
export function endpoints(deps: PageDeps): Feature {
  const list = listFeature(deps, endpointList, { path: PATH });
  const messages = listFeature<EndpointMessage>(deps, messageList, { path: MESSAGES });
  const show = async (_: unknown, view: View, refused: RefusedForm | null) =>
    endpointsPage(view, await list.rows(view), refused);
  const forms = formsOfInstallation(PATH, show);
  return (app) => {
    list.add(app);
    messages.add(app);
    getOfInstallation(app, deps, PATH, show);
    get(app, deps, MESSAGES, 'admin', (context, view) => messages.page(context, view, { last: replayColumn(view) }));
    for (const action of [addEndpointAction, rotateEndpointAction])
      postAction(app, deps, action, { ...forms, shownOnce: secretPage });
    postAction(app, deps, removeEndpointAction, forms);
    postAction(app, deps, replayEndpointAction, { ...forms, back: () => MESSAGES });
  };
}

function endpointsPage(view: View, found: readonly EndpointCounts[], refused: RefusedForm | null): Markup {
  return layout(view, {
    title: 'Endpoints',
    actions: html`<a class="button" href="${MESSAGES}">Messages</a>${csvButton('endpoints', `${PATH}.csv`)}`,
    main: html`${settingsNav(view)}
<p>When a run or a payment changes, Payrun posts a signed message to each endpoint, and keeps trying for up to three days.</p>
${listTable(view, endpointList, found)}
${found.map((endpoint) => endpointActions(view, endpoint, refused))}
<section class="card person" aria-labelledby="add-endpoint"><h2 id="add-endpoint">Add endpoint</h2>
${actionForm(view, addEndpointAction, {
  path: PATH,
  shape: 'main',
  fields: {
    name: { autocomplete: 'off' },
    types: { value: 'run.*, payment.*' },
    merchants: { value: 'all' },
  },
  refused,
})}</section>`,
  });
}

function endpointActions(view: View, { name, given_up }: EndpointCounts, refused: RefusedForm | null): Markup {
  const shape = 'quiet' as const;
  const about = { name };
  return html`<div class="actions">${name}: ${actionForm(view, rotateEndpointAction, {
    ...{ path: PATH, id: `rotate-${name}`, shape, about, refused },
  })}${
    given_up === 0
      ? ''
      : actionForm(view, replayEndpointAction, {
          ...{ path: PATH, id: `replay-${name}`, shape, about, refused, title: 'Replay all failed' },
          question: 'All failed messages will be posted again, with the same IDs and current data.',
        })
  }${actionForm(view, removeEndpointAction, { path: PATH, id: `remove-${name}`, about, refused })}</div>`;
}

const replayColumn = (view: View): PageColumn<EndpointMessage> => ({
  title: 'Replay',
  cell: ({ id, endpoint, state }) =>
    state === 'waiting'
      ? ''
      : actionForm(view, replayEndpointAction, {
          ...{ path: PATH, id: `replay-${id}`, shape: 'quiet' },
          hidden: { name: endpoint, message: id },
        }),
});

const secretPage = shownOncePage({
  title: 'Secret of the endpoint',
  name: 'Secret',
  note: 'Store it where the program verifies messages.',
});
