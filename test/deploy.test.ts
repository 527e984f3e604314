import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingLines } from '../src/config.ts';
import { createMetrics } from '../src/web/metrics-registry.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** Whether this machine has the tool; what it checks is checked where it is. */
const has = (tool: string) => spawnSync(tool, ['--version']).error === undefined;

/** Names of metrics in a text of PromQL, without the endings of a histogram. */
const metricsIn = (text: string) =>
  [...text.matchAll(/\bpayrun_\w+/g)].map(([name]) => name.replace(/_(bucket|sum|count)$/, ''));

const known = new Set(
  (createMetrics().registry.getMetricsAsArray() as unknown as readonly { name: string }[]).map(({ name }) => name),
);

describe('the alerts', () => {
  const rules = read('deploy/prometheus/alerts.yml');
  const names = [...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name!);

  it('ask for metrics that there are', () => {
    expect(metricsIn(rules).length).toBeGreaterThanOrEqual(names.length);
    expect(metricsIn(rules).filter((name) => !known.has(name))).toEqual([]);
  });

  it.each(names)('%s has its part in the runbook', (name) => {
    expect(read('docs/operations.md')).toContain(`\n### ${name}\n`);
  });

  it.runIf(has('promtool'))('hold what promtool checks, and fire when they should', () => {
    const cwd = join(ROOT, 'deploy/prometheus');
    execFileSync('promtool', ['check', 'rules', 'alerts.yml'], { cwd });
    execFileSync('promtool', ['test', 'rules', 'alerts.test.yml'], { cwd });
  });
});

it('the dashboard asks for metrics that there are', () => {
  const dashboard = JSON.parse(read('deploy/grafana/payrun.json'));
  const asked = dashboard.panels.flatMap(({ targets }: { targets: readonly { expr: string }[] }) =>
    targets.flatMap(({ expr }) => metricsIn(expr)),
  );
  expect(asked.length).toBeGreaterThan(10);
  expect(asked.filter((name: string) => !known.has(name))).toEqual([]);
});

it.runIf(has('promtool'))('the metrics hold what promtool checks', async () => {
  const input = await createMetrics().registry.metrics();
  const checked = spawnSync('promtool', ['check', 'metrics'], { input, encoding: 'utf8' });
  expect(`${checked.stdout}${checked.stderr}`.split('\n').filter((line) => line.startsWith('payrun_'))).toEqual([]);
});

describe('the files for operators', () => {
  const FILES = ['deploy/systemd/payrun.service', 'deploy/kubernetes/payrun.yaml', 'compose.yaml'];
  const settings = new Set([...settingLines().map(({ env }) => env), 'PAYRUN_CONFIG']);

  it.each(FILES)('%s sets only settings that there are', (file) => {
    const named = [...read(file).matchAll(/\bPAYRUN_[A-Z_]+\b/g)].map(([name]) => name);
    expect(named.length).toBeGreaterThan(2);
    expect(named.filter((name) => !settings.has(name))).toEqual([]);
  });

  it.runIf(has('systemd-analyze'))('the unit is one that systemd takes, and it is shut in', () => {
    const folder = mkdtempSync(join(tmpdir(), 'payrun-unit-'));
    try {
      const unit = join(folder, 'payrun.service');
      // The command need not be installed on this machine.
      writeFileSync(unit, read('deploy/systemd/payrun.service').replace('/usr/bin/env payrun', '/usr/bin/env true'));
      const verified = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
      expect(verified).toMatchObject({ status: 0, stderr: '' });
      const security = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', unit]);
      expect(security.status).toBe(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
