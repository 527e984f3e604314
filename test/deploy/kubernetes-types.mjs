// Writes the objects of a manifest as TypeScript with the types of Kubernetes, so that a compiler finds fields that there are not.
// In a folder with the packages `yaml` and `kubernetes-models`: node kubernetes-types.mjs MANIFEST > manifest.ts
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { parseAllDocuments } = createRequire(join(process.cwd(), 'package.json'))('yaml');

parseAllDocuments(readFileSync(process.argv[2], 'utf8')).forEach((document, index) => {
  for (const error of document.errors) throw error;
  const { apiVersion, kind, ...rest } = document.toJS();
  console.log(`import type { I${kind} as Kind${index} } from 'kubernetes-models/${apiVersion}/${kind}';
export const object${index}: Kind${index} = ${JSON.stringify({ apiVersion, kind, ...rest }, null, 2)};`);
});
