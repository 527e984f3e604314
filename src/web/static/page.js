// Live parts, and the reader's time zone. Without this script every page still says all that it has to say.

// The token of an upload form belongs in no history.
if (/[?]csrf=/.test(location.search)) history.replaceState(null, '', location.pathname);

/** A part with `data-live` is replaced by what the server sends, for as long as the page is looked at. */
for (const part of document.querySelectorAll('[data-live]')) {
  let source = null;
  let over = false;
  const listen = () => {
    if (source || over || document.hidden) return;
    source = new EventSource(part.dataset.live);
    source.addEventListener('part', ({ data }) => {
      if (part.contains(document.activeElement)) return;
      part.innerHTML = data;
    });
    // What is done changes more of the page than this part.
    source.addEventListener('reload', loadAnew);
    source.addEventListener('over', () => {
      over = true;
      stop();
      say(part, 'Session expired, or your permissions have changed.');
      loadAnew();
    });
    // Where the server refuses it, the browser does not ask again.
    source.addEventListener('error', ({ target }) => {
      if (target.readyState !== EventSource.CLOSED || target !== source) return;
      source = null;
      say(part, 'This part does not go on by itself now.');
    });
  };
  const stop = () => {
    source?.close();
    source = null;
  };
  document.addEventListener('visibilitychange', () => (document.hidden ? stop() : listen()));
  addEventListener('pagehide', stop);
  addEventListener('pageshow', listen);
  listen();
}

/** Says it above the part, with the way to go on. */
function say(part, sentence) {
  const notice = document.createElement('p');
  notice.className = 'notice wait';
  notice.role = 'status';
  const again = document.createElement('a');
  again.href = location.href;
  again.textContent = 'Load the page again';
  notice.append(`${sentence} `, again, '.');
  part.querySelector(':scope > .notice')?.remove();
  part.prepend(notice);
}

// A page that reloads must not lose what the user types or sends.
let leaving = false;
addEventListener('submit', (event) => {
  if (!event.defaultPrevented) leaving = true;
});
addEventListener('pageshow', () => {
  leaving = false;
});
function loadAnew() {
  if (leaving) return;
  if (document.activeElement?.matches('input, select, textarea'))
    document.activeElement.addEventListener('blur', () => setTimeout(loadAnew), { once: true });
  else location.reload();
}

// From the next page on, the server writes times in the time zone of this computer.
const zone = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone);
// biome-ignore lint/suspicious/noDocumentCookie: without https there is no Cookie Store.
document.cookie = `zone=${zone}; path=/; max-age=31536000; samesite=strict`;

// A form is sent once, however often its button is pressed.
addEventListener('submit', ({ target, defaultPrevented }) => {
  if (defaultPrevented) return;
  for (const button of target.querySelectorAll('button'))
    setTimeout(() => {
      button.disabled = target.method === 'post';
    });
});
addEventListener('pageshow', () => {
  for (const button of document.querySelectorAll('form[method="post"] button:disabled')) button.disabled = false;
});

