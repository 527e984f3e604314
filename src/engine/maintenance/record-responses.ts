import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { isError, PayrunError } from '../../errors.ts';
import type { Service } from '../../service/service.ts';
import { shapeOf } from '../../service/shapes/shape-of.ts';
import { oddRecordsOf } from '../../service/shapes/unreadable-records.ts';
import { writeWhole } from '../../sheets/files/write-whole-file.ts';

/** Read-only calls, one page each. */
const ASKED = {
  listBalances: (service: Service) => service.call('listBalances', {}),
  listRecipients: (service: Service) => service.call('listRecipients', { query: { page: 1, pageSize: 10 } }),
  listBatches: (service: Service) => service.call('listBatches', { query: { page: 1, pageSize: 10 } }),
  listPayoutMethods: (service: Service) => service.call('listPayoutMethods', {}),
};

type Asked = keyof typeof ASKED;

/** A response of the service in which every value is replaced by its shape. */
export interface RecordedResponse {
  readonly call: Asked;
  readonly method: string;
  /** With its query. The paths of these calls identify nobody. */
  readonly path: string;
  readonly status: number;
  /** The content type and the headers of the rate limit; their values are replaced by shapes too. */
  readonly headers: Readonly<Record<string, unknown>>;
  /** Null if it was not JSON. */
  readonly body: unknown;
  /**
   * The code of the error if Payrun cannot read the response; null if it can. Not the message, which may quote the
   * service.
   */
  readonly refused: string | null;
}

const HEADERS = /^(x-)?rate-?limit|^x-rate-limit|^retry-after$|^content-type$/;

/**
 * Makes the read-only calls and records the responses. `connect` returns a service that calls through the given
 * `fetch`. A refused or unreadable response is recorded like the others; a call without a response is not.
 */
export async function recordResponses(
  inner: typeof fetch,
  connect: (recording: typeof fetch) => Promise<Service>,
): Promise<readonly RecordedResponse[]> {
  const answers: RecordedResponse[] = [];
  let seen: Omit<RecordedResponse, 'call' | 'refused'>[] = [];
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

/** Writes the responses to a new file. Throws `file_unwritable`, also if the file exists. */
export async function writeRecording(file: string, answers: readonly RecordedResponse[]): Promise<void> {
  if (existsSync(file))
    throw new PayrunError('file_unwritable', { file, detail: 'a file of that name already exists' });
  await writeWhole(file, (temporary) => writeFile(temporary, `${JSON.stringify({ payrun: 1, answers }, null, 2)}\n`));
}
