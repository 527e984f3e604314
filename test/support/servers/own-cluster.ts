import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clusterPrograms } from '../tools.ts';

/** A PostgreSQL that one test file starts for what the shared one does not have: TLS and passwords. */
export interface OwnCluster {
  /** Runs a program as the user of the server, who owns the files. */
  run(program: string, ...args: string[]): void;
  start(port: number, ...settings: string[]): void;
  /** Changes a setting of a server that runs. */
  set(name: string, value: string): void;
  reload(): void;
  /** Ends the server and removes its folder. */
  stop(): void;
}

/** In the empty `folder`. PostgreSQL refuses to run as root, so the user `postgres` runs it then, as in CI. */
export function ownCluster(folder: string, password: string): OwnCluster {
  const bin = clusterPrograms()!;
  const data = join(folder, 'data');
  const isRoot = process.getuid?.() === 0;
  const as = isRoot ? ['setpriv', '--reuid', 'postgres', '--regid', 'postgres', '--clear-groups'] : [];
  const run = (program: string, ...args: string[]) => {
    const [first = program, ...rest] = [...as, program, ...args];
    // Its pipes stay open in the server that pg_ctl starts, so there are none.
    execFileSync(first, rest, { cwd: '/', stdio: 'ignore' });
  };
  const control = (...args: string[]) => run(join(bin, 'pg_ctl'), '-D', data, ...args);
  const passwordFile = join(folder, 'password');
  mkdirSync(data);
  writeFileSync(passwordFile, password);
  if (isRoot) {
    const { uid, gid } = userOf('postgres');
    for (const path of [folder, data, passwordFile]) chownSync(path, uid, gid);
  }
  chmodSync(folder, 0o755);
  run(
    join(bin, 'initdb'),
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--no-sync',
  );
  writeFileSync(join(data, 'pg_hba.conf'), 'hostssl all all 127.0.0.1/32 scram-sha-256\n');
  const configure = (...settings: string[]) =>
    appendFileSync(join(data, 'postgresql.conf'), settings.map((setting) => `${setting}\n`).join(''));
  return {
    run,
    start(port, ...settings) {
      const own = [`port=${port}`, "listen_addresses='127.0.0.1'", "unix_socket_directories=''", 'fsync=off'];
      configure(...own, ...settings.map((setting) => setting.replace(/=(.*)/, "='$1'")));
      control('-w', '-l', join(folder, 'log'), 'start');
    },
    set(name, value) {
      configure(`${name}='${value}'`);
      control('reload');
    },
    reload: () => control('reload'),
    stop() {
      control('-w', '-m', 'immediate', 'stop');
      rmSync(folder, { recursive: true });
    },
  };
}

function userOf(name: string): { readonly uid: number; readonly gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
