import { XlsxFault } from '../xlsx/xlsx-fault.ts';
import { rootPrefix } from '../xlsx/xlsx-xml.ts';
import { decode, xmlTokens } from '../xlsx/xml-parser.ts';

/** An element of a part that is edited. */
export interface EditedElement {
  /** Without the prefix of the part's own namespace; others keep theirs. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** The unchanged start tag. */
  readonly raw: string;
  /** Names of the enclosing elements, the root first. */
  readonly path: readonly string[];
  /** The number of siblings before it, of any name. */
  readonly at: number;
}

/** The change to an element. Without a change, it stays the same byte for byte. */
export interface Edit {
  /** Removes the element with its content. */
  readonly drop?: boolean;
  /** Replaces the start tag. */
  readonly tag?: string;
  readonly before?: string;
  /** Inserted after its last child. */
  readonly last?: string;
  /** Replaces the raw text of an element that has no child elements. */
  readonly text?: (text: string) => string;
  /** Receives the decoded text, possibly in pieces. */
  readonly onText?: (text: string) => void;
  /** Receives the whole resulting element, tags included. */
  readonly read?: (outer: string) => void;
}

/**
 * Copies an XML part with the changes that `edit` returns. Everything else stays the same. Throws if the root is not
 * `root` in one of `namespaces`, or the XML is not well-formed.
 */
export function editXml(
  xml: string,
  root: string,
  namespaces: readonly string[],
  edit: (element: EditedElement) => Edit | null,
): string {
  const out: string[] = [];
  const path: string[] = [];
  const counts: number[] = [0];
  const open: { readonly raw: string; readonly edit: Edit | null; readonly from: number }[] = [];
  let prefix: string | null = null;
  /** Depth of a removed element; 0 for none. */
  let dropped = 0;
  let pending = '';
  const flush = () => {
    const own = pending.startsWith('<') ? null : open.at(-1)?.edit;
    if (pending !== '') own?.onText?.(decode(pending));
    if (dropped === 0) out.push(own?.text ? own.text(pending) : pending);
    pending = '';
  };
  const nameOf = (name: string) => (name.startsWith(prefix!) ? name.slice(prefix!.length) : `?${name}`);
  const tokens = xmlTokens({
    raw: (raw) => {
      flush();
      pending = raw;
    },
    open: (name, attributes) => {
      prefix ??= rootPrefix(name, attributes, root, namespaces);
      const raw = pending;
      pending = '';
      const at = counts[counts.length - 1]!++;
      const element = { name: nameOf(name), attributes, raw, path, at };
      const change = dropped > 0 ? null : edit(element);
      if (change?.drop) {
        out.push(change.before ?? '');
        dropped = path.length + 1;
      }
      path.push(element.name);
      counts.push(0);
      open.push({ raw, edit: change, from: out.length });
      if (dropped > 0) return;
      const tag = change?.tag ?? raw;
      const opened = change?.last && tag.endsWith('/>') ? `${tag.slice(0, -2).trimEnd()}>` : tag;
      out.push(change?.before ?? '', opened);
    },
    text: () => {},
    close: (name) => {
      const { raw, edit: change, from } = open.pop()!;
      path.pop();
      counts.pop();
      const end = pending;
      pending = '';
      if (dropped === 0) {
        out.push(change?.last ?? '');
        // An empty element has no end tag of its own.
        out.push(end === '' && change?.last && raw.endsWith('/>') ? `</${name}>` : end);
        change?.read?.(out.slice(from).join(''));
      }
      if (dropped > path.length) dropped = 0;
    },
  });
  tokens.write(xml);
  tokens.end();
  flush();
  return out.join('');
}

/** A start tag with an attribute set to a value; null removes it. `name` includes the prefix. */
export function withAttribute(tag: string, name: string, value: string | null): string {
  const end = tag.endsWith('/>') ? tag.length - 2 : tag.length - 1;
  let at = /^<[^\s/>]+/.exec(tag)?.[0].length ?? end;
  while (at < end) {
    const part = ATTRIBUTE.exec(tag.slice(at, end));
    if (!part) break;
    if (part[1] === name)
      return `${tag.slice(0, at)}${value === null ? '' : ` ${name}="${quotedAttribute(value)}"`}${tag.slice(at + part[0].length)}`;
    at += part[0].length;
  }
  if (value === null) return tag;
  const head = tag.slice(0, end).trimEnd();
  return `${head} ${name}="${quotedAttribute(value)}"${tag.slice(end)}`;
}

const ATTRIBUTE = /^\s+([^\s=]+)\s*=\s*(?:"[^"]*"|'[^']*')/;

/** Escapes text for an attribute or for element content. */
export function quotedAttribute(text: string): string {
  return text.replace(/[&<>"]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char]!);
}

/** The prefix of a part's own elements, with its colon; added elements need it too. */
export function getXmlPrefix(xml: string): string {
  const root = /<(?![?!])([^\s/>]+)/.exec(xml)?.[1];
  if (root === undefined) throw new XlsxFault('a part of the workbook is not what it should be');
  return root.slice(0, root.indexOf(':') + 1);
}

/**
 * The attribute that references a relationship, as `r:id`, for an element in a part with this root tag. Some programs
 * accept no other prefix.
 */
export function relationId(root: string, relationships: string, id: string): string {
  const bound = new RegExp(`\\sxmlns:r\\s*=\\s*["']${relationships}["']`).test(root);
  return `${bound ? '' : ` xmlns:r="${relationships}"`} r:id="${id}"`;
}

/** The start tag of the root of a part. */
export function rootTag(xml: string): string {
  return /<(?![?!])[^<>]*>/.exec(xml)?.[0] ?? '';
}
