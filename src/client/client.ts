import type { ApiActions, ApiLists, ApiSchemas } from './api-schemas.ts';

export type RowsOfRun = ApiSchemas['RowsOfRun'];
/** A row of payments: text by the names of the columns of sheets. */
export type SentRow = ApiSchemas['PaymentRow'];
/** A run with its outcome, and in `toSubmit` what is paid when it is submitted with `shown`. */
export type ProgramRun = ApiSchemas['Run'];
export type CheckedRows = ApiSchemas['CheckedSheet'];

/** A refusal of the API: `code` is stable, the message is a sentence. */
export class PayrunProblem extends Error {
  override readonly name = 'PayrunProblem';
  readonly status: number;
  readonly code: string;
  /** The next step, if there is one. */
  readonly next: string | null;

  constructor({ status, code, detail, next }: { status: number; code: string; detail: string; next?: string }) {
    super(detail);
    this.status = status;
    this.code = code;
    this.next = next ?? null;
  }
}

export interface ClientOptions {
  /** Of the installation: `https://pay.example.com`. */
  readonly url: string;
  readonly token: string;
  readonly fetch?: typeof fetch;
  /** A pause, in ms. */
  readonly sleep?: (ms: number) => Promise<void>;
}

/** Times that a request is sent at most, and the first pause between two, in ms; each is twice as long as the last. */
const [TIMES, PAUSE_MS] = [6, 500];
/** Times that it waits for a request that is still worked on: 6 minutes, by `Retry-After`. */
const WAITS = 36;

/**
 * A program's access to Payrun. A request is sent again if its answer is lost or Payrun is busy; by its
 * Idempotency-Key a run is made once. Throws `PayrunProblem`, and what `fetch` throws at last.
 */
export class Payrun {
  readonly #options: Required<ClientOptions>;

  constructor({ url, ...options }: ClientOptions) {
    this.#options = {
      url: url.replace(/(?<!\/)\/+$/, ''),
      fetch,
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      ...options,
    };
  }

  /** Checks these rows. Nothing is stored. */
  check(rows: RowsOfRun): Promise<CheckedRows> {
    return this.#ask('/checks', { body: rows });
  }

  /** Makes a run of these rows, to be submitted. The same `key` makes the same run. Returns its number. */
  async makeRun(rows: RowsOfRun, key: string = crypto.randomUUID()): Promise<string> {
    return (await this.#ask<ApiSchemas['MadeRun']>('/runs', { body: rows, key })).run;
  }

  readRun(run: string): Promise<ProgramRun> {
    return this.#ask(`/runs/${run}`);
  }

  /** Submits what `readRun` showed: `toSubmit.shown`. */
  submit(run: string, shown: string): Promise<ApiSchemas['ActionDone']> {
    return this.act(run, 'submit', { shown });
  }

  /** Takes an action about a run. Returns what was done, and the runs that continue. */
  act<A extends keyof ApiActions>(run: string, action: A, body: ApiActions[A]): Promise<ApiSchemas['ActionDone']> {
    return this.#ask(`/runs/${run}/${action}`, { body, key: crypto.randomUUID() });
  }

  /** The rows of a list, such as `runs` or `runs/12/payments`, page by page. */
  async *list<P extends keyof ApiLists>(
    path: P,
    filters: Readonly<Record<string, string>> = {},
  ): AsyncGenerator<ApiLists[P]> {
    const name = path.split('/').at(-1)!;
    for (let after: string | null = ''; after !== null; ) {
      const query = new URLSearchParams({ ...filters, ...(after === '' ? {} : { after }) });
      const page: Record<string, unknown> & { next: string | null } = await this.#ask(`/${path}?${query}`);
      yield* page[name] as ApiLists[P][];
      after = page.next;
    }
  }

  async #ask<T>(path: string, { body, key }: { readonly body?: object; readonly key?: string } = {}): Promise<T> {
    const { url, token, fetch, sleep } = this.#options;
    const request: RequestInit = {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    let [failures, waits] = [0, 0];
    for (;;) {
      const answer = await fetch(`${url}/api/v1${path}`, request).catch((error: unknown) => {
        if (failures + 1 === TIMES) throw error;
        return null;
      });
      if (answer?.ok) return (await answer.json()) as T;
      const problem = answer && (await readProblem(answer));
      if (problem?.code === IN_PROGRESS) waits += 1;
      else failures += 1;
      if (problem && (failures === TIMES || waits > WAITS || !isBusy(problem))) throw problem;
      const seconds = Number(answer?.headers.get('Retry-After') ?? 0);
      await sleep(Math.max(seconds * 1_000, PAUSE_MS * 2 ** (failures - 1)));
    }
  }
}

/** Another attempt at the same request is worked on, or was until the server crashed less than 5 minutes ago. */
const IN_PROGRESS = 'request_in_progress';

const isBusy = ({ status, code }: PayrunProblem): boolean => status === 429 || status >= 500 || code === IN_PROGRESS;

/** A proxy before Payrun may answer with something else. */
async function readProblem(answer: Response): Promise<PayrunProblem> {
  const found: unknown = await answer.json().catch(() => null);
  const { code, detail, next } = { ...(found as { code?: string; detail?: string; next?: string } | null) };
  return new PayrunProblem({
    ...{ status: answer.status, code: code ?? 'unknown', detail: detail ?? `HTTP status ${answer.status}` },
    ...(next === undefined ? {} : { next }),
  });
}
