import type { FoundHeader } from '../headers/find-header.ts';
import type { SheetLook, SheetPackage } from '../open-sheet.ts';
import type { SheetTable } from '../sheet-table.ts';

/** A table of a file, which can be gone through more than once. */
export interface TableSource {
  readonly worksheet?: string;
  /** A hidden worksheet, which is read only when it is asked for by name. */
  readonly hidden?: boolean;
  open(): SheetTable;
  look?(): Promise<Omit<SheetLook, 'header'> | null>;
  package?(): Promise<Omit<SheetPackage, 'header'>>;
}

export interface FoundTable {
  readonly source: TableSource;
  readonly table: SheetTable;
  readonly header: FoundHeader;
  /** What the choice of this one of several worksheets, or a file without a header, makes worth saying. */
  readonly warning?: string;
  /** The system that a file without a header is for. */
  readonly system?: string;
}
