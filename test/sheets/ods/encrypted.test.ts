import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { isError } from '../../../src/errors.ts';
import { readSheet } from '../../../src/sheets/read/read-sheet.ts';
import { odsOf } from './ods-of.ts';

const manifest = (path: string) => ({
  name: 'META-INF/manifest.xml',
  content: `<manifest:manifest><manifest:file-entry manifest:full-path="${path}"><manifest:encryption-data/></manifest:file-entry></manifest:manifest>`,
});

it.each([
  ['part by part', odsOf('no XML any more', [manifest('content.xml')])],
  ['as a whole', odsOf('', [manifest('encrypted-package'), { name: 'encrypted-package', content: 'no ZIP any more' }])],
])('an ODS that is encrypted %s is reported to have a password', async (_, bytes) => {
  const error: unknown = await readSheet({ name: 'a.ods', content: () => Readable.from([bytes]) }).catch((one: unknown) => one);
  expect(isError(error) && [error.code, error.message]).toEqual(['sheet_not_a_sheet', expect.stringContaining('password-protected')]);
});
