import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TimestampAuthority {
  readonly url: string;
  /** The certificate of its root, in PEM, and the file that has it. */
  readonly root: string;
  readonly rootFile: string;
  /** Instead of its answer; null for the true one. */
  answer: ((query: Buffer, response: ServerResponse) => void) | null;
  readonly queries: Buffer[];
  /** The response of `openssl ts` to a query. */
  reply(query: Buffer): Buffer;
  /**
   * What a true response says, signed by a new certificate of the same root: for what `openssl ts` does not sign itself.
   */
  resigned(response: () => Buffer, certificate: ForgedCertificate): Buffer;
  close(): Promise<void>;
}

export interface ForgedCertificate {
  /** Extended key usage of its certificate, as `openssl` writes it. */
  readonly usage?: string;
  /** Without `-cades` the signature does not name its certificate. */
  readonly sign?: readonly string[];
}

export interface AuthorityOptions {
  readonly key?: readonly string[];
  /** Digests that it takes of others; without SHA-256 it refuses. */
  readonly digests?: string;
  readonly name?: string;
}

/** A time-stamping authority made of `openssl ts`, with a root and a certificate of its own, behind HTTP. */
export async function startTimestampAuthority({
  key = ['rsa:2048'],
  digests = 'sha256, sha384',
  name = 'Test TSA',
}: AuthorityOptions = {}): Promise<TimestampAuthority> {
  const folder = mkdtempSync(join(tmpdir(), 'payrun-tsa-'));
  const at = (file: string) => join(folder, file);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  openssl(
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=Test root', '-keyout', 'root.key'],
    ...['-out', 'root.pem', '-addext', 'keyUsage=critical,keyCertSign,cRLSign'],
  );
  const certify = (file: string, usage: string, newKey: readonly string[]) => {
    const named = ['-subj', `/CN=${name}`, '-keyout', `${file}.key`, '-out', `${file}.csr`];
    openssl('req', '-newkey', ...newKey, '-nodes', ...named);
    writeFileSync(at(`${file}.ext`), `basicConstraints=CA:FALSE\nextendedKeyUsage=${usage}\n`);
    openssl(
      ...[
        'x509',
        '-req',
        '-in',
        `${file}.csr`,
        '-CA',
        'root.pem',
        '-CAkey',
        'root.key',
        '-CAcreateserial',
        '-days',
        '2',
      ],
      ...['-extfile', `${file}.ext`, '-out', `${file}.pem`],
    );
  };
  certify('tsa', 'critical,timeStamping', key);
  writeFileSync(at('serial'), '01\n');
  writeFileSync(
    at('tsa.cnf'),
    `[tsa]\ndefault_tsa=it\n[it]\ndir=${folder}\nserial=${at('serial')}\ncrypto_device=builtin\nsigner_cert=${at('tsa.pem')}
certs=${at('root.pem')}\nsigner_key=${at('tsa.key')}\nsigner_digest=sha256\ndefault_policy=1.2.3.4.1\ndigests=${digests}
accuracy=secs:1\nordering=no\ntsa_name=yes\ness_cert_id_chain=no\ness_cert_id_alg=sha256\n`,
  );
  const queries: Buffer[] = [];
  const reply = (query: Buffer) => {
    writeFileSync(at('query.tsq'), query);
    openssl('ts', '-reply', '-config', 'tsa.cnf', '-queryfile', 'query.tsq', '-out', 'reply.tsr');
    return readFileSync(at('reply.tsr'));
  };
  const resigned: TimestampAuthority['resigned'] = (response, certificate) => {
    const { usage = 'critical,timeStamping', sign = ['-cades'] } = certificate;
    certify('forged', usage, ['rsa:2048']);
    writeFileSync(at('true.tsr'), response());
    openssl('ts', '-reply', '-in', 'true.tsr', '-token_out', '-out', 'token.der');
    openssl(
      'cms',
      '-verify',
      '-noverify',
      '-nosigs',
      '-no_content_verify',
      '-inform',
      'DER',
      '-in',
      'token.der',
      '-out',
      'info.der',
    );
    openssl(
      ...['cms', '-sign', '-binary', '-nodetach', '-in', 'info.der', '-econtent_type', 'id-smime-ct-TSTInfo'],
      ...['-signer', 'forged.pem', '-inkey', 'forged.key', '-outform', 'DER', '-out', 'forged.der', ...sign],
    );
    const body = Buffer.concat([Buffer.from('3003020100', 'hex'), readFileSync(at('forged.der'))]);
    const size = Buffer.alloc(2);
    size.writeUInt16BE(body.length);
    return Buffer.concat([Buffer.from('3082', 'hex'), size, body]);
  };
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const query = Buffer.concat(parts);
    queries.push(query);
    if (authority.answer) return authority.answer(query, response);
    response.writeHead(200, { 'Content-Type': 'application/timestamp-reply' }).end(reply(query));
  };
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const authority: TimestampAuthority = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    root: readFileSync(at('root.pem'), 'utf8'),
    rootFile: at('root.pem'),
    answer: null,
    queries,
    reply,
    resigned,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return authority;
}
