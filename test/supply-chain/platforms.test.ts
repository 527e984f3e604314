import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

interface Lock {
  readonly packages: Readonly<Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>>;
}

// A registry may have a release before all of its binaries, and then the lock is made without those.
it.each(['package-lock.json', 'docs/package-lock.json'])(
  '%s has the binaries of every platform: else `npm ci` refuses it',
  (file) => {
    const { packages }: Lock = JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
    const wanted = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).map((name) => ({ path, name })),
    );
    expect(wanted.length).toBeGreaterThan(20);
    const isThere = ({ path, name }: (typeof wanted)[number]) =>
      [`${path}/node_modules/${name}`, `node_modules/${name}`].some((place) => place in packages);
    expect(wanted.filter((one) => !isThere(one)).map(({ name }) => name)).toEqual([]);
  },
);
