import { readdir } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { PayrunError } from '../errors.ts';
import type { Job } from './job.ts';

const FOLDER = new URL('../../jobs/', import.meta.url);

export interface FoundJob {
  readonly name: string;
  /** Null where the file does not load; `fault` says why. */
  readonly job: Job | null;
  readonly fault: string | null;
}

/** Every job in `jobs/`, by name. A file that does not load names itself and does not keep the others from running. */
export async function findJobs(folder: URL = FOLDER): Promise<readonly FoundJob[]> {
  const files = (await readdir(folder)).filter(
    (file) => ['.ts', '.js'].includes(extname(file)) && !file.endsWith('.d.ts'),
  );
  return Promise.all(files.sort().map((file) => load(folder, file)));
}

/** Throws `job_unknown`, and `job_broken` where its file does not load. */
export async function findJob(name: string, folder: URL = FOLDER): Promise<Job> {
  const found = (await findJobs(folder)).find((job) => job.name === name);
  if (!found) throw new PayrunError('job_unknown', { job: name });
  if (!found.job) throw new PayrunError('job_broken', { job: name, detail: found.fault ?? '' });
  return found.job;
}

async function load(folder: URL, file: string): Promise<FoundJob> {
  const name = basename(file, extname(file));
  try {
    const { default: job } = (await import(new URL(file, folder).href)) as { default?: Partial<Job> };
    if (typeof job?.run !== 'function' || typeof job.summary !== 'string' || !job.input) {
      return { name, job: null, fault: 'its default export is no job' };
    }
    return { name, job: job as Job, fault: null };
  } catch (error) {
    return { name, job: null, fault: (error as Error).message };
  }
}
