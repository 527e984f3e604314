import type { PGlite } from '@electric-sql/pglite';

/** A file, folder or device of the file system that a PGlite has in memory; its types omit it. */
interface Node {
  /** Bytes of a file, an empty list where it has none yet; what is in a folder. */
  contents: Uint8Array | readonly number[] | Readonly<Record<string, Node>> | undefined;
  name_next: Node | undefined;
}
interface Stream {
  readonly node: Node | undefined;
  readonly shared: object;
}
interface Files {
  readonly root: Node;
  nameTable: (Node | undefined)[];
  streams: (Stream | null | undefined)[];
}

/** Everything that a PGlite in memory is at one moment: its memory with the plans of its statements, and its files. */
export interface Image {
  readonly memory: Uint8Array;
  readonly nodes: ReadonlyMap<Node, Node>;
  readonly names: readonly (Node | undefined)[];
  readonly streams: readonly (readonly [Stream, Stream] | null)[];
}

const filesOf = (pglite: PGlite): Files => pglite.Module.FS as unknown as Files;

/** Taken while no statement runs. */
export function takeImage(pglite: PGlite): Image {
  const { root, nameTable, streams } = filesOf(pglite);
  const nodes = new Map<Node, Node>();
  const keep = (node: Node) => {
    nodes.set(node, { ...node, contents: copyOf(node.contents) });
    if (isFolder(node.contents)) Object.values(node.contents).forEach(keep);
  };
  keep(root);
  return {
    memory: usedOf(pglite.Module.HEAPU8).slice(),
    nodes,
    names: [...nameTable],
    streams: streams.map((one) => (one ? [one, { ...one, shared: { ...one.shared } }] : null)),
  };
}

const PAGE = 65_536;
const EMPTY = Buffer.alloc(PAGE);
/** The non-zero part: half of the heap. */
function usedOf(heap: Uint8Array): Uint8Array {
  let end = heap.length;
  while (end > 0 && EMPTY.equals(heap.subarray(end - PAGE, end))) end -= PAGE;
  return heap.subarray(0, end);
}

/** Makes the PGlite that an image was taken of what it was then. */
export function restoreImage(pglite: PGlite, { memory, nodes, names, streams }: Image): void {
  const files = filesOf(pglite);
  const heap = pglite.Module.HEAPU8;
  heap.set(memory);
  heap.fill(0, memory.length);
  for (const [node, was] of nodes) restoreNode(node, was);
  files.nameTable.splice(0, Infinity, ...names);
  files.streams.splice(
    0,
    Infinity,
    ...streams.map((one) => one && Object.assign(one[0], one[1], { shared: { ...one[1].shared } })),
  );
}

/** Files keep their bytes where they have room: there are 46 MB of them. */
function restoreNode(node: Node, was: Node): void {
  const [now, { contents }] = [node.contents, was];
  const hasRoom = isBytes(now) && isBytes(contents) && now.length === contents.length;
  if (hasRoom) now.set(contents);
  Object.assign(node, was, { contents: hasRoom ? now : copyOf(contents) });
}

const isBytes = (contents: Node['contents']): contents is Uint8Array => ArrayBuffer.isView(contents);
const isFolder = (contents: Node['contents']): contents is Readonly<Record<string, Node>> =>
  !!contents && !Array.isArray(contents) && !isBytes(contents);

function copyOf(contents: Node['contents']): Node['contents'] {
  return isFolder(contents) ? { ...contents } : contents?.slice();
}
