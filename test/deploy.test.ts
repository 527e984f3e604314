import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingLines } from '../src/settings/setting-table.ts';
import { READER_LIMITS } from '../src/sheets/readers/reader-processes.ts';
import { createMetrics } from '../src/web/metrics-registry.ts';
import { itWith } from './support/tools.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** Names of metrics in a text of PromQL, without the endings of a histogram. */
const metricsIn = (text: string) =>
  [...text.matchAll(/\bpayrun_\w+/g)].map(([name]) => name.replace(/_(bucket|sum|count)$/, ''));

const known = new Set(
  (createMetrics().registry.getMetricsAsArray() as unknown as readonly { name: string }[]).map(({ name }) => name),
);

describe('the alerts', () => {
  const rules = read('deploy/prometheus/alerts.yml');
  const names = [...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name!);

  it('use only existing metrics', () => {
    expect(metricsIn(rules).length).toBeGreaterThanOrEqual(names.length);
    expect(metricsIn(rules).filter((name) => !known.has(name))).toEqual([]);
  });

  it.each(names)('%s has a section in the runbook', (name) => {
    expect(read('docs/monitoring.md')).toContain(`\n### ${name}\n`);
  });

  itWith('promtool')('pass promtool, and fire when they should', () => {
    const cwd = join(ROOT, 'deploy/prometheus');
    execFileSync('promtool', ['check', 'rules', 'alerts.yml'], { cwd });
    execFileSync('promtool', ['test', 'rules', 'alerts.test.yml'], { cwd });
  });
});

it('the dashboard uses only existing metrics', () => {
  const dashboard = JSON.parse(read('deploy/grafana/payrun.json'));
  const asked = dashboard.panels.flatMap(({ targets }: { targets: readonly { expr: string }[] }) =>
    targets.flatMap(({ expr }) => metricsIn(expr)),
  );
  expect(asked.length).toBeGreaterThan(10);
  expect(asked.filter((name: string) => !known.has(name))).toEqual([]);
});

itWith('promtool')('the metrics pass promtool', async () => {
  const input = await createMetrics().registry.metrics();
  const checked = spawnSync('promtool', ['check', 'metrics'], { input, encoding: 'utf8' });
  expect([checked.status, checked.stdout, checked.stderr]).toEqual([0, '', '']);
});

const SECRETS = ['vault_key', 'postgres_password', 'app_password', 'database_url', 'owner_url'];

describe('the files for operators', () => {
  const FILES = [
    'deploy/systemd/payrun.service',
    'deploy/systemd/payrun-worker@.service',
    'deploy/systemd/payrun-backup.service',
    'deploy/systemd/postgresql.conf',
    'deploy/kubernetes/payrun.yaml',
    'compose.yaml',
  ];
  const lines = settingLines();
  const secrets = lines.filter(({ secret }) => secret).map(({ env }) => env!);
  const settings = new Set([...lines.map(({ env }) => env), ...secrets.map((name) => `${name}_FILE`), 'PAYRUN_CONFIG']);

  it.each(FILES)('%s sets only existing settings', (file) => {
    const named = [...read(file).matchAll(/\bPAYRUN_[A-Z_]+\b/g)].map(([name]) => name);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !settings.has(name))).toEqual([]);
  });

  it('what serves or works may take the memory of a process that reads a sheet, twice', () => {
    const granted = (text: string, line: RegExp) =>
      [...text.matchAll(line)].map(([, gigabytes]) => Number(gigabytes) * 1_024);
    const all = [
      ...granted(read('deploy/systemd/payrun.service'), /^MemoryMax=(\d+)G$/gm),
      ...granted(read('deploy/systemd/payrun-worker@.service'), /^MemoryMax=(\d+)G$/gm),
      ...granted(read('compose.yaml').split('\nservices:')[0]!, /^ +mem_limit: (\d+)g$/gm),
      ...granted(
        read('deploy/kubernetes/payrun.yaml'),
        /args: \["(?:serve|worker)"[\s\S]*?limits: \{ memory: (\d+)Gi \}/g,
      ),
    ];
    expect(all).toHaveLength(5);
    for (const megabytes of all) expect(megabytes).toBeGreaterThanOrEqual(2 * READER_LIMITS.megabytes);
  });

  it.each(FILES)('%s passes secrets as files, none in the environment', (file) => {
    const set = read(file).replace(/^#.*/gm, '');
    expect(secrets.length).toBeGreaterThan(5);
    expect([...secrets, 'POSTGRES_PASSWORD'].filter((name) => new RegExp(`\\b${name}\\b`).test(set))).toEqual([]);
    if (!file.endsWith('.service'))
      for (const name of ['DATABASE_URL', 'PAYRUN_VAULT_KEY']) expect(set).toContain(`${name}_FILE`);
  });

  itWith('docker-compose')('compose.yaml is accepted by docker-compose', () => {
    const cwd = mkdtempSync(join(tmpdir(), 'payrun-compose-'));
    try {
      mkdirSync(join(cwd, 'secrets'));
      for (const name of ['.env', ...SECRETS.map((secret) => `secrets/${secret}`)]) writeFileSync(join(cwd, name), '');
      writeFileSync(join(cwd, 'compose.yaml'), read('compose.yaml'));
      const taken = spawnSync('docker-compose', ['config'], { cwd, encoding: 'utf8' });
      expect(taken).toMatchObject({ status: 0 });
      expect(taken.stdout).toContain('DATABASE_URL_FILE: /run/secrets/database_url');
    } finally {
      rmSync(cwd, { recursive: true });
    }
  });

  itWith('systemd-analyze')('the units are accepted by systemd, and are sandboxed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'payrun-unit-'));
    try {
      // The command need not be installed on this machine.
      for (const unit of ['payrun.service', 'payrun-worker@.service', 'payrun-backup.service', 'payrun-backup.timer'])
        writeFileSync(
          join(folder, unit),
          read(`deploy/systemd/${unit}`).replace('/usr/bin/env payrun', '/usr/bin/env true'),
        );
      mkdirSync(join(folder, 'payrun.service.d'));
      writeFileSync(join(folder, 'payrun.service.d/postgresql.conf'), read('deploy/systemd/postgresql.conf'));
      const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { cwd: folder, encoding: 'utf8' });
      const units = [
        './payrun.service',
        './payrun-worker@1.service',
        './payrun-backup.timer',
        './payrun-backup.service',
      ];
      expect(analyze('verify', ...units)).toMatchObject({ status: 0, stderr: '' });
      for (const [unit, most] of [
        ['payrun.service', 20],
        ['payrun-worker@.service', 20],
        ['payrun-backup.service', 60],
      ] as const)
        expect(analyze('security', '--offline=true', `--threshold=${most}`, `./${unit}`).status, unit).toBe(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
