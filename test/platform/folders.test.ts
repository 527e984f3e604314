import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePrivateFolder } from '../../src/platform/folders.ts';

describe('a folder that no one else sees', () => {
  let parent: string;
  beforeAll(() => {
    parent = mkdtempSync(join(tmpdir(), 'payrun-folder-'));
  });
  afterAll(() => rmSync(parent, { recursive: true }));

  it('is created with its parents', () => {
    const path = join(parent, 'a', 'b', 'c');
    makePrivateFolder(path);
    for (const made of [path, join(parent, 'a')]) expect(statSync(made).mode & 0o777).toBe(0o700);
    makePrivateFolder(path);
  });

  it('that exists is unchanged', () => {
    const path = join(parent, 'open');
    mkdirSync(path, { mode: 0o755 });
    makePrivateFolder(path);
    expect(statSync(path).mode & 0o777).toBe(0o755);
  });

  it.each([
    ['is a file', 'file', 'a file exists where a folder is expected'],
    ['is below a file', 'file/below/it', 'a file exists where a folder is expected'],
  ])('that %s is an error in words', (_, name, detail) => {
    writeFileSync(join(parent, 'file'), '');
    const path = join(parent, name);
    expect(() => makePrivateFolder(path)).toThrow(
      expect.objectContaining({ code: 'file_unwritable', details: { file: path, detail } }),
    );
  });

  it.runIf(existsSync('/proc/self'))('that cannot exist is an error, without endless retries', () => {
    for (const path of ['/proc/payrun', '/proc/payrun/home'])
      expect(() => makePrivateFolder(path)).toThrow(
        expect.objectContaining({ details: { file: expect.any(String), detail: 'no folder can be made there' } }),
      );
  });
});
