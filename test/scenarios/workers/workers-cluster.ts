import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../support/servers/free-port.ts';
import { clusterPrograms } from '../../support/tools.ts';

/** A PostgreSQL of one test's own, that it may stop and start. */
export interface Cluster {
  readonly url: string;
  /** `immediate` is what a crash is: nothing is written down, and it recovers from its log. */
  stop(mode: 'fast' | 'immediate'): void;
  start(): void;
  remove(): void;
}

/** Takes 2 s. It refuses to run as root, so there it is the user `postgres` who runs it. */
export async function makeCluster(): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'payrun-cluster-'));
  const data = join(folder, 'db');
  mkdirSync(data, { mode: 0o700 });
  const isRoot = process.getuid?.() === 0;
  const owner = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  if (isRoot) for (const path of [folder, data]) chownSync(path, owner.uid!, owner.gid!);
  const port = await freePort();
  const run = (program: string, ...args: string[]) => {
    const { status, stderr } = spawnSync(join(clusterPrograms()!, program), args, {
      cwd: folder,
      ...owner,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    if (status !== 0) throw new Error(`${program}: ${stderr}`);
  };
  run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync');
  const cluster: Cluster = {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop: (mode) => run('pg_ctl', '-D', data, '-m', mode, '-w', 'stop'),
    start: () =>
      run(
        'pg_ctl',
        ...['-D', data, '-w', '-l', join(folder, 'log')],
        ...['-o', `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=`],
        'start',
      ),
    remove() {
      cluster.stop('immediate');
      rmSync(folder, { recursive: true, force: true });
    },
  };
  cluster.start();
  return cluster;
}

function idOf(flag: '-u' | '-g'): number {
  return Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
}
