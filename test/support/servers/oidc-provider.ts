import { createHash, createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The content of the next ID token; a test's change in it is a lie that must be detected. */
export interface Person {
  readonly claims: Readonly<Record<string, unknown>>;
  /** Signs with a key that the provider does not publish. */
  readonly forged?: boolean;
  /** Another head, and what signs it: nothing, or the public key or the client's secret as a secret of HMAC. */
  readonly header?: Readonly<Record<string, unknown>>;
  readonly signedBy?: 'nothing' | 'public key' | 'client secret';
}

/**
 * An identity provider on this machine: discovery, authorization endpoint, token endpoint with PKCE and client secret,
 * RS256 and JWKS, by OpenID Connect Core 1.0. Its user is the person that the test has set.
 */
export async function startOidcProvider({ clientId, clientSecret }: { clientId: string; clientSecret: string }) {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const others = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const codes = new Map<string, { params: URLSearchParams; person: Person }>();
  let person: Person = { claims: {} };
  const asked: URLSearchParams[] = [];

  const server = createServer(async (request, response) => {
    const url = new URL(request.url!, issuer());
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    if (url.pathname === '/.well-known/openid-configuration')
      return json(200, {
        issuer: issuer(),
        authorization_endpoint: `${issuer()}/authorize`,
        token_endpoint: `${issuer()}/token`,
        jwks_uri: `${issuer()}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['client_secret_basic'],
      });
    if (url.pathname === '/jwks') {
      const jwk = keys.publicKey.export({ format: 'jwk' });
      return json(200, { keys: [{ ...jwk, kid: 'one', use: 'sig', alg: 'RS256' }] });
    }
    if (url.pathname === '/authorize') {
      const params = url.searchParams;
      asked.push(params);
      const back = new URL(params.get('redirect_uri')!);
      const code = randomUUID();
      codes.set(code, { params, person });
      back.search = new URLSearchParams({ code, state: params.get('state')!, iss: issuer() }).toString();
      return response.writeHead(302, { Location: back.href }).end();
    }
    if (url.pathname === '/token') {
      const form = new URLSearchParams(await bodyOf(request));
      const given = codes.get(form.get('code') ?? '');
      codes.delete(form.get('code') ?? '');
      const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      if (request.headers.authorization !== basic) return json(401, { error: 'invalid_client' });
      if (
        !given ||
        challenge !== given.params.get('code_challenge') ||
        form.get('redirect_uri') !== given.params.get('redirect_uri')
      )
        return json(400, { error: 'invalid_grant' });
      const now = Math.floor(Date.now() / 1000);
      const claims = {
        iss: issuer(),
        aud: clientId,
        iat: now,
        exp: now + 300,
        auth_time: now,
        nonce: given.params.get('nonce'),
        ...given.person.claims,
      };
      const { forged, header, signedBy } = given.person;
      const key = forged ? others.privateKey : keys.privateKey;
      const secrets = {
        nothing: () => Buffer.alloc(0),
        'public key': hmacOf(keys.publicKey.export({ format: 'pem', type: 'spki' })),
        'client secret': hmacOf(clientSecret),
      };
      const own = others.publicKey.export({ format: 'jwk' });
      const head = header && 'jwk' in header ? { ...header, jwk: own } : header;
      const signer = signedBy ? secrets[signedBy] : (text: Buffer) => sign('sha256', text, key);
      const id_token = jwt(claims, { alg: 'RS256', typ: 'JWT', kid: 'one', ...head }, signer);
      return json(200, { access_token: randomUUID(), token_type: 'Bearer', expires_in: 300, id_token });
    }
    return json(404, {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer: issuer(),
    /** The parameters that browsers were sent with. */
    asked,
    /** Sets the person who logs in from now on. */
    is: (next: Person) => {
      person = next;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const hmacOf = (secret: string | Buffer) => (text: Buffer) => createHmac('sha256', secret).update(text).digest();

function jwt(claims: unknown, header: unknown, signer: (text: Buffer) => Buffer): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const head = `${part(header)}.${part(claims)}`;
  return `${head}.${signer(Buffer.from(head)).toString('base64url')}`;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const piece of request) body += piece;
  return body;
}
