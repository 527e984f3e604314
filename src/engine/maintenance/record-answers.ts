import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { isError, PayrunError } from '../../errors.ts';
import type { Service } from '../../service/service.ts';
import { oddRecordsOf } from '../../service/shapes/odd-records.ts';
import { shapeOf } from '../../service/shapes/shape-of.ts';
import { writeWhole } from '../../sheets/files/whole-file.ts';

/** What is asked for: nothing that changes anything, one page each. */
const ASKED = {
  listBalances: (service: Service) => service.call('listBalances', {}),
  listRecipients: (service: Service) => service.call('listRecipients', { query: { page: 1, pageSize: 10 } }),
  listBatches: (service: Service) => service.call('listBatches', { query: { page: 1, pageSize: 10 } }),
  listPayoutMethods: (service: Service) => service.call('listPayoutMethods', {}),
};

type Asked = keyof typeof ASKED;

/** An answer of the service in which every value is replaced by its shape. */
export interface RecordedAnswer {
  readonly call: Asked;
  readonly method: string;
  /** With its query: of these calls it names nobody. */
  readonly path: string;
  readonly status: number;
  /** Those of the rate limit; their values are shapes too. */
  readonly headers: Readonly<Record<string, unknown>>;
  /** Null if it was no JSON. */
  readonly body: unknown;
  /** The code of Payrun's error if it does not read it; null if it does. Its sentence may quote the service. */
  readonly refused: string | null;
}

const HEADERS = /^(x-)?rate-?limit|^x-rate-limit|^retry-after$|^content-type$/;

/**
 * Makes the read-only calls and records what was answered. `connect` gives the service that calls through the given `fetch`. A call
 * that is refused or not understood is recorded like the others; one without an answer is not.
 */
export async function recordAnswers(
  inner: typeof fetch,
  connect: (recording: typeof fetch) => Promise<Service>,
): Promise<readonly RecordedAnswer[]> {
  const answers: RecordedAnswer[] = [];
  let seen: Omit<RecordedAnswer, 'call' | 'refused'>[] = [];
  const service = await connect(async (input, init) => {
    const answer = await inner(input, init);
    const text = await answer.clone().text();
    const { pathname, search } = new URL(String(input instanceof Request ? input.url : input));
    seen.push({
      method: init?.method ?? 'GET',
      path: pathname + search,
      status: answer.status,
      headers: shapeOf(Object.fromEntries([...answer.headers].filter(([name]) => HEADERS.test(name)))) as Record<
        string,
        unknown
      >,
      body: shapeOf(jsonOf(text)),
    });
    return answer;
  });
  for (const call of Object.keys(ASKED) as Asked[]) {
    seen = [];
    const refused = await ASKED[call](service).then(
      (answer) => (oddRecordsOf(answer).length > 0 ? 'service_unexpected' : null),
      (error: unknown) => {
        if (!isError(error)) throw error;
        return error.code;
      },
    );
    answers.push(...seen.map((one) => ({ call, ...one, refused })));
  }
  return answers;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Writes them to a new file. Throws `file_unwritable`. */
export async function writeRecording(file: string, answers: readonly RecordedAnswer[]): Promise<void> {
  if (existsSync(file))
    throw new PayrunError('file_unwritable', { file, detail: 'a file of that name is there already' });
  await writeWhole(file, (temporary) => writeFile(temporary, `${JSON.stringify({ payrun: 1, answers }, null, 2)}\n`));
}
