import { readFile } from 'node:fs/promises';
import { Payrun } from 'payrun/client';

const payrun = new Payrun({ url: process.env.PAYRUN_URL, token: process.env.PAYRUN_TOKEN });
const june = JSON.parse(await readFile('three-payments.json', 'utf8'));

const run = await payrun.makeRun(june, 'june-1');
const { problems, toSubmit } = await payrun.readRun(run);
for (const { row, message } of problems) console.log(`Row ${row}: ${message}`);
if (problems.length === 0 && toSubmit) await payrun.submit(run, toSubmit.shown);

for await (const { reference, status } of payrun.list(`runs/${run}/payments`)) console.log(reference, status);
