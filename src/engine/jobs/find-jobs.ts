import { readdir } from 'node:fs/promises';
import { basename, extname, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { PayrunError } from '../../errors.ts';
import type { Job } from '../job.ts';
import { jobFault } from './job-fault.ts';
import { resolveForJobs } from './payrun-imports.ts';

/** The jobs that come with Payrun. */
const FOLDER = new URL('../../../jobs/', import.meta.url);
/** A file that takes longer to load awaits something that never happens. */
const LOAD_MS = 10_000;

export interface FoundJob {
  readonly name: string;
  /** Null if the file does not load; `fault` says why. */
  readonly job: Job | null;
  readonly fault: string | null;
  /** Absolute path. */
  readonly file: string;
}

/**
 * Every job in `jobs/` and in the folder `own` (absolute), by name. A file that does not load is listed with its fault
 * and does not stop the others, as is an `own` folder that cannot be read.
 */
export async function findJobs(own?: string, folder: URL = FOLDER): Promise<readonly FoundJob[]> {
  const found = await inFolder(folder);
  if (own === undefined) return found.toSorted(byName);
  const ownFolder = pathToFileURL(own.endsWith(sep) ? own : own + sep);
  resolveForJobs(ownFolder);
  let ownJobs: readonly FoundJob[];
  try {
    ownJobs = await inFolder(ownFolder);
  } catch (error) {
    const fault = `the folder of the setting jobsFolder cannot be read (${(error as NodeJS.ErrnoException).code})`;
    ownJobs = [{ name: basename(own), job: null, fault, file: own }];
  }
  const taken = new Set(found.map(({ name }) => name));
  const all = ownJobs.map((one) =>
    taken.has(one.name)
      ? { ...one, job: null, fault: 'Payrun already has a job with this name, so rename the file' }
      : one,
  );
  return [...found, ...all].sort(byName);
}

const byName = (a: FoundJob, b: FoundJob) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

/** Throws `job_unknown`, and `job_broken` if its file does not load. */
export async function findJob(name: string, own?: string, folder?: URL): Promise<Job> {
  const found = (await findJobs(own, folder)).filter((job) => job.name === name);
  // A file in the own folder does not hide a built-in job of the same name.
  const usable = found.find(({ job }) => job !== null) ?? found[0];
  if (!usable) throw new PayrunError('job_unknown', { job: name });
  if (!usable.job) throw new PayrunError('job_broken', { job: name, file: usable.file, detail: usable.fault ?? '' });
  return usable.job;
}

async function inFolder(folder: URL): Promise<readonly FoundJob[]> {
  const files = (await readdir(folder)).filter(
    (file) => ['.ts', '.js'].includes(extname(file)) && !file.endsWith('.d.ts'),
  );
  return Promise.all(files.sort().map((file) => load(folder, file)));
}

async function load(folder: URL, name: string): Promise<FoundJob> {
  const url = new URL(encodeURIComponent(name), folder);
  const found = { name: basename(name, extname(name)), file: fileURLToPath(url) };
  try {
    const { default: job } = (await inTime(import(url.href))) as { default?: unknown };
    const fault = jobFault(job);
    return { ...found, job: fault === null ? (job as Job) : null, fault };
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    // V8 gives the line of a syntax error only in the stack.
    const line = error instanceof SyntaxError ? /:(\d+)\n/.exec(error.stack ?? '')?.[1] : undefined;
    return { ...found, job: null, fault: line === undefined ? fault : `${fault} (line ${line})` };
  }
}

async function inTime<T>(loading: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it did not load within ${LOAD_MS / 1_000} s`)), LOAD_MS);
  });
  try {
    return await Promise.race([loading, late]);
  } finally {
    clearTimeout(timer);
  }
}
