import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** LibreOffice without a window, with a profile of its own in `folder`. */
export interface LibreOffice {
  /** Converts a file; the path of the new one, in a folder of its own. */
  convert(file: string, to: string): string;
  /** Opens a workbook, sets numbers in cells of a worksheet, calculates, and saves it as an XLSX at `to`. */
  edit(file: string, worksheet: string, numbers: Readonly<Record<string, number>>, to: string): void;
}

export function libreOffice(folder: string): LibreOffice {
  const profile = join(folder, 'profile');
  const run = (...args: string[]) => {
    const { status, stderr, error } = spawnSync(
      'libreoffice',
      [`-env:UserInstallation=${pathToFileURL(profile)}`, '--headless', ...args],
      {
        encoding: 'utf8',
        timeout: 120_000,
      },
    );
    if (status !== 0) throw new Error(`LibreOffice: ${error?.message ?? stderr}`);
  };
  const convert = (file: string, to: string) => {
    const kind = to.replace(/:.*/, '');
    run('--convert-to', to, '--outdir', join(folder, kind), file);
    const made = join(folder, kind, basename(file).replace(/\.\w+$/, `.${kind}`));
    if (!existsSync(made)) throw new Error(`LibreOffice cannot read ${basename(file)}`);
    return made;
  };
  return {
    convert,
    edit: (file, worksheet, numbers, to) => {
      // A new profile comes with a library of its own, in which the macro would be lost.
      if (!existsSync(profile)) convert(file, 'csv');
      const sets = Object.entries(numbers).map(
        ([address, value]) => `  sheet.getCellRangeByName("${address}").setValue(${value})`,
      );
      installMacro(profile, [
        'Sub Edit',
        '  Dim hidden(0) As New com.sun.star.beans.PropertyValue',
        '  hidden(0).Name = "Hidden" : hidden(0).Value = True',
        `  book = StarDesktop.loadComponentFromURL("${pathToFileURL(file)}", "_blank", 0, hidden())`,
        `  sheet = book.Sheets.getByName("${worksheet}")`,
        ...sets,
        '  book.calculateAll()',
        '  Dim saved(0) As New com.sun.star.beans.PropertyValue',
        '  saved(0).Name = "FilterName" : saved(0).Value = "Calc MS Excel 2007 XML"',
        `  book.storeToURL("${pathToFileURL(to)}", saved())`,
        '  book.close(True)',
        'End Sub',
      ]);
      run('macro:///Standard.Edit.Edit');
    },
  };
}

/** A macro of the user's own library is carried out without a question. */
function installMacro(profile: string, lines: readonly string[]): void {
  const folder = join(profile, 'user/basic/Standard');
  mkdirSync(folder, { recursive: true });
  const library = (elements: string) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE library:library PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "library.dtd">\n<library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard" library:readonly="false" library:passwordprotected="false">${elements}</library:library>`;
  writeFileSync(join(folder, 'script.xlb'), library('<library:element library:name="Edit"/>'));
  writeFileSync(join(folder, 'dialog.xlb'), library(''));
  const code = lines.join('\n').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  writeFileSync(
    join(folder, 'Edit.xba'),
    `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "module.dtd">\n<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Edit" script:language="StarBasic">${code}\n</script:module>`,
  );
}
