import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { PayrunError } from '../../errors.ts';
import { type Clock, pause } from '../../platform/clock.ts';
import { writeFileAtomically } from '../../platform/write-file.ts';
import { type BuiltRequest, buildRequest, describeInvalidFields, type Input } from '../../service/build-request.ts';
import { NoAnswer, type ServiceAnswer } from '../../service/send-request.ts';
import { withOk } from '../../service/service.ts';
import { readRefusals } from '../../service/service-refusal.ts';
import { describeShape } from '../../service/shapes/describe-shape.ts';
import type { Endpoint } from '../../service/shapes/endpoint.ts';
import { ENDPOINTS } from '../../service/shapes/endpoints.ts';
import { readSuccess } from '../../service/shapes/read-success.ts';
import type { Signer } from '../context/merchant-services.ts';
import { MissingPrerequisite, type RecordingStep, STEPS, type StepResults } from './recorded-steps.ts';

/** The form of the service's answer to one step, without its values. */
export interface RecordedStep {
  readonly step: string;
  /** The method and the path of the endpoint, without ids. */
  readonly call: string;
  readonly changes: boolean;
  /** Null if no answer came. */
  readonly status: number | null;
  /** The reason that Payrun cannot read the answer, if any. */
  readonly unread: string | null;
  /** Each time that it was sent: when after the first (ms), how long it took (ms), and the answer. */
  readonly times: readonly { afterMs: number; ms: number; status: number | null; state: string | null }[];
  /** See `describeShape`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, string>>;
}

export interface Recording {
  readonly payrun: 2;
  readonly writes: boolean;
  readonly parent: boolean;
  readonly steps: readonly RecordedStep[];
}

export interface RecordingDeps {
  readonly signers: { readonly merchant: Signer; readonly parent?: Signer | undefined };
  readonly send: (request: BuiltRequest, signer: Signer) => Promise<ServiceAnswer>;
  readonly clock: Clock;
  readonly tag: string;
  readonly writes: boolean;
  /** Between two tries of a step that is repeated. */
  readonly pauseMs: number;
  /** Ends the recording; what it made is removed nevertheless. */
  readonly signal?: AbortSignal | undefined;
  readonly onStep?: (step: RecordedStep) => void;
}

const HEADERS = /^(x-)?rate-?limit|^x-rate-limit|^retry-after$|^content-type$/;
const LONGEST_MS = 120_000;

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Makes the steps one after the other, and records the forms of the answers. */
export async function recordSteps(deps: RecordingDeps): Promise<Recording> {
  const { signers, tag, writes, signal, onStep } = deps;
  const answers = new Map<string, Json>();
  const answer = (step: string) => {
    const found = answers.get(step);
    if (!found) throw new MissingPrerequisite();
    return found;
  };
  const results: StepResults = {
    ...{ tag, writes, answer },
    id(step) {
      const found = Object.values(answer(step)).find((one) => isObject(one) && typeof one.id === 'string');
      if (!found) throw new MissingPrerequisite();
      return (found as { id: string }).id;
    },
    recipients: () =>
      [...answers.values()].flatMap(({ recipient, recipients }) => [recipient, recipients].flat().filter(isObject)),
  };
  const steps: RecordedStep[] = [];
  for (const step of STEPS) {
    if ((ENDPOINTS[step.call].effect === 'changes' && !writes) || (signal?.aborted && !step.cleansUp)) continue;
    try {
      const { recorded, json } = await recordStep(step, signerOf(step, signers, results), results, deps);
      if (isObject(json)) answers.set(step.name, json);
      steps.push(recorded);
      onStep?.(recorded);
    } catch (error) {
      if (!(error instanceof MissingPrerequisite)) throw error;
    }
  }
  return { payrun: 2, writes, parent: signers.parent !== undefined, steps };
}

