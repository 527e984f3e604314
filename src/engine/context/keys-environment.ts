import type { Config } from '../../config.ts';
import { isError, PayrunError } from '../../errors.ts';
import type { Service } from '../../service/service.ts';
import { refusedReading } from '../../service/service-refusal.ts';
import { ENDPOINTS, type EndpointName } from '../../service/shapes/endpoints.ts';

type Environment = Config['environment'];
type Said = readonly { readonly provider?: unknown; readonly bankProvider?: unknown; readonly testMode?: unknown }[];

const own = ({ type }: { readonly type?: unknown }) => type === undefined || type === null || type === 'paymentrails';

/** The parts of answers that say to which environment the keys belong. */
const SPEAKING: { readonly [N in EndpointName]?: (answer: never) => Said } = {
  listBalances: ({ balances }: { balances: readonly object[] }) => balances.filter(own),
  getBatchSummary: ({ batchSummary }: { batchSummary: { balances?: Said | null } }) => batchSummary.balances ?? [],
  listRecipientLogs: ({ logs }: { logs: Said }) => logs,
};

function environmentsIn(name: EndpointName, answer: unknown): readonly Environment[] {
  const isSandbox = (SPEAKING[name]?.(answer as never) ?? []).flatMap(({ provider, bankProvider, testMode }) => [
    ...[provider, bankProvider].flatMap((text) => (typeof text === 'string' && text !== '' ? text === 'sandbox' : [])),
    ...(typeof testMode === 'boolean' ? [testMode] : []),
  ]);
  return isSandbox.map((sandbox) => (sandbox ? 'sandbox' : 'production'));
}

/** True only if an answer about balances says that its keys are the sandbox's, and nothing in it says otherwise. */
export function isSandboxAnswer(answer: unknown): boolean {
  const parsed = ENDPOINTS.listBalances.answer.safeParse(answer);
  const environments = parsed.success ? environmentsIn('listBalances', parsed.data) : [];
  return environments.length > 0 && environments.every((one) => one === 'sandbox');
}

/**
 * Both environments of the payout service have one address, and the keys decide whether money moves. So every answer
 * that says it is compared with this process's configuration, and the balances are read for it before these keys change
 * anything for the first time. An answer that says nothing proves nothing, and refuses nothing. `onSeen` gets what an
 * answer says before its call ends. Calls throw `keys_environment`.
 */
export function keysEnvironment(
  environment: Environment,
  onSeen: (merchant: string, seen: Environment) => Promise<void>,
): (merchant: string, key: string, service: Service) => Service {
  /** By merchant: what was last reported. */
  const reported = new Map<string, Environment>();
  /** By access key: null if it is of this environment, else its own. Keys never move to the other environment. */
  const compared = new Map<string, Environment | null>();
  const comparing = new Map<string, Promise<void>>();
  return (merchant, key, service) => {
    const call: Service['call'] = async (name, input, options) => {
      if (ENDPOINTS[name].effect === 'changes') await compare(options?.signal);
      const answer = await service.call(name, input, options);
      const found = environmentsIn(name, answer);
      const other = found.find((one) => one !== environment) ?? null;
      const seen = other ?? found[0];
      if (seen !== undefined && reported.get(merchant) !== seen) {
        await onSeen(merchant, seen);
        reported.set(merchant, seen);
      }
      if (other || (name === 'listBalances' && !compared.get(key))) compared.set(key, other);
      if (other) throw refusal(other);
      return answer;
    };
    const refusal = (keys: Environment) =>
      new PayrunError('keys_environment', { merchant, keys, process: environment });
    /** One call at a time: a process that waits for another's checks again, because that one may have been aborted. */
    const compare = async (signal: AbortSignal | undefined) => {
      while (!compared.has(key)) {
        await comparing.get(key);
        if (compared.has(key) || comparing.has(key)) continue;
        const own = call('listBalances', {}, { signal });
        const ended = own.then(
          () => {},
          () => {},
        );
        comparing.set(
          key,
          ended.finally(() => comparing.delete(key)),
        );
        // Keys that may not see balances: the summary of a batch, which is read before its start, has some too.
        await own.catch((error: unknown) => {
          if (refusedReading(error) === null && !isError(error, 'service_unexpected')) throw error;
          if (!compared.has(key)) compared.set(key, null);
        });
      }
      const other = compared.get(key);
      if (other) throw refusal(other);
    };
    return { ...service, call };
  };
}
