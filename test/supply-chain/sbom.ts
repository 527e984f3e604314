import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { lockedPackages, readLock } from './compare.ts';

/**
 * `npm run -s sbom`: prints a CycloneDX bill of materials of what runs in production. `npm sbom --omit dev` leaves out
 * packages that a development dependency needs as well, so it is made of all and reduced here.
 */
interface Component {
  readonly name: string;
  readonly version: string;
  readonly group?: string;
  readonly 'bom-ref': string;
}

interface Bom {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

const { packages } = readLock();
const production = new Set(
  lockedPackages({ packages: Object.fromEntries(Object.entries(packages).filter(([, one]) => !one.dev)) }),
);
const text = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
  cwd: fileURLToPath(new URL('../../', import.meta.url)),
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'ignore'],
  maxBuffer: 64 * 1024 * 1024,
});
const bom = JSON.parse(text) as Bom;
const nameOf = ({ group, name, version }: Component) => `${group ? `${group}/` : ''}${name}@${version}`;
const components = bom.components.filter((component) => production.has(nameOf(component)));
const missing = [...production].filter((name) => !components.some((component) => nameOf(component) === name));
if (missing.length > 0) throw new Error(`the bill of materials lacks ${missing.join(', ')}`);
const refs = new Set([bom.metadata.component['bom-ref'], ...components.map((component) => component['bom-ref'])]);
const dependencies = bom.dependencies
  .filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }));
console.log(JSON.stringify({ ...bom, components, dependencies }, null, 2));
