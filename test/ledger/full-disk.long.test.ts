import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLedger } from '../../src/ledger/open-ledger.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { asFullDisk } from '../../src/platform/disk-faults.ts';
import { createLog } from '../../src/platform/log.ts';
import { createApp } from '../../src/web/app.ts';
import type { PageDeps } from '../../src/web/components/view.ts';
import { get } from '../../src/web/pages/route.ts';
import { embeddedSnapshot } from '../support/database.ts';
import { signedIn } from '../support/signed-in.ts';

const MB = 1024 * 1024;

/** A disk that a test can fill. Mounting one needs root; without it the free space is made up. */
function smallDisk() {
  const folder = mkdtempSync(join(tmpdir(), 'payrun-disk-'));
  const filler = join(folder, 'filler');
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    let left = 256 * MB;
    const fillTo = (free: number) => {
      left = free;
    };
    return { folder, free: () => left, fillTo, remove: () => rmSync(folder, { recursive: true }) };
  }
  const free = () => {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  };
  return {
    folder,
    free,
    fillTo(bytes: number) {
      rmSync(filler, { force: true });
      const size = free() - bytes;
      if (size > 0) writeFileSync(filler, Buffer.alloc(size));
    },
    remove() {
      // Also if a test failed and its ledger is still open.
      execFileSync('umount', ['--lazy', folder]);
      rmSync(folder, { recursive: true });
    },
  };
}

describe('a full disk', () => {
  let disk: ReturnType<typeof smallDisk>;
  beforeAll(() => {
    disk = smallDisk();
  });
  afterAll(() => disk.remove());

  it('refuses a new ledger, an open one, and one that is opened again, and each works once there is space', async () => {
    const home = join(disk.folder, 'home');
    const log = createLog('silent');
    const snapshot = await embeddedSnapshot();
    const open = () => openLedger({ home, log, clock: systemClock, free: disk.free, snapshot });
    const full = {
      code: 'disk_full',
      exitCode: 5,
      message: `No disk space is left: ${home}.`,
      next: 'Free up 64 MB or more, then run `payrun resume`. Nothing is lost.',
    };
    mkdirSync(home);
    disk.fillTo(1 * MB);
    await expect(open()).rejects.toMatchObject(full);
    disk.fillTo(256 * MB);
    const ledger = await open();
    await ledger.db.query('create table payrun.scratch (n int)');
    disk.fillTo(40 * MB);
    await expect(ledger.db.query('insert into payrun.scratch values (1)')).rejects.toMatchObject(full);
    await expect(ledger.tx((db) => db.query('select 1'))).rejects.toMatchObject(full);
    disk.fillTo(256 * MB);
    await ledger.db.query('insert into payrun.scratch values (2)');
    await ledger.close();
    disk.fillTo(0);
    await expect(open()).rejects.toMatchObject(full);
    disk.fillTo(256 * MB);
    const again = await open();
    expect((await again.db.query('select n from payrun.scratch')).rows).toEqual([{ n: 2 }]);
    await again.close();
  });
});

describe('an error that a full disk causes', () => {
  const ENOSPC = Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
    path: '/srv/results/sheet.xlsx',
  });

  it('of the embedded database is recognized by its number or by the free space, whatever its message is', () => {
    const room = () => 500 * MB;
    // Emscripten throws objects that are no errors.
    expect(asFullDisk({ name: 'ErrnoError', errno: 51 }, '/home', room)).toMatchObject({ code: 'disk_full' });
    expect(asFullDisk(new Error('failed to initialize'), '/home', () => 9 * MB)).toMatchObject({ code: 'disk_full' });
    expect(asFullDisk(new Error('failed to initialize'), '/home', room)).toBeNull();
  });

  it('G4: is shown on a page in words, with the next step', async () => {
    const log = createLog('silent');
    const deps = { appContext: { log, clock: systemClock, sandbox: false, config: {} } } as unknown as PageDeps;
    const app = createApp([signedIn(), (on) => get(on, deps, '/', 'viewer', () => Promise.reject(ENOSPC))], log);
    const response = await app.request('/');
    expect(response.status).toBe(503);
    const text = await response.text();
    expect(text).toContain('No disk space is left');
    expect(text).toContain(
      'Nothing is lost. Payrun continues after an operator of this installation frees up 500 MB or more',
    );
    expect(text).not.toMatch(/payrun resume|ENOSPC|disk_full/);
  });
});
