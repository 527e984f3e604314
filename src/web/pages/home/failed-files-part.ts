import type { FailedFile } from '../../../ledger/views/failed-files.ts';
import { html, type Markup } from '../../components/markup.ts';
import { runPath } from '../../components/paths.ts';
import { moment } from '../../components/relative-time.ts';
import { table } from '../../components/table.ts';
import type { View } from '../../components/view.ts';

/** Files of the inbox that could not be read, each with the reason; nothing if there are none. */
export function failedFilesPart(view: View, files: readonly FailedFile[]): Markup | '' {
  if (files.length === 0) return '';
  return html`<h2 id="failed-files">Files that could not be read</h2>
<p class="quiet">Nothing of them was paid. Correct the file and drop it again, or upload it.</p>
${table<FailedFile>(
  'Files of the last 7 days',
  [
    {
      title: 'File',
      names: true,
      cell: ({ name, run }) => (run === null ? name : html`<a href="${runPath(run)}">${name}</a>`),
    },
    { title: 'Reason', wide: true, cell: ({ note }) => (note ?? '').replaceAll('\n', ' ') },
    { title: 'Folder', minor: true, cell: ({ folder }) => folder },
    { title: 'Dropped by', minor: true, cell: ({ dropped_by }) => dropped_by ?? 'not known' },
    { title: 'When', cell: ({ at }) => moment(view, at) },
  ],
  files,
  undefined,
  { stacks: true },
)}`;
}
