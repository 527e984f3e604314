import { XlsxFault } from '../xlsx/xlsx-fault.ts';
import { feedTokens, xmlTokens } from '../xlsx/xml-parser.ts';

/** The OpenDocument namespaces that matter, with the prefixes that Payrun uses for them. */
const NAMESPACES: Readonly<Record<string, string>> = {
  'urn:oasis:names:tc:opendocument:xmlns:office:1.0': 'office',
  'urn:oasis:names:tc:opendocument:xmlns:table:1.0': 'table',
  'urn:oasis:names:tc:opendocument:xmlns:text:1.0': 'text',
  'urn:oasis:names:tc:opendocument:xmlns:style:1.0': 'style',
  'urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0': 'number',
  'urn:oasis:names:tc:opendocument:xmlns:manifest:1.0': 'manifest',
  'urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0': 'calcext',
};

/** Reads an attribute by its name with Payrun's prefix; undefined if missing. */
export type OdsAttributes = (name: string) => string | undefined;

export interface OdsListener {
  /** Names in other namespaces begin with a question mark. */
  open(name: string, attributes: OdsAttributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

/**
 * Reads a part of an OpenDocument with any prefixes, which its root must declare. Yields after every piece. Throws if
 * it is not well-formed, not UTF-8, or has a DTD.
 */
export async function* readOds(
  chunks: AsyncIterable<Buffer>,
  root: string,
  listener: OdsListener,
): AsyncGenerator<void, void> {
  let known: Names | null = null;
  let current: Readonly<Record<string, string>> = {};
  const attributes: OdsAttributes = (name) => current[known!.toFile(name)];
  const tokens = xmlTokens({
    open: (name, given) => {
      if (known === null) {
        known = namesOf(given);
        if (known.fromFile(name) !== root) throw new XlsxFault('a part of the workbook is not what it should be');
      } else for (const key in given) if (key.startsWith('xmlns')) known.mayDeclare(key, given[key]!);
      current = given;
      listener.open(known.fromFile(name), attributes);
    },
    text: (text) => listener.text?.(text),
    close: (name) => listener.close?.(known!.fromFile(name)),
  });
  yield* feedTokens(chunks, tokens);
}

/** Reads a part to its end. */
export async function watchOds(...args: Parameters<typeof readOds>): Promise<void> {
  for await (const _ of readOds(...args));
}

interface Names {
  fromFile(name: string): string;
  toFile(name: string): string;
  mayDeclare(key: string, namespace: string): void;
}

function namesOf(root: Readonly<Record<string, string>>): Names {
  const own = new Map<string, string>();
  const prefixes = new Map<string, string>();
  const declared = new Map(Object.entries(root).filter(([key]) => key.startsWith('xmlns')));
  for (const [key, namespace] of declared) {
    const prefix = key.slice('xmlns:'.length);
    const name = Object.hasOwn(NAMESPACES, namespace) ? NAMESPACES[namespace]! : null;
    if (name === null) continue;
    if (prefix === '' || prefixes.has(name))
      throw new XlsxFault('it declares its namespaces in a way that no program does');
    own.set(prefix, name);
    prefixes.set(name, prefix);
  }
  const names = new Map<string, string>();
  const found = (name: string): string => {
    const at = name.indexOf(':');
    const prefix = at < 0 ? undefined : own.get(name.slice(0, at));
    return prefix === undefined ? `?${name}` : `${prefix}:${name.slice(at + 1)}`;
  };
  const asked = new Map<string, string>();
  return {
    fromFile: (name) => {
      let known = names.get(name);
      if (known === undefined) {
        known = found(name);
        if (names.size < 10_000) names.set(name, known);
      }
      return known;
    },
    toFile: (name) => {
      let known = asked.get(name);
      if (known === undefined) {
        const [prefix = '', local = ''] = name.split(':');
        known = `${prefixes.get(prefix) ?? '?'}:${local}`;
        asked.set(name, known);
      }
      return known;
    },
    // An element that redefines a prefix would give names another meaning.
    mayDeclare: (key, namespace) => {
      if (declared.get(key) === namespace) return;
      if (Object.hasOwn(NAMESPACES, namespace) || declared.has(key))
        throw new XlsxFault('it declares its namespaces in a way that no program does');
    },
  };
}
