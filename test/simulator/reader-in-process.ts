import type { Methods } from '../../src/sheets/readers/process-port.ts';
import { createReader } from '../../src/sheets/readers/reader.ts';
import type { ReaderProcess } from '../../src/sheets/readers/reader-processes.ts';

/** In place of a process of its own for each sheet: the same reader, called directly. */
export function takeReaderProcess(_file: string, methods: Methods): ReaderProcess {
  const callCaller = async <T>(method: string, ...args: readonly unknown[]) =>
    (methods[method] as (...all: readonly unknown[]) => unknown)(...args) as T;
  const reader = createReader(callCaller) as unknown as Record<string, (...args: readonly unknown[]) => unknown>;
  return {
    call: async <T>(method: string, ...args: readonly unknown[]) => (await reader[method]!(...args)) as T,
    isStopped: () => false,
    end: () => {},
    release: () => {},
  };
}

export const READER_LIMITS = { quietSeconds: 60, megabytes: 1_024, together: 1_536 };
