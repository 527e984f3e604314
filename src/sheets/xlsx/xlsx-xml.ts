import { XlsxFault } from './xlsx-fault.ts';
import { feedTokens, xmlTokens } from './xml-parser.ts';

/** The events of reading an XML part. Names in the part's own namespace have no prefix; all others keep theirs. */
export interface XmlListener {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** The namespaces of a workbook's parts: Office's default, and the "Strict" variant. */
export const SPREADSHEET = [
  'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  'http://purl.oclc.org/ooxml/spreadsheetml/main',
] as const;
export const RELATIONSHIPS = ['http://schemas.openxmlformats.org/package/2006/relationships'] as const;

/**
 * Reads an XML part whose root element is `root` in one of `namespaces`, with any prefix. Yields after every piece, so
 * that the caller can process the events before more is read. Throws if the XML is not well-formed, not UTF-8, or has a
 * DTD: without one, no entity can expand.
 */
export async function* readXml(
  chunks: AsyncIterable<Buffer>,
  root: string,
  namespaces: readonly string[],
  listener: XmlListener,
): AsyncGenerator<void, void> {
  let prefix: string | null = null;
  const nameOf = (name: string): string =>
    prefix === '' || prefix === null ? name : name.startsWith(prefix) ? name.slice(prefix.length) : `?${name}`;
  const tokens = xmlTokens({
    open: (name, attributes) => {
      prefix ??= rootPrefix(name, attributes, root, namespaces);
      listener.open(nameOf(name), attributes);
    },
    text: (text) => listener.text?.(text),
    close: (name) => listener.close?.(nameOf(name)),
  });
  yield* feedTokens(chunks, tokens);
}

/**
 * The namespace prefix of the root element, with its colon; '' if none. Throws if it is not `root` in one of
 * `namespaces`.
 */
export function rootPrefix(
  name: string,
  attributes: Readonly<Record<string, string>>,
  root: string,
  namespaces: readonly string[],
): string {
  const colon = name.indexOf(':') + 1;
  const namespace = attributes[colon > 0 ? `xmlns:${name.slice(0, colon - 1)}` : 'xmlns'];
  if (name.slice(colon) !== root || !namespaces.includes(namespace ?? ''))
    throw new XlsxFault('a part of the workbook is not what it should be');
  return name.slice(0, colon);
}

/** Reads an XML part to its end. */
export async function watchXml(...args: Parameters<typeof readXml>): Promise<void> {
  for await (const _ of readXml(...args));
}

/** A boolean in XML Schema or in Office files (`on`). */
export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true' || value === 'on';
}
