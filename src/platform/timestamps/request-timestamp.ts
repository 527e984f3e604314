import { createHash, randomBytes } from 'node:crypto';
import * as asn1js from 'asn1js';
import { AlgorithmIdentifier, MessageImprint, TimeStampReq } from 'pkijs';
import { readAnswer } from '../read-answer.ts';
import { verifyTimestamp } from './verify-timestamp.ts';

const SHA_256 = '2.16.840.1.101.3.4.2.1';
const TIME_LIMIT_MS = 15_000;
/** A token has a few certificates: some kilobytes. */
const MOST_BYTES = 256 * 1024;

export interface Authority {
  readonly url: string;
  /** Certificates in PEM, to one of which its own has to chain; null: that is not checked. */
  readonly trusted: string | null;
}

/** A time stamp that was verified: the response of the authority, as it came. */
export interface Timestamp {
  readonly response: Buffer;
  readonly nonce: Buffer;
  readonly time: Date;
}

/** A clause that says why there is no time stamp. */
export type TimestampFailure = { readonly fault: string };

/** Asks a time-stamping authority (RFC 3161) for a time stamp over these bytes, and verifies its response. */
export async function requestTimestamp(
  data: Uint8Array,
  { url, trusted }: Authority,
): Promise<Timestamp | TimestampFailure> {
  const nonce = randomBytes(8);
  const answer = await post(url, timestampQuery(data, nonce));
  if ('fault' in answer) return answer;
  const verdict = await verifyTimestamp(answer.body, { data, nonce, trusted });
  return 'fault' in verdict
    ? { fault: `its time stamp is not acceptable: ${verdict.fault}` }
    : { response: answer.body, nonce, time: verdict.time };
}

/** A query over the SHA-256 of these bytes, which asks for the certificate too. */
function timestampQuery(data: Uint8Array, nonce: Uint8Array): Uint8Array<ArrayBuffer> {
  const imprint = createHash('sha256').update(data).digest();
  const query = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA_256, algorithmParams: new asn1js.Null() }),
      hashedMessage: new asn1js.OctetString({ valueHex: new Uint8Array(imprint).buffer }),
    }),
    nonce: asn1js.Integer.fromBigInt(BigInt(`0x${Buffer.from(nonce).toString('hex')}`)),
    certReq: true,
  });
  return new Uint8Array(query.toSchema().toBER());
}

async function post(url: string, body: Uint8Array<ArrayBuffer>): Promise<{ body: Buffer } | TimestampFailure> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/timestamp-query', Accept: 'application/timestamp-reply' },
      body,
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
      redirect: 'manual',
    });
    if (answer.status !== 200) {
      await answer.body?.cancel();
      return { fault: `it answered with status ${answer.status}` };
    }
    const read = await readAnswer(answer, MOST_BYTES);
    return read === null ? { fault: 'its answer is longer than a time stamp' } : { body: read };
  } catch (error) {
    const { name, cause } = error as Error;
    if (name === 'TimeoutError') return { fault: `it did not answer within ${TIME_LIMIT_MS / 1000} s` };
    return { fault: `it cannot be reached (${(cause as NodeJS.ErrnoException | undefined)?.code ?? name})` };
  }
}
