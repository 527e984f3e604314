import { isError } from '../../errors.ts';
import { DISK_FAULTS } from '../../platform/disk-faults.ts';

/**
 * Issues that keep the inbox, one of its folders or a file from being processed. `{file}` is its path below the inbox.
 */
export const ISSUES = {
  inbox_away: {
    level: 'error',
    sentence: 'The inbox {inbox} cannot be read ({detail}).',
    next: 'Create the folder, or mount it again, with permissions to read and write it. The results of files that were already taken are written when it is back.',
  },
  inbox_disk: {
    level: 'error',
    sentence: 'Files of {file} cannot be taken, or their results cannot be written: {detail}.',
    next: 'Check the permissions, the free space and the mount of the folder. Nothing is lost: Payrun keeps retrying.',
  },
  inbox_folder_unknown: {
    level: 'warn',
    sentence: 'The folder {file} belongs to no merchant with keys and to no user. Its files are not processed.',
    next: 'Rename it to the name of a merchant or user in Payrun, or add that merchant or user.',
  },
  inbox_symlink: {
    level: 'warn',
    sentence: '{file} is a link. Links are not followed, so that nothing from elsewhere is paid.',
    next: 'Replace it with a copy of the file.',
  },
  inbox_hard_link: {
    level: 'warn',
    sentence:
      '{file} has a second name elsewhere (a hard link). It is not processed, because it could be changed under that name.',
    next: 'Replace it with a copy of the file.',
  },
  inbox_sub_folder: {
    level: 'warn',
    sentence: '{file} is a folder below a merchant, and there is no user of that name. Its files are not processed.',
    next: 'Put the sheets next to it, or rename it to the name of a user in Payrun.',
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
    sentence: 'Payrun may not read {file}.',
    next: 'Give Payrun permission to read it. Then the file is processed.',
  },
  inbox_stuck: {
    level: 'warn',
    sentence: '{file} cannot be processed yet: {detail}',
    next: 'Payrun keeps retrying. If the problem persists, an operator checks the log.',
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
