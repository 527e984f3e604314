import type { IncomingMessage } from 'node:http';
import type { Body } from '../call.ts';
import { refusal } from '../refusal.ts';
import { parseLargeJson } from './parse-large-json.ts';

/** Enough for 100,000 payments with all their fields. */
const MOST_BYTES = 64 * 1024 * 1024;

/** The raw bytes of a request's body. Throws 413 above 64 MB. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > MOST_BYTES) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MOST_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}

function tooLarge() {
  return refusal('invalid_field', 'The body is larger than 64 MB', { status: 413 });
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A body as JSON; undefined if it is empty. Throws invalid_field. */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  try {
    return JSON.parse(utf8.decode(body));
  } catch {
    throw notJson();
  }
}

/** Larger bodies are parsed in slices. */
const LARGE = 500_000;

/** The arguments of a signed call: a JSON object, with the query's parameters for fields that it lacks. */
export async function readArguments(
  body: Buffer,
  contentType: string | undefined,
  query: URLSearchParams,
): Promise<Body> {
  if (body.length > 0 && !/^application\/json\b/i.test(contentType ?? ''))
    throw refusal('invalid_field', 'Content-Type must be application/json');
  const json = body.length === 0 ? {} : body.length > LARGE ? await parseLarge(body) : parseJson(body);
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw refusal('invalid_field', 'The body must be a JSON object');
  return query.size === 0 ? (json as Body) : { ...parametersOf(query), ...json };
}

/** Query parameters are text, so booleans are words. */
function parametersOf(query: URLSearchParams): Body {
  const flags: Readonly<Record<string, boolean>> = { true: true, false: false };
  return Object.fromEntries([...query].map(([name, text]) => [name, flags[text] ?? text]));
}

async function parseLarge(body: Buffer): Promise<unknown> {
  try {
    return await parseLargeJson(body);
  } catch {
    throw notJson();
  }
}

function notJson() {
  return refusal('invalid_field', 'The body is not valid JSON');
}
