import { accessSync, constants, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, it } from 'vitest';

/** Programs that some tests need and not every machine has. */
const PROGRAMS = [
  'chromium',
  'curl',
  'docker-compose',
  'libreoffice',
  'openssl',
  'pgbouncer',
  'promtool',
  'systemd-analyze',
] as const;

/** `PostgreSQL`: a server that `PAYRUN_TEST_DATABASE_URL` names. `initdb`: the programs to start one. */
export type Tool = (typeof PROGRAMS)[number] | 'PostgreSQL' | 'initdb';

/** The path of a program; null if it is not installed. */
export function programPath(name: string): string | null {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return join(folder, name);
    } catch {}
  }
  return null;
}

/** The folder of `initdb` and `pg_ctl`, which Debian keeps off the PATH; null if PostgreSQL is not installed. */
export function clusterPrograms(): string | null {
  const newest = globSync('/usr/lib/postgresql/*/bin/initdb').sort().at(-1);
  return newest?.replace(/\/initdb$/, '') ?? null;
}

export function isInstalled(tool: Tool): boolean {
  if (tool === 'PostgreSQL') return Boolean(process.env.PAYRUN_TEST_DATABASE_URL);
  if (tool === 'initdb') return clusterPrograms() !== null;
  return programPath(tool) !== null;
}

/** A line for each tool that this machine lacks. */
export const missingTools = (): readonly string[] =>
  ([...PROGRAMS, 'PostgreSQL', 'initdb'] as const)
    .filter((tool) => !isInstalled(tool))
    .map((tool) =>
      tool === 'PostgreSQL'
        ? 'Skipped: tests that need PostgreSQL (PAYRUN_TEST_DATABASE_URL is not set).'
        : `Skipped: tests that need ${tool} (not installed).`,
    );

/** `describe` for tests that need these. Without them nothing of `tests` runs, not even while tests are collected. */
export function describeWith(tools: readonly Tool[], name: string, tests: () => void): void {
  const missing = tools.filter((tool) => !isInstalled(tool));
  if (missing.length === 0) describe(name, tests);
  else it.skip(`${name} (needs ${missing.join(', ')})`);
}

/** `it` for a test that needs these. */
export const itWith = (...tools: readonly Tool[]) => it.runIf(tools.every(isInstalled));
