/**
 * `npm run libreoffice`: a template is filled in for five countries, goes through LibreOffice (XLSX to ODS and back, and to CSV),
 * and must come out as it went in; a results workbook too. Not one of the tests, because it needs LibreOffice.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../src/config.ts';
import { checkSheet } from '../../src/intake/check-sheet.ts';
import { planTemplate } from '../../src/intake/template-plan.ts';
import { writeTemplate } from '../../src/sheets/write/write-template.ts';
import { fillTemplate } from './fill-template.ts';

const COUNTRIES = ['DE', 'US', 'MX', 'GB', 'BR'];
const BROKEN = join(import.meta.dirname, '../../samples/broken.csv');
const clock = { now: () => Date.UTC(2026, 10, 21) };

if (spawnSync('libreoffice', ['--version']).status !== 0) console.log('LibreOffice is not installed: skipped.');
else {
  const folder = await mkdtemp(join(tmpdir(), 'payrun-libreoffice-'));
  try {
    process.exitCode = (await templateComesBack(folder)) && (await resultsComeBack(folder)) ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function templateComesBack(folder: string): Promise<boolean> {
  const plan = planTemplate(COUNTRIES, 'EUR', []);
  await writeTemplate(join(folder, 'template.xlsx'), plan, clock.now());
  const rows = plan.examples.map((cells, i) => ({ ...cells, amount: `${100 + i}.5` }));
  await fillTemplate(join(folder, 'template.xlsx'), join(folder, 'filled.xlsx'), rows);
  let good = true;
  for (const path of throughLibreOffice(folder, 'filled')) {
    const { rows: count, valid, problems, totals } = await checkSheet(path, loadConfig({}, folder), clock);
    console.log(`${path}: ${count} rows, ${valid} valid, ${totals.EUR?.amount} EUR, ${problems.length} problems`);
    for (const { row, column, message } of problems) console.log(`  row ${row} ${column}: ${message}`);
    good &&= count === rows.length && valid === rows.length && problems.length === 0 && totals.EUR?.amount === '512.50';
  }
  return good;
}

async function resultsComeBack(folder: string): Promise<boolean> {
  const config = loadConfig({}, folder);
  const before = await checkSheet(BROKEN, config, clock, { writeTo: join(folder, 'results.xlsx') });
  const [, again] = throughLibreOffice(folder, 'results');
  const after = await checkSheet(again!, config, clock);
  console.log(`results of broken.csv through ODS: ${after.valid} of ${after.rows} valid, before ${before.valid} of ${before.rows}`);
  return after.rows === before.rows && after.valid === before.valid;
}

/** The file as it is, as XLSX by way of ODS, and as CSV of its first worksheet. */
function throughLibreOffice(folder: string, name: string): readonly string[] {
  const convert = (file: string, to: string, out: string) => {
    const args = [`-env:UserInstallation=file://${folder}/profile`, '--headless', '--convert-to', to, '--outdir', join(folder, out), join(folder, file)];
    const { status, stderr } = spawnSync('libreoffice', args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`LibreOffice: ${stderr}`);
  };
  convert(`${name}.xlsx`, 'ods', 'ods');
  convert(`ods/${name}.ods`, 'xlsx', 'back');
  convert(`${name}.xlsx`, 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false', 'csv');
  return [join(folder, `${name}.xlsx`), join(folder, 'back', `${name}.xlsx`), join(folder, 'csv', `${name}.csv`)];
}
