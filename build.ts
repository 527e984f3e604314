import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';

// dist/ for the image: the code by tsc, and the files that it reads (migrations, data of the rules) unchanged.
const root = import.meta.dirname;
rmSync(join(root, 'dist'), { recursive: true, force: true });
execFileSync(
  process.execPath,
  [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(root, 'tsconfig.build.json')],
  {
    stdio: 'inherit',
  },
);
cpSync(join(root, 'src'), join(root, 'dist/src'), {
  recursive: true,
  filter: (path) => !path.endsWith('.ts'),
});
