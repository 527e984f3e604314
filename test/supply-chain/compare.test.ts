import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  compareLock,
  isAffected,
  type LockFile,
  lockedPackages,
  readAdvisories,
  readLock,
  readReviewed,
} from './compare.ts';

const ROOT = new URL('../../', import.meta.url);
const lock = readLock();
const reviewed = readReviewed();
const advisories = readAdvisories();
const withPackage = (name: string, change: object): LockFile => ({
  packages: { ...lock.packages, [`node_modules/${name}`]: { ...lock.packages[`node_modules/${name}`], ...change } },
});
const found = (changed: LockFile) => compareLock(changed, reviewed, advisories);

describe('the dependencies of Payrun', () => {
  it('were reviewed, and none has a known vulnerability', () => {
    expect(found(lock)).toEqual([]);
  });

  it('require a review of every package that is new or has another version', () => {
    const { version } = lock.packages['node_modules/pg']!;
    expect(found(withPackage('pg', { version: '99.0.0' }))).toEqual([
      'pg@99.0.0 was not looked at.',
      `pg@${version} was looked at and is not there.`,
    ]);
    expect(found(withPackage('left-pad', { version: '1.0.0', integrity: 'sha512-x' }))).toEqual([
      'left-pad@1.0.0 was not looked at.',
    ]);
  });

  it('finds a version with a known vulnerability, also in a package below another', () => {
    const old = withPackage('exceljs/node_modules/tmp', { version: '0.2.3', integrity: 'sha512-x' });
    const looked = { ...reviewed, packages: lockedPackages(old) };
    expect(compareLock(old, looked, advisories)).toEqual([
      'tmp@0.2.3 has CVE-2025-54798: a symbolic link as folder of temporary files',
    ]);
    const excused = advisories.map((one) => (one.package === 'tmp' ? { ...one, exception: 'not used' } : one));
    expect(compareLock(old, looked, excused)).toEqual([]);
  });

  it.each([
    ['1.1.11', true],
    ['1.1.12', false],
    ['2.0.1', true],
    ['2.0.2', false],
  ])('knows the range of a vulnerability in each major version: brace-expansion %s', (version, affected) => {
    const advisory = advisories.find((one) => one.package === 'brace-expansion')!;
    expect(isAffected(`brace-expansion@${version}`, advisory)).toBe(affected);
  });

  it.each([
    ['that runs a script when it is installed', { hasInstallScript: true }, 'pg runs a script when it is installed'],
    ['without a hash', { integrity: undefined }, 'pg has no SHA-512'],
    ['with a weak hash', { integrity: 'sha1-x' }, 'pg has no SHA-512'],
    ['from somewhere else', { resolved: 'git+ssh://git@example.com/pg.git' }, 'pg does not come from a registry'],
  ])('finds one %s', (_, change, output) => {
    expect(found(withPackage('pg', change)).join()).toContain(output);
  });

  it('are in the bill of materials, if they run in production', () => {
    const text = execFileSync('npm', ['run', '-s', 'sbom'], { cwd: ROOT, encoding: 'utf8' });
    const { bomFormat, components } = JSON.parse(text) as {
      bomFormat: string;
      components: { name: string; version: string; purl: string }[];
    };
    expect(bomFormat).toBe('CycloneDX');
    const listed = new Set(components.map(({ purl }) => decodeURIComponent(purl)));
    const production = Object.fromEntries(Object.entries(lock.packages).filter(([, { dev }]) => !dev));
    expect([...listed].toSorted()).toEqual(lockedPackages({ packages: production }).map((name) => `pkg:npm/${name}`));
    expect(listed).toContain(`pkg:npm/nodemailer@${lock.packages['node_modules/nodemailer']!.version}`);
    expect([...listed].filter((purl) => purl.includes('/vitest@'))).toEqual([]);
  });
});

describe('the base images', () => {
  const images = [
    // The defaults of the build arguments.
    ...[...readFileSync(new URL('Dockerfile', ROOT), 'utf8').matchAll(/^ARG \w+_IMAGE=(\S+)$/gm)].map(
      ([, image]) => image!,
    ),
    ...[
      ...readFileSync(new URL('compose.yaml', ROOT), 'utf8').matchAll(
        /^\s+image: (?:\$\{\w+:-)?([^\s}]+:[^\s}]+)\}?$/gm,
      ),
    ].map(([, image]) => image!),
  ];

  it('are named with a version', () => {
    expect(images.length).toBeGreaterThan(1);
    for (const image of images) expect(image).toMatch(/:[\w.-]+/);
  });

  it('are named by digest', ({ skip }) => {
    const pinned = images.filter((image) => /@sha256:[0-9a-f]{64}$/.test(image));
    if (pinned.length === 0) skip('no digest can be looked up without a registry of images; none is made up');
    expect(pinned).toEqual(images);
  });
});
