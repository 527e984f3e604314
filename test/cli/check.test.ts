import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runPayrun, testFolder } from '../support/run-payrun.ts';

const cwd = testFolder();
const ROWS = 'referenceId,amount,currency\nV-1,10.00,EUR\n';

describe('check', () => {
  it('marks no wrong cells where there are none', async () => {
    writeFileSync(join(cwd, 'fine.csv'), ROWS);
    const { stdout } = await runPayrun(['check', 'fine.csv'], { cwd });
    expect(stdout).toContain('fine.csv: 1 row, all can be paid.');
    expect(stdout).toContain(`What was read is in ${join(cwd, 'fine.checked.xlsx')}`);
  });

  it('never says that rows can be paid of a sheet that does not agree with its control total', async () => {
    writeFileSync(join(cwd, 'control.csv'), `PAYRUN,2,EUR,20.00\n${ROWS}`);
    const { stdout } = await runPayrun(['check', 'control.csv'], { cwd });
    expect(stdout).toContain('control.csv: 1 row, none can be paid.');
    expect(stdout).toContain('The control total does not agree: it says 2 payments, the sheet has 1;');
  });
});
