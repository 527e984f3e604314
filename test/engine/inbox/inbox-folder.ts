import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../../src/config.ts';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import { realOwners } from '../../../src/engine/inbox/file-maker.ts';
import type { InboxDeps } from '../../../src/engine/inbox/inbox-deps.ts';
import { type InboxDisk, realDisk } from '../../../src/engine/inbox/inbox-disk.ts';
import { type InboxMemory, type InboxMove, inboxPass } from '../../../src/engine/inbox/inbox-pass.ts';
import type { InboxIssue } from '../../../src/engine/inbox/issues.ts';
import { merchantFolders } from '../../../src/engine/inbox/merchant-folders.ts';
import { createTakenFiles } from '../../../src/engine/inbox/taken-files.ts';
import { createUnchangedFiles } from '../../../src/engine/inbox/unchanged-files.ts';
import type { Task } from '../../../src/engine/queue/task.ts';
import { people, sheetOf } from '../../support/payroll.ts';

/** An inbox on a real folder, and what its next passes would do; the workers are a list of what they were told. */
export interface TestInbox {
  readonly folder: string;
  /** Runs that the workers were told of, each once. */
  readonly queued: string[];
  /** Passes, with enough time between them for every file to have stopped growing. */
  pass(times?: number, given?: Partial<InboxDeps>): Promise<readonly InboxMove[]>;
  /** As a new process begins, which never saw this inbox. */
  restart(): Promise<void>;
  /** Troubles of the last pass. */
  issues(): readonly Pick<InboxIssue, 'code' | 'file'>[];
  drop(name: string, content?: string): string;
  list(...below: string[]): readonly string[];
  /** The run of a file that was dropped, where it has one. */
  appContext: AppContext;
}

let drops = 0;

/** A sheet that was never dropped before. */
export function newSheet(rows = 1): string {
  drops += 1;
  return sheetOf(people(rows, (n) => ({ reference: `DROP-${drops}-${n}`, email: `drop${drops}.${n}@example.com` })));
}

export function testInbox(appContext: AppContext, env: Readonly<Record<string, string>> = {}): TestInbox {
  const folder = mkdtempSync(join(tmpdir(), 'payrun-inbox-'));
  const given = loadConfig({ PAYRUN_INBOX: folder, ...env }, folder);
  const { inbox, inboxMarker, inboxMaker } = given;
  const config = { ...appContext.config, inbox, inboxMarker, inboxMaker };
  const mine: AppContext = { ...appContext, config };
  let elapsed = 0;
  const queued: string[] = [];
  let issues: InboxIssue[] = [];
  const memory: InboxMemory = {
    settled: createUnchangedFiles(1_000),
    merchants: merchantFolders(mine, () => elapsed),
  };
  const taken = createTakenFiles();
  return {
    folder,
    queued,
    appContext: mine,
    async pass(times = 2, more = {}) {
      const moves: InboxMove[] = [];
      for (let n = 0; n < times; n += 1) {
        issues = [];
        elapsed += 30_000;
        const deps: InboxDeps = {
          appContext: mine,
          inbox: folder,
          disk: realDisk,
          owners: realOwners,
          taken,
          elapsed: () => elapsed,
          signal: new AbortController().signal,
          enqueue: async (_: AppContext, task: Task) => {
            if (task.kind === 'run' && !queued.includes(task.run)) queued.push(task.run);
          },
          complain: (one) => issues.push(one),
          ...more,
        };
        moves.push(...(await inboxPass(deps, memory)));
      }
      return moves;
    },
    restart: () => taken.close(),
    issues: () => issues.map(({ code, file }) => ({ code, file })),
    drop(name, content = newSheet()) {
      const path = join(folder, name);
      mkdirSync(join(path, '..'), { recursive: true });
      writeFileSync(path, content);
      return path;
    },
    list: (...below) => {
      const path = join(folder, ...below);
      return existsSync(path)
        ? readdirSync(path)
            .filter((name) => !name.startsWith('.payrun-inbox'))
            .sort()
        : [];
    },
  };
}

/** A disk of which some operations do something else. */
export function diskWith(given: Partial<InboxDisk>): InboxDisk {
  return { ...realDisk, ...given };
}

export function diskError(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code, syscall: 'test' });
}

export async function removeInbox(inbox: TestInbox): Promise<void> {
  await inbox.restart();
  rmSync(inbox.folder, { recursive: true, force: true });
}
