import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { commandGroups } from '../../src/cli/command-table.ts';
import { optionName } from '../../src/cli/lists/list-command.ts';
import type { AppContext } from '../../src/engine/context/app-context.ts';
import { USER_ROLES } from '../../src/ledger/users/user.ts';
import { saveSubscription } from '../../src/ledger/webhooks/webhook-subscription.ts';
import type { Filter } from '../../src/lists/filters.ts';
import { type AnyList, defineFilters } from '../../src/lists/list.ts';
import { listDocument, listSchema } from '../../src/lists/list-document.ts';
import { LISTS } from '../../src/lists/lists.ts';
import { hasRole } from '../../src/permissions/access.ts';
import { readCsv } from '../support/csv.ts';
import { describeDatabases } from '../support/database.ts';
import { faultsOf } from '../support/described-answers.ts';
import { fillOffice } from '../support/office.ts';
import { pastRules } from '../support/past-rules.ts';
import { testPayroll } from '../support/payroll.ts';
import { runHere } from '../support/run-here.ts';
import { documentOf } from '../support/run-payrun.ts';
import { testFolder } from '../support/test-folder.ts';
import { addBatch, startTestRun } from '../support/test-run.ts';
import { openPages, type VisitedPages } from '../support/visited-pages.ts';

const FORMULA = '=HYPERLINK("http://x","y")';

