// The page around the component: keeps the session, and shows one state at a time.
const main = document.querySelector('main');
const { prefix, tag, session: keepAt } = main.dataset;
const link = new URLSearchParams(location.search).get('link');
let sent = false;

function show(...states) {
  for (const part of main.querySelectorAll('[data-state]')) part.hidden = !states.includes(part.dataset.state);
}

/** The component is of no more use: the confirmation takes its place, and the focus. */
function finish(state) {
  show(state);
  main.querySelector(`[data-state="${state}"]`).focus();
}

async function keep(session) {
  if (typeof session !== 'string' || session === '') return;
  const answer = await fetch(keepAt, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ link, session }),
  }).catch(() => null);
  if (!answer?.ok && !sent) show('open', 'not-kept');
}

const EVENTS = {
  started: ({ verification_session_id: session }) => {
    show('open');
    void keep(session);
  },
  successful: () => {
    sent = true;
    finish('sent');
  },
  continue: () => finish(sent ? 'sent' : 'left'),
  error: ({ error_code: code }) => {
    if (sent) return;
    main.querySelector('[data-code]').textContent = String(code ?? 'no code');
    show('open', 'failed');
  },
};

// On the way down from the window, so that it does not matter where they are sent and whether they rise.
for (const [name, heard] of Object.entries(EVENTS))
  window.addEventListener(`${prefix}:${name}`, ({ detail }) => heard(detail ?? {}), true);

// A script that could not be loaded says so on its way down too.
window.addEventListener(
  'error',
  ({ target }) => target?.dataset?.component !== undefined && show('no-component'),
  true,
);
// One that was loaded and knows no such component says nothing.
const PATIENCE_MS = 15_000;
window.addEventListener('load', () => setTimeout(() => customElements.get(tag) || show('no-component'), PATIENCE_MS));
