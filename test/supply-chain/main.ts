import { writeFileSync } from 'node:fs';
import { compareLock, lockedPackages, REVIEWED_FILE, readAdvisories, readLock, readReviewed } from './compare.ts';

/**
 * `npm run supply-chain`: compares package-lock.json with the packages and advisories that were looked at. `-- --looked-at`
 * writes the packages of the lock file into the list: run it after you have looked at the changes and their advisories.
 */
const lock = readLock();
const reviewed = readReviewed();
if (process.argv.includes('--looked-at')) {
  const on = new Date().toISOString().slice(0, 10);
  writeFileSync(REVIEWED_FILE, `${JSON.stringify({ ...reviewed, on, packages: lockedPackages(lock) }, null, 2)}\n`);
}
const findings = compareLock(lock, readReviewed(), readAdvisories());
for (const finding of findings) console.log(finding);
console.log(
  findings.length === 0
    ? `${lockedPackages(lock).length} packages are those that were looked at on ${readReviewed().on}; none has one of ${readAdvisories().length} known advisories.`
    : `${findings.length} to look at: read the changes and advisories, extend test/supply-chain/advisories.json, then npm run supply-chain -- --looked-at.`,
);
process.exitCode = findings.length === 0 ? 0 : 1;
