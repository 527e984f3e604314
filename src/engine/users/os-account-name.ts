import { execFile } from 'node:child_process';

/** `getent` also knows the accounts of a directory service; macOS has `id` only. */
const ASK = [
  ['getent', (uid: string) => ['passwd', uid]],
  ['id', (uid: string) => ['-nu', uid]],
] as const;

/** The name of an operating system account; `uid-1001` if the number has no name, as in a container. */
export async function osAccountName(uid: number): Promise<string> {
  for (const [program, given] of ASK) {
    const name = (await outputOf(program, given(String(uid)))).split(':')[0]!.trim();
    if (name !== '') return name;
  }
  return `uid-${uid}`;
}

/** '' if the program fails or does not exist. */
function outputOf(program: string, given: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(program, given, { timeout: 10_000 }, (error, stdout) => resolve(error ? '' : stdout));
  });
}
