import { readFileSync } from 'node:fs';

const FOLDER = new URL('./', import.meta.url);
export const LOCK_FILE = new URL('../../package-lock.json', FOLDER);
export const REVIEWED_FILE = new URL('reviewed-packages.json', FOLDER);

/** What a lock file says of a package. */
export interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
}

export interface LockFile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** A known vulnerability that was looked at. Versions from `from` on and before `fixed` have it, in the same major version. */
export interface Advisory {
  readonly package: string;
  readonly id: string;
  readonly what: string;
  /** One range for each major version that got a fix of its own. */
  readonly affected: readonly { readonly from?: string; readonly fixed: string }[];
  /** Why an affected version may stay. */
  readonly exception?: string;
}

export interface Reviewed {
  readonly on: string;
  readonly packages: readonly string[];
  readonly installScripts: Readonly<Record<string, string>>;
}

export const readJson = <T>(url: URL): T => JSON.parse(readFileSync(url, 'utf8')) as T;
export const readLock = () => readJson<LockFile>(LOCK_FILE);
export const readReviewed = () => readJson<Reviewed>(REVIEWED_FILE);
export const readAdvisories = () =>
  readJson<{ advisories: readonly Advisory[] }>(new URL('advisories.json', FOLDER)).advisories;

/** The packages of a lock file as `name@version`, sorted. */
export function lockedPackages({ packages }: LockFile): readonly string[] {
  const names = Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, { version }]) => `${nameOf(path)}@${version}`);
  return [...new Set(names)].toSorted();
}

const nameOf = (path: string) => path.split('node_modules/').at(-1)!;

/** Compares the lock file with what was reviewed. A sentence for each thing that someone has to look at. */
export function compareLock(lock: LockFile, reviewed: Reviewed, advisories: readonly Advisory[]): readonly string[] {
  const locked = lockedPackages(lock);
  const known = new Set(reviewed.packages);
  const there = new Set(locked);
  return [
    ...locked.filter((name) => !known.has(name)).map((name) => `${name} was not looked at.`),
    ...reviewed.packages.filter((name) => !there.has(name)).map((name) => `${name} was looked at and is not there.`),
    ...locked.flatMap((name) =>
      advisories
        .filter((advisory) => advisory.exception === undefined && isAffected(name, advisory))
        .map(({ id, what }) => `${name} has ${id}: ${what}`),
    ),
    ...Object.entries(lock.packages)
      .filter(([path]) => path !== '')
      .flatMap(([path, locked_]) => unsafe(nameOf(path), locked_, reviewed)),
  ];
}

function unsafe(name: string, locked: LockedPackage, { installScripts }: Reviewed): readonly string[] {
  return [
    ...(locked.link || !locked.integrity?.startsWith('sha512-') ? [`${name} has no SHA-512 of its contents.`] : []),
    ...(locked.resolved !== undefined && !locked.resolved.startsWith('https://')
      ? [`${name} does not come from a registry.`]
      : []),
    ...(locked.hasInstallScript && !(name in installScripts)
      ? [`${name} runs a script when it is installed, and no one looked at it.`]
      : []),
  ];
}

export function isAffected(name: string, { package: of, affected }: Advisory): boolean {
  const at = name.lastIndexOf('@');
  if (name.slice(0, at) !== of) return false;
  const version = numbers(name.slice(at + 1));
  return affected.some(({ from, fixed }) => {
    const end = numbers(fixed);
    return isBefore(version, end) && (from === undefined || !isBefore(version, numbers(from)));
  });
}

const numbers = (version: string) => version.split('-')[0]!.split('.').map(Number);

function isBefore(one: readonly number[], other: readonly number[]): boolean {
  for (let i = 0; i < 3; i++) if ((one[i] ?? 0) !== (other[i] ?? 0)) return (one[i] ?? 0) < (other[i] ?? 0);
  return false;
}
