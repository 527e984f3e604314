/** A process of its own for `read-apart.test.ts`: a reader in it says its id and does `work`; then it waits, or ends. */
import { sheetOfBytes } from '../../../src/sheets/files/sheet-file.ts';
import { readApart } from '../../../src/sheets/readers/read-apart.ts';

const [work = ''] = process.argv.slice(2);
const hostile = new URL('./hostile-readers.ts', import.meta.url).href;
const bytes = sheetOfBytes('sheet.csv', Buffer.from('a'));

console.log(await readApart(hostile, 'ownId', bytes));
if (work !== 'end') await readApart(hostile, work, bytes);
