import type { FoundHeader } from '../headers/find-header.ts';
import type { SheetPackage } from '../open-sheet.ts';
import type { SheetNote } from '../sheet-note.ts';
import type { SheetTable } from '../sheet-table.ts';

/** A table of a file. It can be opened more than once. */
export interface TableSource {
  readonly worksheet?: string;
  /** A hidden worksheet is read only if the options name it. */
  readonly hidden?: boolean;
  open(): SheetTable;
  package?(): Promise<Omit<SheetPackage, 'header'>>;
}

export interface FoundTable {
  readonly source: TableSource;
  readonly table: SheetTable;
  readonly header: FoundHeader;
  /** Set if this worksheet was chosen from several, or if the file has no header. */
  readonly note?: SheetNote;
  /** The system whose format a file without a header has. */
  readonly system?: string;
}
