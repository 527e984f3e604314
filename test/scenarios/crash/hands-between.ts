import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { RunningSandbox } from '../../../src/sandbox/start-sandbox.ts';
import { type Denial, deniedAnswer } from '../../simulator/denial.ts';
import { type HandEdit, type Hands, startHands } from '../../simulator/hand-edits.ts';

export interface HandsBetween extends Hands {
  /** Where Payrun finds the service; every call goes through, answers and broken connections too. */
  readonly url: string;
  /** The batches of the starts that Payrun sent, in their order. */
  readonly starts: readonly string[];
  plan(edit: HandEdit): void;
  /** From now on the service denies what it has paid; null: it says what is true. */
  deny(denial: Denial | null): void;
  close(): Promise<void>;
}

/** Stands between Payrun and the sandbox. Calls wait for an edit that comes before them; nothing else does. */
export async function startHandsBetween(
  sandbox: RunningSandbox,
  edits: readonly HandEdit[] = [],
): Promise<HandsBetween> {
  const hands = startHands(sandbox);
  const planned = (edit: HandEdit) => ({ ...edit, path: new RegExp(edit.match.path), left: edit.skip });
  const waiting = edits.map(planned);
  const starts: string[] = [];
  let denial: Denial | null = null;

  const handsBefore = async (method: string, path: string) => {
    for (const edit of [...waiting]) {
      if (method !== edit.match.method || !edit.path.test(path) || edit.left-- > 0) continue;
      waiting.splice(waiting.indexOf(edit), 1);
      await hands.edit(edit.kind, edit.nth);
    }
  };
  /** `gone`: whoever asked hung up, and the service sees that as it would without anybody between. */
  const pass = async (request: IncomingMessage, gone: AbortSignal): Promise<Response> => {
    const { method = 'GET', url = '/', headers } = request;
    const body = await buffer(request);
    const path = new URL(url, sandbox.url).pathname;
    await handsBefore(method, path);
    const started = method === 'POST' ? /\/batches\/([^/]+)\/start-processing$/.exec(path)?.[1] : undefined;
    if (started) starts.push(started);
    const { host: _, connection: __, 'content-length': ___, 'transfer-encoding': ____, ...rest } = headers;
    const answer = await fetch(sandbox.url + url, {
      method,
      signal: gone,
      headers: rest as Record<string, string>,
      ...(body.length > 0 ? { body } : {}),
    });
    if (denial === null || method !== 'GET' || !answer.ok) return answer;
    const denied = deniedAnswer(denial, path, (await answer.clone().json()) as object);
    return denied === null ? answer : Response.json(denied.body, { status: denied.status });
  };

  const server = createServer((request, response) => {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    pass(request, gone.signal)
      .then(async (answer) => {
        const { 'content-encoding': _, 'transfer-encoding': __, ...headers } = Object.fromEntries(answer.headers);
        const body = Buffer.from(await answer.arrayBuffer());
        response.writeHead(answer.status, { ...headers, 'content-length': body.length }).end(body);
      })
      // A connection that broke at the service breaks here.
      .catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...hands,
    starts,
    url: `http://127.0.0.1:${port}`,
    plan: (edit) => void waiting.push(planned(edit)),
    deny(output) {
      denial = output;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
