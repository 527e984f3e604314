import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Config } from '../../config.ts';
import type { Vault } from '../../ledger/vault/vault.ts';
import type { MerchantKeys } from '../../model.ts';
import type { Clock } from '../../platform/clock.ts';
import { makePrivateFolder } from '../../platform/folders.ts';
import { interfaceDocument } from './open-api-document.ts';

export interface EmbeddedSandbox {
  readonly url: string;
  readonly keys: MerchantKeys;
  /** The keys of the platform account, which can create sub-merchants. */
  readonly parent: MerchantKeys;
  leave(): Promise<void>;
}

/** The file in the home that keeps the sandbox's state; every line is sealed under this kind. */
export const SANDBOX_JOURNAL = 'sandbox.journal';
export const SANDBOX_SEALED_AS = 'sandbox';

const keys = z.object({ accessKey: z.string(), secretKey: z.string() });
const noted = z.object({ url: z.string(), keys, parent: keys });

/**
 * The payout service if none is configured: a sandbox in this process that keeps its state in PAYRUN_HOME across
 * restarts. A second process with the same home uses the sandbox of the first.
 */
export async function joinEmbeddedSandbox(
  config: Config,
  clock: Clock,
  vault: Vault,
  perWindow: number,
): Promise<EmbeddedSandbox> {
  // With PostgreSQL, nothing has created the home yet.
  makePrivateFolder(config.home);
  const note = noteOf(config);
  const running = await findRunning(note);
  if (running) return { ...running, leave: async () => {} };

  // Loaded only when needed: with its rules it is a third of the code that a command would load at its start.
  const { startSandbox } = await import('../../sandbox/start-sandbox.ts');
  const sandbox = await startSandbox({
    stateFile: join(config.home, SANDBOX_JOURNAL),
    cipher: {
      seal: (line) => vault.seal(line, SANDBOX_SEALED_AS).toString('base64'),
      open: (line) => vault.open(Buffer.from(line, 'base64'), SANDBOX_SEALED_AS).toString('utf8'),
    },
    openApi: interfaceDocument,
    allBalances: true,
    windowMs: config.quotaWindowMs,
    quota: perWindow,
    ...(config.sandboxSettleMs === undefined ? {} : { settleMs: config.sandboxSettleMs }),
    clock,
  });
  const mine = JSON.stringify({ url: sandbox.url, keys: sandbox.merchant, parent: sandbox.parent });
  // Keys of a sandbox that listens on this machine only, for other commands of this user.
  writeFileSync(note, mine, { mode: 0o600 });
  return {
    url: sandbox.url,
    keys: sandbox.merchant,
    parent: sandbox.parent,
    async leave() {
      await sandbox.close();
      if (readNote(note) === mine) rmSync(note, { force: true });
    },
  };
}

const noteOf = ({ home }: Config) => join(home, 'sandbox.json');

/** Whether a process with this home has the embedded sandbox open. */
export async function isSandboxRunning(config: Config): Promise<boolean> {
  return (await findRunning(noteOf(config))) !== null;
}

/** The sandbox of another process with the same home; null if none responds. */
async function findRunning(note: string): Promise<z.output<typeof noted> | null> {
  const text = readNote(note);
  if (text === null) return null;
  const parsed = noted.safeParse(JSON.parse(text));
  if (!parsed.success) return null;
  const answer = await fetch(new URL('/_sandbox/ledger', parsed.data.url), {
    signal: AbortSignal.timeout(2_000),
  }).catch(() => null);
  return answer?.ok ? parsed.data : null;
}

function readNote(note: string): string | null {
  try {
    return readFileSync(note, 'utf8');
  } catch {
    return null;
  }
}
