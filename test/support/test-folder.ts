import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

/** A folder for the tests of the `describe` around it, with a space in its name; made before them and removed after them. */
export function testFolder(): string {
  const folder = join(tmpdir(), `payrun test-${randomBytes(6).toString('hex')}`);
  beforeAll(() => void mkdirSync(folder, { recursive: true, mode: 0o700 }));
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