function signerOf({ keys, signed }: RecordingStep, signers: RecordingDeps['signers'], results: StepResults): Signer {
  const signer = keys === 'sub' ? subMerchant(results) : signers[keys ?? 'merchant'];
  if (!signer) throw new MissingPrerequisite();
  if (signed === 'wrongly') return { ...signer, keys: { ...signer.keys, secretKey: 'wrong' } };
  return { ...signer, ...signed };
}

function subMerchant({ answer }: StepResults): Signer {
  const { accessKey, secretKey } = (answer('sub-merchant').merchant ?? {}) as Json;
  if (typeof accessKey !== 'string' || typeof secretKey !== 'string') throw new MissingPrerequisite();
  return { merchant: null, keys: { accessKey, secretKey } };
}

async function recordStep(step: RecordingStep, signer: Signer, results: StepResults, deps: RecordingDeps) {
  const { clock, send, pauseMs, signal } = deps;
  const endpoint: Endpoint = ENDPOINTS[step.call];
  const input = typeof step.input === 'function' ? step.input(results) : step.input;
  const request = buildRequest(step.call, { ...endpoint, ...UNCHECKED(endpoint) }, endpoint.path, input);
  const first = clock.now();
  const times: RecordedStep['times'][number][] = [];
  for (;;) {
    const at = clock.now();
    const got = await send(request, signer).catch((error: unknown) => {
      if (error instanceof NoAnswer) return error;
      throw error;
    });
    const answer = got instanceof NoAnswer ? null : got;
    const json = isObject(answer?.json) ? answer.json : {};
    const status = answer?.status ?? null;
    times.push({
      afterMs: at - first,
      ms: clock.now() - at,
      status,
      state: describeShape(json)['batch.status'] ?? null,
    });
    const again = status === 429 || (status !== null && step.until?.(json) === false);
    if (!again || clock.now() - first > LONGEST_MS || signal?.aborted)
      return {
        json,
        recorded: {
          ...{ step: step.name, call: `${endpoint.method} ${endpoint.path}`, changes: endpoint.effect === 'changes' },
          ...{ status, unread: got instanceof NoAnswer ? `no answer: ${got.kind}` : unreadIn(step, got, input), times },
          headers: describeShape(
            Object.fromEntries([...(answer?.headers ?? [])].filter(([name]) => HEADERS.test(name))),
          ),
          body: describeShape(answer?.json ?? null),
        },
      };
    await pause(clock, pauseMs, signal).catch(() => {});
  }
}

/** Without the schemas of requests, which would refuse what is wrong on purpose. */
const UNCHECKED = ({ query, body }: Endpoint) => ({
  ...(query ? { query: z.unknown() } : {}),
  ...(body ? { body: z.unknown() } : {}),
});

/** The fields of the answer that are not of the form that the client knows. Names no values. */
function unreadIn({ call }: RecordingStep, answer: ServiceAnswer, { query }: Input): string | null {
  const { status, json } = 'okLeftOut' in ENDPOINTS[call] ? withOk(answer) : answer;
  if (status !== 200) return readRefusals(json).length > 0 ? null : 'an error without errors';
  const { parsed, leftOut } = readSuccess(call, json, query);
  if (!parsed.success) return describeInvalidFields(parsed.error);
  return leftOut > 0 ? `${leftOut} records were left out` : null;
}

const FILE = 'recording.json';

/** Writes a recording into a folder, which is made. Throws `file_unwritable`, also if the folder has one. */
export async function writeRecording(folder: string, recording: Recording): Promise<void> {
  const file = join(folder, FILE);
  await mkdir(folder, { recursive: true });
  await writeFileAtomically(file, (temporary) => writeFile(temporary, `${JSON.stringify(recording, null, 2)}\n`));
}

/** Throws `file_unwritable` if the folder has a recording already: it is never replaced. */
export function refuseRecorded(folder: string): void {
  const file = join(folder, FILE);
  if (existsSync(file))
    throw new PayrunError('file_unwritable', { file, detail: 'a file of that name already exists' });
}
