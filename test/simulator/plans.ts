import type { PGlite } from '@electric-sql/pglite';
import type { embeddedConnections } from '../../src/ledger/embedded/embedded-server.ts';
import { message } from '../../src/ledger/embedded/wire-protocol.ts';

type Backend = Parameters<typeof embeddedConnections>[0]['pglite'];

/** Statements that a backend has a plan of: the name of each, by the text and types with which it is parsed. */
export type Plans = ReadonlyMap<string, string>;

const PARSED = message('1');
const lengthOf = (bytes: Buffer, at = 0) => 1 + bytes.readInt32BE(at + 1);
const afterText = (bytes: Buffer, from: number) => bytes.indexOf(0, from) + 1;
/** Behind its type and length. */
const BODY = 5;

/** Between connections and their backend: each statement is parsed and planned once, not each time, which is most of the work. */
export function planOnce(pglite: PGlite) {
  let names = new Map<string, string>();
  const backend: Backend = {
    runExclusive: (work) => pglite.runExclusive(work),
    isInTransaction: () => pglite.isInTransaction(),
    _handleBlob: (blob) => pglite._handleBlob(blob),
    _cleanupBlob: () => pglite._cleanupBlob(),
    async execProtocolRawStream(unit, { onRawData, ...options }) {
      const bytes = Buffer.from(unit.buffer, unit.byteOffset, unit.byteLength);
      const isUnnamed = bytes.toString('latin1', 0, 1) === 'P' && bytes[BODY] === 0;
      if (!isUnnamed) return pglite.execProtocolRawStream(bytes, { onRawData, ...options });
      const end = lengthOf(bytes);
      const text = bytes.toString('latin1', BODY + 1, end);
      const known = names.get(text);
      const name = known ?? `plan_${names.size + 1}`;
      const bound = withName(bytes.subarray(end), name);
      if (known) {
        onRawData(PARSED);
        return pglite.execProtocolRawStream(bound, { onRawData, ...options });
      }
      let isParsed: boolean | null = null;
      await pglite.execProtocolRawStream(Buffer.concat([parse(name, text), bound]), {
        ...options,
        onRawData(answer) {
          isParsed ??= answer[0] === PARSED[0];
          onRawData(answer);
        },
      });
      if (isParsed) names.set(text, name);
    },
  };
  return {
    backend,
    plans: (): Plans => new Map(names),
    /** The plans that the backend got by other means. */
    setPlans(plans: Plans): void {
      names = new Map(plans);
    },
    /** Plans statements as if nothing were known of what is in the tables; those that it does not understand are left out. */
    async prepare(texts: Iterable<string>): Promise<void> {
      await pglite.exec('set plan_cache_mode = force_generic_plan');
      for (const text of texts) {
        const name = `plan_${names.size + 1}`;
        const answer = await pglite.execProtocolRaw(Buffer.concat([parse(name, text), message('S')]));
        if (answer[0] === PARSED[0]) names.set(text, name);
      }
      const { rows } = await pglite.query<{ name: string; parameters: number }>(
        `select name, cardinality(parameter_types) as parameters from pg_prepared_statements
         where generic_plans = 0 order by name`,
      );
      for (const { name, parameters } of rows)
        await pglite.exec(`explain execute ${name}${parameters > 0 ? `(${Array(parameters).fill('null')})` : ''}`);
    },
  };
}

const parse = (name: string, text: string) => message('P', name, Buffer.from(text, 'latin1'));

/** The messages behind a Parse, with the first Bind to a statement of that name. */
function withName(messages: Buffer, name: string): Buffer {
  if (messages.toString('latin1', 0, 1) !== 'B') return messages;
  const end = lengthOf(messages);
  const statement = afterText(messages, BODY);
  const bind = message('B', messages.subarray(BODY, statement), name, messages.subarray(statement + 1, end));
  return Buffer.concat([bind, messages.subarray(end)]);
}
