/** Writes all hostile sheets of this folder, but for those that LibreOffice makes: `node test/sheets/hostile/make.ts`. */
await import('./make-csv.ts');
await import('./make-xlsx.ts');
