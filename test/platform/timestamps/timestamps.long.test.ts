import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requestTimestamp, type Timestamp } from '../../../src/platform/timestamps/request-timestamp.ts';
import { readCertificates, verifyTimestamp } from '../../../src/platform/timestamps/verify-timestamp.ts';
import {
  type ForgedCertificate,
  startTimestampAuthority,
  type TimestampAuthority,
} from '../../support/timestamp-authority.ts';
import { describeWith } from '../../support/tools.ts';

const DATA = Buffer.from('{"number":1}');

/** The response with another year, which its signature does not cover. */
function dated2001({ response, time }: Timestamp): Buffer {
  const written = time.toISOString().replace(/[-:T]|\.\d+/g, '');
  return Buffer.from(response.toString('latin1').replace(written, `2001${written.slice(4)}`), 'latin1');
}

describeWith(['openssl'], 'a time stamp', () => {
  let authority: TimestampAuthority;
  let other: TimestampAuthority;
  let known: Timestamp;
  beforeAll(async () => {
    authority = await startTimestampAuthority();
    other = await startTimestampAuthority({ name: 'Another TSA' });
    known = (await requestTimestamp(DATA, { url: authority.url, trusted: authority.root })) as Timestamp;
  });
  afterAll(() => Promise.all([authority.close(), other.close()]));

  const asked = (trusted: string | null = authority.root) => requestTimestamp(DATA, { url: authority.url, trusted });
  const answered = async (answer: TimestampAuthority['answer'], trusted?: string | null) => {
    authority.answer = answer;
    try {
      return await asked(trusted);
    } finally {
      authority.answer = null;
    }
  };
  const resigned = (certificate: ForgedCertificate) =>
    authority.resigned(() => authority.reply(authority.queries[0]!), certificate);
  const check = (response: Uint8Array, change: object = {}) =>
    verifyTimestamp(response, { data: DATA, nonce: known.nonce, trusted: authority.root, ...change });

  it('has the authority’s time for exactly these bytes, and is verified before use', async () => {
    const before = Math.floor(Date.now() / 1000) * 1000;
    const stamped = (await asked()) as Timestamp;
    expect(stamped.time.getTime()).toBeGreaterThanOrEqual(before);
    expect(stamped.time.getTime()).toBeLessThanOrEqual(Date.now());
    expect(await check(stamped.response, { nonce: stamped.nonce })).toEqual({ time: stamped.time });
    expect(authority.queries.at(-1)!.includes(stamped.nonce)).toBe(true);
  });

  it.each([
    ['with an elliptic curve', ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256']],
    ['with a long key', ['rsa:3072']],
  ])('is verified %s too', async (_, key) => {
    const curved = await startTimestampAuthority({ key });
    try {
      expect(await requestTimestamp(DATA, { url: curved.url, trusted: curved.root })).toHaveProperty('time');
    } finally {
      await curved.close();
    }
  });

  it('over other data proves nothing', async () => {
    expect(await check(known.response, { data: Buffer.from('{"number":2}') })).toEqual({
      fault: 'it is over other data',
    });
  });

  it('for another request proves nothing', async () => {
    expect(await check(known.response, { nonce: randomBytes(8) })).toEqual({
      fault: 'its nonce is not that of the request',
    });
  });

  it('that was changed in one place proves nothing, wherever that is', async () => {
    const verdicts = new Set<string>();
    for (let at = 0; at < known.response.length; at += 7) {
      const changed = Buffer.from(known.response);
      changed[at] = changed[at]! ^ 0x04;
      const verdict = await check(changed);
      // Certificates that the authority sends along without need are no part of the proof.
      if ('fault' in verdict) verdicts.add(verdict.fault);
      else expect(verdict).toEqual({ time: known.time });
    }
    expect([...verdicts]).toEqual(
      expect.arrayContaining(['it cannot be read', 'its signature is not that of its certificate']),
    );
  });

  it('whose time was changed is found by its signature', async () => {
    const moved = dated2001(known);
    expect(moved.equals(known.response)).toBe(false);
    expect(await check(moved)).toEqual({ fault: 'its signature is not that of its certificate' });
  });

  it('with another signature proves nothing', async () => {
    const forged = Buffer.from(known.response);
    forged[forged.length - 1] = forged.at(-1)! ^ 1;
    const fault = 'its signature is not that of its certificate';
    expect(await check(forged)).toEqual({ fault });
    expect(await check(forged, { trusted: null })).toEqual({ fault });
  });

  it('that the authority refuses does not exist', async () => {
    const picky = await startTimestampAuthority({ digests: 'sha384' });
    try {
      expect(await requestTimestamp(DATA, { url: picky.url, trusted: picky.root })).toEqual({
        fault: 'its time stamp is not acceptable: the authority refused it',
      });
    } finally {
      await picky.close();
    }
  });

  it('is accepted by each certificate that is for time stamps', async () => {
    expect(await check(resigned({}))).toHaveProperty('time');
    const digest = { sign: ['-cades', '-md', 'sha512'] };
    expect(await check(resigned(digest))).toHaveProperty('time');
  });

  const PURPOSE = 'its certificate is not one for time stamps';
  it.each([
    ['by a certificate for servers', { usage: 'critical,serverAuth' }, PURPOSE],
    ['by a certificate for more than time stamps', { usage: 'critical,timeStamping,serverAuth' }, PURPOSE],
    ['by a certificate whose purpose may be overlooked', { usage: 'timeStamping' }, PURPOSE],
    ['that does not name its certificate', { sign: [] }, 'its signature does not name its certificate'],
    ['signed with SHA-1', { sign: ['-cades', '-md', 'sha1'] }, 'its signature has a digest that is not safe'],
  ])('%s proves nothing', async (_, certificate, fault) => {
    expect(await check(resigned(certificate))).toEqual({ fault });
  });

  it('of a time outside the validity of its certificate proves nothing, even without trusted certificates', async () => {
    const later = authority.resigned(() => dated2001(known), {});
    expect(await check(later, { trusted: null })).toEqual({ fault: 'its certificate was not valid at its time' });
  });

  it('by an untrusted authority proves nothing, unless no trusted certificates are given', async () => {
    expect(await asked(other.root)).toEqual({
      fault: "its time stamp is not acceptable: its certificate is not one of a trusted authority's",
    });
    expect(await asked(`${other.root}${authority.root}`)).toHaveProperty('time');
    expect(await asked(null)).toHaveProperty('time');
  });

  it.each([
    ['a page', 'it cannot be read', (r: Parameters<NonNullable<TimestampAuthority['answer']>>[1]) => r.end('<html>')],
    ['nothing', 'it cannot be read', (r: Parameters<NonNullable<TimestampAuthority['answer']>>[1]) => r.end()],
  ])('that is %s is refused', async (_, fault, answer) => {
    expect(await answered((_query, response) => void answer(response))).toEqual({
      fault: `its time stamp is not acceptable: ${fault}`,
    });
  });

  it('comes from the configured address: an authority that errs, redirects or sends too much gives none', async () => {
    expect(await answered((_, response) => void response.writeHead(503).end('later'))).toEqual({
      fault: 'it answered with status 503',
    });
    expect(await answered((_, response) => void response.writeHead(302, { Location: other.url }).end())).toEqual({
      fault: 'it answered with status 302',
    });
    expect(other.queries).toEqual([]);
    expect(await answered((_, response) => void response.end(Buffer.alloc(300_000)))).toEqual({
      fault: 'its answer is longer than a time stamp',
    });
    expect(await answered((_, response) => void response.destroy())).toEqual({
      fault: expect.stringMatching(/^it cannot be reached \(/),
    });
  });

  it('verified with a bundle of roots is accepted for each of them', () => {
    expect(readCertificates(`${authority.root}\n# another\n${other.root}`)).toHaveLength(2);
  });
});
