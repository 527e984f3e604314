import { isError } from '../../errors.ts';
import { DISK_FAULTS } from '../../platform/disk-faults.ts';

/**
 * Issues that keep the inbox, one of its folders or a file from being processed. `{file}` is its path below the inbox.
 */
export const ISSUES = {
  inbox_away: {
    level: 'error',
    sentence: 'The inbox {inbox} cannot be read ({detail}).',
    next: 'Create or remount the folder, with permission to read and write it. Once it is back, Payrun writes the results of files that it already took.',
  },
  inbox_disk: {
    level: 'error',
    sentence: 'Files of {file} cannot be taken, or their results cannot be written: {detail}.',
    next: 'Check the permissions, the free space and the mount of the folder. Nothing is lost: Payrun keeps retrying.',
  },
  inbox_folder_unknown: {
    level: 'warn',
    sentence: 'The folder {file} does not belong to a user or to a merchant with keys. Its files are not processed.',
    next: 'Rename it to the name of a Payrun merchant or user, or add that merchant or user.',
  },
  inbox_symlink: {
    level: 'warn',
    sentence: '{file} is a link. Payrun does not follow links, so that only files in the inbox are paid.',
    next: 'Replace it with a copy of the file.',
  },
  inbox_hard_link: {
    level: 'warn',
    sentence:
      '{file} has a second name elsewhere (a hard link). Payrun does not process it, because it could be changed under that name.',
    next: 'Replace it with a copy of the file.',
  },
  inbox_sub_folder: {
    level: 'warn',
    sentence: '{file} is a folder inside a merchant’s folder, and no user has that name. Its files are not processed.',
    next: 'Move its sheets up one folder, or rename it to a Payrun user’s name.',
  },
  inbox_name: {
    level: 'warn',
    sentence: '{file} has a name that is not UTF-8, so it cannot be told apart from others.',
    next: 'Rename it, preferably with plain letters.',
  },
  inbox_no_file: {
    level: 'warn',
    sentence: '{file} is neither a file nor a folder.',
    next: 'Remove it.',
  },
  inbox_unreadable: {
    level: 'warn',
    sentence: 'Payrun doesn’t have permission to read {file}.',
    next: 'Give Payrun permission to read the file. Payrun then processes it.',
  },
  inbox_stuck: {
    level: 'warn',
    sentence: '{file} cannot be processed yet: {detail}',
    next: 'Payrun keeps retrying. If the problem persists, ask an operator to check the log.',
  },
  inbox_sidecar_alone: {
    level: 'info',
    sentence: '{file} is a control total without a sheet.',
    next: 'Put the sheet next to it. A control total must arrive before its sheet.',
  },
  inbox_no_sheet: {
    level: 'info',
    sentence: '{file} is not a sheet and stays where it is.',
    next: 'Sheets end in .csv, .xlsx or .ods, payment orders (pain.001) in .xml.',
  },
} as const satisfies Record<string, { level: 'error' | 'warn' | 'info'; sentence: string; next: string }>;

export type IssueCode = keyof typeof ISSUES;

export interface InboxIssue {
  readonly code: IssueCode;
  /** Path below the inbox; '' is the inbox itself. */
  readonly file: string;
  readonly level: 'error' | 'warn' | 'info';
  readonly message: string;
  readonly next: string;
}

export function inboxIssue(
  code: IssueCode,
  file: string,
  details: { detail?: string; inbox?: string } = {},
): InboxIssue {
  const { level, sentence, next } = ISSUES[code];
  const values: Record<string, string> = { ...details, file: file === '' ? 'the inbox' : toPrintableName(file) };
  return { code, file, level, message: sentence.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? ''), next };
}

/** A name as one line of text: control characters are replaced. */
export function toPrintableName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a name may have them, and they would break lists and logs
  return name.replace(/[\u0000-\u001f\u007f]/g, '?');
}

const SENTENCES: Readonly<Record<string, string>> = {
  ...DISK_FAULTS,
  ENOTDIR: 'a file or a link exists where a folder is expected',
};

/** Null if the error does not come from the file system. */
export function diskFault(error: unknown): string | null {
  if (isError(error, 'file_unwritable')) return String(error.details.detail);
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (typeof code !== 'string' || !/^E[A-Z0-9]+$/.test(code) || syscall === 'connect') return null;
  return SENTENCES[code] ?? code;
}

/** Reports each issue once, and again if it comes back after it was gone. */
export function createIssueReporter(
  report: (inboxIssue: InboxIssue) => Promise<void>,
): (all: readonly InboxIssue[]) => Promise<void> {
  let known = new Set<string>();
  return async (all) => {
    const before = known;
    known = new Set(all.map(({ code, file, message }) => JSON.stringify([code, file, message])));
    const reported = new Set<string>();
    for (const one of all) {
      const key = JSON.stringify([one.code, one.file, one.message]);
      if (!before.has(key) && !reported.has(key)) await report(one);
      reported.add(key);
    }
  };
}