// A row of a form that keeps what is typed is saved while someone types. Nothing that is being typed is replaced.
for (const form of document.querySelectorAll('form[data-autosave]')) {
  const said = form.querySelector('[data-saved]');
  const unsaved = new Set();
  let sending = 0;
  let saving = Promise.resolve();
  let pause;
  const changed = (wait) => (event) => {
    const row = event.target.closest('[data-row]');
    if (!row) return;
    unsaved.add(row);
    clearTimeout(pause);
    pause = setTimeout(() => {
      saving = saving.then(saveAll);
    }, wait);
  };
  form.addEventListener('input', changed(1_000));
  form.addEventListener('change', changed(0));
  // The user may have logged in again in another window.
  addEventListener('focus', () => {
    if (unsaved.size > 0) saving = saving.then(() => renewToken()).then(saveAll);
  });
  // What is not saved would be lost with a page that says that the session expired.
  form.addEventListener('submit', (event) => {
    if (unsaved.size === 0 && sending === 0) return;
    event.preventDefault();
    saving = saving
      .then(() => renewToken())
      .then(saveAll)
      .then(() => {
        if (unsaved.size === 0) form.requestSubmit(event.submitter);
      });
  });
  async function saveAll() {
    for (const row of [...unsaved]) await save(row);
  }
  async function save(row) {
    const sent = new URLSearchParams({ csrf: form.elements.csrf.value, intent: 'save' });
    for (const { name, type, value, checked } of row.querySelectorAll('input, select, textarea'))
      if (type !== 'checkbox' || checked) sent.append(name, value);
    // What is typed from now on is sent by the next request.
    unsaved.delete(row);
    sending++;
    try {
      const answer = await fetch(form.action, { method: 'POST', body: sent, redirect: 'error', keepalive: true });
      // Only a login or the connection can be mended from here.
      if (answer.status === 401 || answer.status === 403) unsaved.add(row);
      if (!answer.ok) throw new Error();
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      const now = page.querySelector(`[data-row="${row.dataset.row}"]`);
      if (now) showSaved(row, now);
      for (const part of page.querySelectorAll('[data-part]')) {
        const shown = document.querySelector(`[data-part="${part.dataset.part}"]`);
        if (shown && !shown.contains(document.activeElement)) shown.replaceChildren(...part.childNodes);
      }
      said.className = '';
      said.textContent = `Saved ${new Date().toLocaleTimeString()}.`;
    } catch (error) {
      // No answer came.
      if (error instanceof TypeError) unsaved.add(row);
      said.className = 'error';
      said.textContent = 'Not saved. Log in again in another window and come back here, or check the connection.';
    } finally {
      sending--;
    }
  }
}

/** The forms of this page belong to the new session, if the same user has logged in again. */
async function renewToken() {
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const name = (one) => one.querySelector('.who > summary')?.title;
  const token = page.querySelector('form [name="csrf"]')?.value;
  if (token && name(page) === name(document))
    for (const field of document.querySelectorAll('[name="csrf"]')) field.value = token;
}

/** Errors and colors of a row as the server sees it now; the fields stay as they are. */
function showSaved(row, now) {
  row.querySelector('.about').replaceWith(now.querySelector('.about'));
  for (const cell of row.querySelectorAll('.cell[id]')) {
    const next = now.querySelector(`[id="${cell.id}"]`);
    if (!next) continue;
    cell.className = next.className;
    const rest = cell.closest('details');
    if (rest && next.classList.contains('wrong')) rest.open = true;
    for (const old of cell.querySelectorAll('.why, .move')) old.remove();
    cell.append(...next.querySelectorAll('.why, .move'));
    const [field, other] = [cell, next].map((one) => one.querySelector('input, select, textarea'));
    for (const name of ['aria-invalid', 'aria-describedby'])
      if (other.hasAttribute(name)) field.setAttribute(name, other.getAttribute(name));
      else field.removeAttribute(name);
  }
}

// A file that is dropped on its field is chosen by that.
for (const place of document.querySelectorAll('[data-drop]')) {
  const input = place.querySelector('input[type="file"]');
  const over = (is) => (event) => {
    event.preventDefault();
    place.classList.toggle('over', is);
  };
  place.addEventListener('dragover', over(true));
  place.addEventListener('dragleave', over(false));
  place.addEventListener('drop', (event) => {
    over(false)(event);
    if (event.dataTransfer.files.length > 0) input.files = event.dataTransfer.files;
  });
}

// How many rows are chosen and what they come to, and a way to choose all of them.
for (const form of document.querySelectorAll('form[data-chooses]')) {
  const said = form.querySelector('[data-chosen]');
  const unchosen = said.textContent;
  const boxes = [...form.querySelectorAll('tbody input[type="checkbox"]')];
  const all = document.createElement('button');
  all.type = 'button';
  all.className = 'link';
  all.addEventListener('click', () => {
    const choose = boxes.some((box) => !box.checked);
    for (const box of boxes) box.checked = choose;
    show();
  });
  if (boxes.length > 1) said.before(all);
  function show() {
    const chosen = boxes.filter((box) => box.checked);
    said.textContent = chosen.length === 0 ? unchosen : [`${chosen.length} selected`, ...sumsOf(chosen)].join(', ');
    all.textContent = chosen.length === boxes.length ? 'Clear selection' : `Select all ${boxes.length}`;
  }
  form.addEventListener('change', show);
  addEventListener('pageshow', show);
  show();
}

