import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PayrunError } from '../../errors.ts';
import type { Feature } from '../../http/feature.ts';

const STATIC = join(import.meta.dirname, '../static');

/** Assets of the pages: their content type, and the files of `src/web/static` that they consist of, in this order. */
const ASSETS: Readonly<Record<string, { readonly type: string; readonly files: readonly string[] }>> = {
  'page.css': {
    type: 'text/css; charset=utf-8',
    files: ['tokens', 'base', 'sandbox', 'components', 'approval', 'charts', 'corrections', 'print'].map(
      (name) => `styles/${name}.css`,
    ),
  },
  'page.js': { type: 'text/javascript; charset=utf-8', files: ['page.js'] },
  'icon.svg': { type: 'image/svg+xml', files: ['icon.svg'] },
  'inter.woff2': { type: 'font/woff2', files: ['inter/inter-latin.woff2'] },
};

interface Asset {
  readonly path: string;
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly gzipped: Uint8Array<ArrayBuffer>;
}

const loaded = new Map<string, Asset>();

function load(name: string): Asset {
  const known = loaded.get(name);
  if (known) return known;
  const entry = ASSETS[name];
  if (!entry) throw new PayrunError('defect', { detail: `there is no asset called ${name}` });
  const { type, files } = entry;
  const content = Buffer.concat(files.map((file) => readFileSync(join(STATIC, file))));
  const bytes = new Uint8Array(name === 'page.css' ? withFont(content) : content);
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 12);
  const [stem, extension] = [name.slice(0, name.lastIndexOf('.')), name.slice(name.lastIndexOf('.'))];
  const asset = {
    path: `/static/${stem}.${hash}${extension}`,
    type,
    bytes,
    gzipped: new Uint8Array(gzipSync(bytes, { level: 9 })),
  };
  loaded.set(name, asset);
  return asset;
}

/** The address of the font has a hash as every asset, so that the style sheet cannot name it. */
const withFont = (css: Buffer): Buffer => Buffer.from(css.toString().replace('inter.woff2', assetPath('inter.woff2')));

/** Path of an asset. It contains a hash of the content, so that browsers may cache it indefinitely. */
export function assetPath(name: string): string {
  return load(name).path;
}

/** Serves the assets. Needs no session: they contain nothing secret, and the login page uses them too. */
export function assets(): Feature {
  const byPath = new Map(Object.keys(ASSETS).map((name) => [load(name).path, load(name)]));
  return (app) => {
    app.get('/static/:name', (context) => {
      const asset = byPath.get(context.req.path);
      if (!asset) return context.notFound();
      const gzip = /\bgzip\b/.test(context.req.header('Accept-Encoding') ?? '');
      return context.body(gzip ? asset.gzipped : asset.bytes, 200, {
        'Content-Type': asset.type,
        'Cache-Control': 'public, max-age=31536000, immutable',
        'X-Content-Type-Options': 'nosniff',
        Vary: 'Accept-Encoding',
        ...(gzip ? { 'Content-Encoding': 'gzip' } : {}),
      });
    });
  };
}
