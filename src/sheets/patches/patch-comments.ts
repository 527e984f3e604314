import { neutralize, restore } from '../cells/formula-guard.ts';
import { columnLetters } from '../column-letters.ts';
import { parseAddress } from '../xlsx/xlsx-address.ts';
import { escapeText, unescapeText } from '../xlsx/xlsx-text.ts';
import { SPREADSHEET } from '../xlsx/xlsx-xml.ts';
import { editXml, getXmlPrefix, quotedAttribute } from './edit-xml.ts';

/** A comment that Payrun adds to a cell. */
export interface PatchComment {
  /** The row number that Excel shows, and the column position. */
  readonly row: number;
  readonly column: number;
  readonly text: string;
}

/** A comment in the worksheet. */
export interface FoundComment {
  readonly ref: string;
  readonly author: string;
  readonly text: string;
}

/** The two parts of a worksheet's comments: their text, and the drawing of their boxes. */
export interface CommentParts {
  readonly comments: string;
  readonly boxes: string;
}

/** The author identifies Payrun's comments again. */
const AUTHOR = 'Payrun';
/**
 * The width of a comment in columns, and the letters that fit on one of its lines; Excel's default box is too small for
 * two sentences.
 */
const COLUMNS = 3;
const LETTERS = 38;
const BOX_IDS = /_x0000_s(\d+)/g;
const FIRST_BOX = 1025;

const EMPTY_COMMENTS = (namespace: string) =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<comments xmlns="${namespace}"><authors/><commentList/></comments>`;

const BOX_TYPE =
  '<v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe">' +
  '<v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>';

const EMPTY_BOXES =
  '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel">' +
  '<o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="1"/></o:shapelayout></xml>';

/**
 * Both parts with Payrun's comments in place of those from earlier results. Other comments stay the same; a cell that
 * has one gets none from Payrun. Null if the drawing does not have the usual form: then nothing may change.
 * @param isOurs whether a comment is from earlier results; comments with Payrun as author always are
 */
export function patchComments(
  parts: { readonly comments: string | null; readonly boxes: string | null },
  namespace: string,
  added: readonly PatchComment[],
  isOurs: (comment: FoundComment) => boolean,
): CommentParts | null {
  const before = parts.comments ?? EMPTY_COMMENTS(namespace);
  const boxes = parts.boxes ?? EMPTY_BOXES;
  if (!/<\/xml>\s*$/.test(boxes) || !/xmlns:v=/.test(boxes) || !/xmlns:[ox]=[\s\S]*xmlns:[ox]=/.test(boxes))
    return null;

  const { authors, found } = readComments(before);
  const isRemoved = (comment: FoundComment) => comment.author === AUTHOR || isOurs(comment);
  const gone = found.filter(isRemoved);
  const taken = new Set(found.filter((one) => !isRemoved(one)).map(({ ref }) => ref));
  const fitting = added.filter(({ row, column }) => !taken.has(`${columnLetters(column)}${row}`));

  const p = getXmlPrefix(before);
  const known = authors.indexOf(AUTHOR);
  const author = known >= 0 ? known : authors.length;
  const goes = new Set(gone.map(({ ref }) => ref));
  const comments = editXml(before, 'comments', SPREADSHEET, ({ name, attributes, path }) => {
    if (name === 'authors' && known < 0) return { last: `<${p}author>${AUTHOR}</${p}author>` };
    if (name === 'comment' && path.length === 2 && goes.has(attributes.ref ?? '')) return { drop: true };
    if (name === 'commentList') return { last: fitting.map((one) => commentXml(p, author, one)).join('') };
    return null;
  });
  return {
    comments,
    boxes: withBoxes(
      boxes,
      gone.map(({ ref }) => parseAddress(ref)),
      fitting,
    ),
  };
}

export function readComments(xml: string): {
  readonly authors: readonly string[];
  readonly found: readonly FoundComment[];
} {
  const authors: string[] = [];
  const found: { ref: string; author: string; text: string }[] = [];
  editXml(xml, 'comments', SPREADSHEET, ({ name, attributes, path }) => {
    if (name === 'comment' && path.length === 2)
      found.push({ ref: attributes.ref ?? '', author: authors[Number(attributes.authorId)] ?? '', text: '' });
    if (name === 'author') {
      const at = authors.push('') - 1;
      return {
        onText: (text) => {
          authors[at] += text;
        },
      };
    }
    const comment = found.at(-1);
    if (name !== 't' || !comment) return null;
    return {
      onText: (text) => {
        comment.text += text;
      },
    };
  });
  for (const comment of found) comment.text = restore(unescapeText(comment.text));
  return { authors, found };
}

function commentXml(p: string, author: number, { row, column, text }: PatchComment): string {
  const quoted = quotedAttribute(escapeText(neutralize(text)));
  return `<${p}comment ref="${columnLetters(column)}${row}" authorId="${author}"><${p}text><${p}r><${p}t xml:space="preserve">${quoted}</${p}t></${p}r></${p}text></${p}comment>`;
}

/** The drawing without the boxes of removed comments, and with a box for each added one. */
function withBoxes(
  boxes: string,
  gone: readonly { readonly row: number; readonly at: number }[],
  added: readonly PatchComment[],
): string {
  const going = new Set(gone.map(({ row, at }) => `${row - 1} ${at}`));
  const remaining = boxes.replace(/<v:shape\s(?:(?!<v:shape\s)[\s\S])*?<\/v:shape>\s*/g, (shape) => {
    const [row, column] = ['Row', 'Column'].map(
      (name) => new RegExp(`<x:${name}>\\s*(\\d+)\\s*</x:${name}>`).exec(shape)?.[1],
    );
    return /ObjectType\s*=\s*["']Note["']/.test(shape) && going.has(`${row} ${column}`) ? '' : shape;
  });
  let id = FIRST_BOX - 1;
  for (const [, number] of remaining.matchAll(BOX_IDS)) id = Math.max(id, Number(number));
  const end = remaining.lastIndexOf('</xml>');
  const type = added.length > 0 && !remaining.includes('"_x0000_t202"') ? BOX_TYPE : '';
  return (
    remaining.slice(0, end) + type + added.map((one, i) => boxXml(id + 1 + i, one)).join('') + remaining.slice(end)
  );
}

/** A box next to its cell with room for the whole text, hidden until the user points at the cell. */
function boxXml(id: number, { row, column, text }: PatchComment): string {
  const lines = text.split('\n').reduce((most, line) => most + Math.max(1, Math.ceil(line.length / LETTERS)), 1);
  const top = Math.max(0, row - 2);
  return (
    `<v:shape id="_x0000_s${id}" type="#_x0000_t202" style="position:absolute;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto">` +
    '<v:fill color2="#ffffe1"/><v:shadow on="t" color="black" obscured="t"/><v:path o:connecttype="none"/>' +
    '<v:textbox style="mso-direction-alt:auto"><div style="text-align:left"></div></v:textbox>' +
    `<x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/>` +
    `<x:Anchor>${column + 1}, 15, ${top}, 5, ${column + 1 + COLUMNS}, 15, ${top + lines}, 5</x:Anchor>` +
    `<x:AutoFill>False</x:AutoFill><x:Row>${row - 1}</x:Row><x:Column>${column}</x:Column></x:ClientData></v:shape>`
  );
}
