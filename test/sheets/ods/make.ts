/**
 * Has LibreOffice save the workbooks of this folder again, from those of `../hostile` with the same names:
 * `node test/sheets/ods/make.ts`.
 */
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const HERE = import.meta.dirname;
const profile = mkdtempSync(join(tmpdir(), 'payrun-libreoffice-'));
try {
  const sources = globSync('*.ods', { cwd: HERE }).map((name) => join(HERE, '../hostile', name.replace(/ods$/, 'xlsx')));
  execFileSync('libreoffice', [`-env:UserInstallation=file://${profile}`, '--headless', '--convert-to', 'ods', '--outdir', HERE, ...sources]);
} finally {
  rmSync(profile, { recursive: true });
}
