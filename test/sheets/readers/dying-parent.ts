/** A process of its own for `read-in-process.test.ts`: a reader in it says its id and does `work`; then it waits, or ends. */
import { sheetFromBytes } from '../../../src/sheets/files/sheet-file.ts';
import { readInProcess } from '../../../src/sheets/readers/read-in-process.ts';

const [work = ''] = process.argv.slice(2);
const hostile = new URL('./hostile-readers.ts', import.meta.url).href;
const bytes = sheetFromBytes('sheet.csv', Buffer.from('a'));

console.log(await readInProcess(hostile, 'ownId', bytes));
if (work !== 'end') await readInProcess(hostile, work, bytes);