describeDatabases('every list', (database) => {
  const payroll = testPayroll(database);
  const cwd = testFolder();
  let appContext: AppContext;
  let pages: VisitedPages;
  /** The run of which there is the most to see, and one that awaits approval. */
  let run = '';
  let waiting = '';

  beforeAll(async () => {
    appContext = await payroll.appContext();
    const { paths } = await fillOffice(appContext, (path, body) => payroll.control(path, body), 8);
    run = paths['run-paid']!.split('/').at(-1)!;
    waiting = paths['run-waits']!.split('/').at(-1)!;
    const { db } = appContext.ledger;
    await db.query(
      `update payrun.recipient set name = $1 where id = (select min(id::text)::uuid from payrun.recipient)`,
      [FORMULA],
    );
    await db.query(
      `insert into payrun.recipient_row (run_id, row, state, recipient_fp) values ($1, 2, 'created', $2)`,
      [run, Buffer.alloc(32)],
    );
    const { id } = await addBatch(appContext.ledger, await startTestRun(appContext.ledger, { merchant: 'atelier' }), [
      { minor: 1n },
    ]);
    await pastRules(
      appContext.ledger,
      `update payrun.batch set state = 'settled', approved_hash = '\\x00', approved_by = 'anna', resolved_by = 'anna', started_at = now() where id = $1`,
      [id],
    );
    await saveSubscription(
      db,
      appContext.ledger.vault,
      { merchant: 'atelier', remoteId: 's', model: 'batch', action: 'completed', target: 'https://x' },
      'key',
    );
    await db.query(
      `insert into payrun.webhook_delivery (merchant_id, delivery_id, model, action, state, signature_hash)
       values ('atelier', 'd', 'batch', 'completed', 'ignored', '\\x00')`,
    );
    await db.query(
      `insert into payrun.user_account (name, name_key, role, is_program, created_at) values ('erp', 'erp', 'viewer', true, now());
       insert into payrun.api_token (name, made_by, made_at, expires_at) values ('erp', 'root', now(), now())`,
    );
    pages = openPages(appContext);
  });

  const isOfRun = ({ of }: AnyList) => of === 'run';
  const pathOf = ({ path = '' }: AnyList) => path.replace(':run', run);
  const valuesOf = (list: AnyList) =>
    defineFilters(list.filters, (name) =>
      name === 'run' && isOfRun(list) ? (list.name === 'to-approve' ? waiting : run) : null,
    );
  const readAll = async (list: AnyList, scope: readonly string[] | null, limit = 10_000) => {
    const rows: unknown[] = [];
    for (let after: string | null = null; ; ) {
      const found = await list.read(appContext, scope, { filters: valuesOf(list), after, limit, door: 'json' });
      rows.push(...(found?.rows ?? []));
      if (!found?.next) return rows;
      after = found.next;
    }
  };
  const payrun = (list: AnyList, ...more: readonly string[]) => {
    const words = [...list.command!.name.split(' '), ...(isOfRun(list) ? [run] : []), ...more];
    return runHere(words, { cwd, env: { ...database.env, PAYRUN_LOG: 'silent' } });
  };
  const paged = LISTS.filter(({ path }) => path !== undefined).map((list) => [list.name, list] as const);
  const commanded = LISTS.filter(({ command }) => command !== undefined).map((list) => [list.name, list] as const);
  const all = LISTS.map((list) => [list.name, list] as const);

  it.each(paged)('%s: is a page and a CSV for its roles only', async (_, list) => {
    for (const role of USER_ROLES)
      for (const path of [pathOf(list), `${pathOf(list)}.csv`])
        expect((await pages.get(path, { role })).status, `${role} ${path}`).toBe(hasRole(role, list.role) ? 200 : 403);
    if (list.installation)
      expect((await pages.get(pathOf(list), { role: 'admin', merchants: ['acme'] })).status).toBe(403);
    const { text } = await pages.get(pathOf(list), { role: 'admin' });
    expect(text).toContain(`<title>${list.title}`);
    expect(text).not.toMatch(/undefined|\bNaN\b|\[object/);
  });

  it.each(all)('%s: has rows, and none for who sees no merchant', async (_, list) => {
    expect((await readAll(list, null)).length).toBeGreaterThan(0);
    expect(await readAll(list, [])).toEqual([]);
  });

  it.each(all)('%s: continues from page to page without losing or repeating a row', async (_, list) => {
    const shown = async (limit: number) => listDocument(list, { rows: await readAll(list, null, limit), next: null });
    expect(await shown(3)).toEqual(await shown(10_000));
  });

  it.each(all.filter(([, list]) => !list.document || list.documentSchema))(
    '%s: has in JSON what its columns say',
    async (_, list) => {
      const read = list.read(appContext, null, { filters: valuesOf(list), after: null, limit: 1_000, door: 'json' });
      expect(faultsOf(listSchema(list, 'Row'), listDocument(list, (await read)!))).toEqual([]);
    },
  );

  it.each(paged)('%s: narrows by each filter, on the page as in the CSV', async (_, list) => {
    const visitor = { role: 'admin' } as const;
    const lines = async (query: string) =>
      readCsv((await pages.get(`${pathOf(list)}.csv${query}`, visitor)).text).length;
    const rows = await lines('');
    for (const [name, filter] of Object.entries<Filter<unknown>>(list.filters)) {
      if (name === 'run' && isOfRun(list)) continue;
      for (const value of filter.choices?.map(([one]) => one).slice(0, 4) ?? ['no such thing']) {
        const query = `?${new URLSearchParams({ [name]: value })}`;
        const { status, text } = await pages.get(`${pathOf(list)}${query}`, visitor);
        expect(status, query).toBe(200);
        const found = await lines(query);
        expect(found, query).toBeLessThanOrEqual(rows);
        expect(text.includes('No results') || text.includes('No matches among the latest'), query).toBe(found === 1);
      }
    }
  });

  it.each(commanded)('%s: says the same on the command line, in JSON and in CSV', async (_, list) => {
    const [printed, json, csv] = [await payrun(list), await payrun(list, '--json'), await payrun(list, '--csv')];
    for (const { code, stdout } of [printed, json, csv]) {
      expect(code).toBe(0);
      expect(stdout).not.toMatch(/undefined|\bNaN\b|\[object/);
    }
    const rows = (await readAll(list, null)).slice(0, list.command!.most);
    const { period, faults = [], ...document } = documentOf(json) as unknown as Record<string, readonly unknown[]>;
    expect(faults).toEqual([]);
    expect(period !== undefined).toBe('from' in list.filters && list.name !== 'audit');
    expect(document).toEqual(
      JSON.parse(JSON.stringify(listDocument(list, { rows, next: document.more ? 'x' : null }), plain)),
    );
    const [titles, ...lines] = readCsv(csv.stdout);
    expect(titles!.every((title) => title === title.toLowerCase() || /[A-Z]{3}/.test(title))).toBe(true);
    expect(lines.length).toBeGreaterThanOrEqual(rows.length);
    if (list.path)
      expect(readCsv((await pages.get(`${pathOf(list)}.csv`, { role: 'admin' })).text)).toEqual([titles, ...lines]);
    for (const cell of lines.flat()) expect(cell).not.toMatch(/^[=+@\t\r]/);
  });

  it.each(commanded)('%s: refuses a filter that is not valid, with exit code 2', async (_, list) => {
    for (const [name, { choices, open, form }] of Object.entries<Filter<unknown>>(list.filters))
      if ((open ? form : (choices ?? form)) !== undefined)
        expect((await payrun(list, `--${optionName(name)}`, 'no such thing')).code, name).toBe(2);
  });

  it('is one file: it is found on its page, as a command, as CSV and as JSON', async () => {
    const room = new URL('../../src/lists/', import.meta.url);
    writeFileSync(
      join(cwd, 'fruits.ts'),
      `import { defineList } from ${JSON.stringify(new URL('list.ts', room).href)};
       import { as } from ${JSON.stringify(new URL('../references/value.ts', room).href)};
       export const fruits = defineList({
         name: 'fruits', title: 'Fruits', role: 'auditor', filters: {}, perPage: 50,
         columns: [
           { name: 'fruit', title: 'Fruit', names: true, value: ({ fruit }) => fruit },
           { name: 'pieces', title: 'Pieces', value: ({ pieces }) => as.count(pieces) },
         ],
         read: async () => ({ rows: [{ fruit: '=pear', pieces: 1200 }], next: null }),
         empty: { what: 'No fruits.', page: 'Plant a tree.' },
         path: '/fruits',
         command: { name: 'fruits', group: 'Review', summary: 'the fruits', examples: [['payrun fruits', 'all']], most: 50 },
       });`,
    );
    const { fruits } = (await import(pathToFileURL(join(cwd, 'fruits.ts')).href)) as { fruits: AnyList };
    const lists = [...LISTS, fruits];
    const visited = openPages(appContext, undefined, lists);
    expect((await visited.get('/fruits', { role: 'viewer' })).status).toBe(403);
    expect((await visited.get('/fruits', { role: 'auditor' })).text).toMatch(/=pear.*1,200/s);
    expect((await visited.get('/fruits.csv', { role: 'auditor' })).text).toMatch(/fruit,pieces\r\n.?'=pear.?,1200\r\n/);
    const groups = commandGroups(lists);
    const here = (...words: readonly string[]) => runHere(['fruits', ...words], { cwd, env: database.env }, groups);
    expect((await here()).stdout).toMatch(/fruit +pieces\n=pear +1,200\n/);
    expect(documentOf(await here('--json'))).toEqual({ fruits: [{ fruit: '=pear', pieces: 1200 }], more: false });
    expect((await here('--csv')).stdout).toMatch(/^fruit,pieces\n.?'=pear.?,1200\n$/);
    expect((await here('--help')).stdout).toContain('The fruits.');
  });
});

const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? Number(value) : value);
