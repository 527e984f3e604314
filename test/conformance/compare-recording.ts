import { type Recording, recordSteps } from '../../src/engine/maintenance/record-steps.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { sendRequest } from '../../src/service/send-request.ts';

/** One step of a recording; `faults` are its differences from what the sandbox answers to the same request. */
export interface Compared {
  readonly step: string;
  readonly faults: readonly string[];
}

/** The same steps at a fresh sandbox. All of them, so that its lists are not empty. */
export async function recordSandbox(): Promise<Recording> {
  const sandbox = await startSandbox({ quota: 1_000_000, addressQuota: 1_000_000, settleMs: 100 });
  try {
    return await recordSteps({
      signers: {
        merchant: { merchant: null, keys: sandbox.merchant },
        parent: { merchant: null, keys: sandbox.parent },
      },
      send: (request, { keys, skewMs = 0 }) =>
        sendRequest(request, {
          ...{ keys, fetch, origin: sandbox.url, timeoutMs: 30_000 },
          clock: { now: () => Date.now() + skewMs },
        }),
      ...{ clock: systemClock, tag: 'recorded-1', writes: true, pauseMs: 100 },
    });
  } finally {
    await sandbox.close();
  }
}

/** Row by row: status, fields, types and the service's own words. Times and the order of fields are not compared. */
export function compareRecordings(recorded: Recording, sandbox: Recording): readonly Compared[] {
  const own = new Map(recorded.steps.map((one) => [one.step, one]));
  return sandbox.steps.flatMap((expected) => {
    const { step, call, status } = expected;
    const found = own.get(step);
    if (!found) {
      const isWanted = recorded.writes && (recorded.parent || !/sub-merchant/.test(step));
      return isWanted ? [{ step, faults: ['it is not in the recording'] }] : [];
    }
    const faults = [
      ...(found.unread === null ? [] : [`Payrun cannot read the answer: ${found.unread}`]),
      ...(found.status === status ? [] : [`status: recorded ${found.status}, sandbox ${status}`]),
      ...differences(found.headers, expected.headers, recorded.writes),
      ...differences(found.body, expected.body, recorded.writes),
    ];
    return [{ step: `${step} (${call})`, faults }];
  });
}

type Shape = Readonly<Record<string, string>>;

/** The screening of a recipient ends while the service is recorded, sooner or later. */
const SCREENING = /\bcompliance(Status|\.status|\.checkedAt)$/;

/**
 * A field that only one has is named if its object is in both. Without the life cycle, records and their words are
 * the merchant's own: then a kind that both have is enough, null is
 * of every kind, and what is inside a field of a record may be missing.
 */
function differences(recorded: Shape, sandbox: Shape, isSame: boolean): readonly string[] {
  const kinds = (text: string) => text.split(' ').map((kind) => (kind.startsWith('<') ? kind : '<text>'));
  return [...new Set([...Object.keys(sandbox), ...Object.keys(recorded)])].flatMap((path) => {
    const [ours, theirs] = [recorded[path], sandbox[path]];
    const named = [`${path || 'the answer'}: recorded ${ours ?? 'without it'}, sandbox ${theirs ?? 'without it'}`];
    if (ours === undefined || theirs === undefined) {
      if (!isSame && /\[\]\.[^.]+\./.test(path)) return [];
      const parent = path.replace(/(\[\]|\.?[^.[\]]*)$/, '');
      return (ours === undefined ? recorded : sandbox)[parent]?.includes('<object>') ? named : [];
    }
    const fits =
      isSame && !SCREENING.test(path)
        ? ours === theirs
        : [ours, theirs].includes('<null>') || kinds(ours).some((kind) => kinds(theirs).includes(kind));
    return fits ? [] : named;
  });
}