/** `1,240.50 EUR` for each currency, exact and in the reader's locale. */
function sumsOf(boxes) {
  const sums = new Map();
  for (const sum of boxes.flatMap(({ dataset }) => dataset.sums.split(' ').filter(Boolean))) {
    const [currency, minor, decimals] = sum.split(':');
    const known = sums.get(currency) ?? { minor: 0n, decimals: Number(decimals) };
    sums.set(currency, { ...known, minor: known.minor + BigInt(minor) });
  }
  return [...sums].map(([currency, { minor, decimals }]) => {
    const digits = String(minor).padStart(decimals + 1, '0');
    const plain = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
    const format = { numberingSystem: 'latn', minimumFractionDigits: decimals, maximumFractionDigits: decimals };
    return `${new Intl.NumberFormat(navigator.language, format).format(plain)} ${currency}`;
  });
}

// A filter applies as soon as it changes. A text applies when it is sent or left; the button is for those who prefer it.
for (const form of document.querySelectorAll('form[data-filters]'))
  form.addEventListener('change', ({ target }) => {
    if (target.matches('select, input[type="date"]')) form.requestSubmit();
  });

for (const button of document.querySelectorAll('[data-print]')) {
  button.hidden = false;
  button.addEventListener('click', () => print());
}

// What a search finds is shown while it is typed: the first rows of each table on the page that sending it leads to.
for (const form of document.querySelectorAll('form[action="/find"]')) {
  const input = form.elements.q;
  const found = document.createElement('div');
  found.className = 'found';
  found.hidden = true;
  form.append(found);
  let timer = 0;
  let asked = new AbortController();
  input.addEventListener('input', () => {
    clearTimeout(timer);
    asked.abort();
    found.hidden = true;
    if (input.value.trim().length > 1) timer = setTimeout(look, 200);
  });
  form.addEventListener('submit', () => clearTimeout(timer));
  form.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') found.hidden = true;
  });
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!form.contains(relatedTarget)) found.hidden = true;
  });
  async function look() {
    asked = new AbortController();
    const body = new URLSearchParams({ csrf: form.elements.csrf.value, q: input.value });
    const answer = await fetch('/find', { method: 'POST', body, signal: asked.signal }).catch(() => null);
    if (!answer?.ok) return;
    const text = await answer.text().catch(() => null);
    if (text === null) return;
    const page = new DOMParser().parseFromString(text, 'text/html');
    found.replaceChildren(...foundIn(page, new URL(answer.url).pathname));
    found.hidden = false;
  }
}

/** Links to what a page of results shows; a single payment is shown by its own page. */
function foundIn(page, path) {
  if (path !== '/find') return [foundLink(path, page.querySelector('h1')?.textContent ?? '', '')];
  const notice = page.querySelector('main .notice a[href^="/runs/"]');
  const run = notice ? [foundLink(notice.getAttribute('href'), notice.textContent, '')] : [];
  const tables = [...page.querySelectorAll('main table')].flatMap((table) => {
    const title = document.createElement('p');
    title.textContent = table.caption.textContent;
    const rows = [...table.tBodies[0].rows].slice(0, 5).flatMap((row) => {
      const link = row.querySelector('a');
      return link ? [foundLink(link.getAttribute('href'), link.textContent, aboutRow(row, link))] : [];
    });
    return [title, ...rows];
  });
  if (run.length + tables.length > 0) return [...run, ...tables];
  const none = document.createElement('p');
  none.textContent = page.querySelector('main .empty strong')?.textContent ?? 'No results.';
  return [none];
}

/** The other cells that tell one row from another: its number, amount or reference. */
const aboutRow = (row, link) =>
  [...row.cells]
    .filter((cell) => !cell.contains(link) && cell.matches('th, .number, :nth-child(2)'))
    .map((cell) => cell.textContent.trim())
    .filter(Boolean)
    .slice(0, 2)
    .join(', ');

function foundLink(path, text, about) {
  const link = document.createElement('a');
  link.href = path;
  const quiet = document.createElement('span');
  quiet.className = 'quiet';
  quiet.textContent = about;
  link.append(text, ' ', quiet);
  return link;
}
