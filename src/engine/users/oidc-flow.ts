import * as client from 'openid-client';
import type { Config } from '../../config.ts';
import { once } from '../../platform/once.ts';
import { readAnswer } from '../../platform/read-answer.ts';
import type { ProviderClaims } from './provider-user.ts';

export type OidcSettings = NonNullable<Config['oidc']>;

/** State of a login at the identity provider, sealed in a cookie. */
export interface OidcFlow {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly next: string;
  /** The user is logged in and proves their identity again, so the provider must ask for it. */
  readonly again: boolean;
  /** ms UTC. */
  readonly until: number;
}

/** Maximum age of the provider's own login, in seconds. A provider that is asked for one says when that login was. */
const LOGIN_S = 86_400;
/** The same after it had to ask again. */
const AGAIN_S = 60;
const FLOW_MS = 10 * 60_000;
/** Tolerance for clock differences between the machines, in seconds. */
const TOLERANCE_S = 60;

/** The identity provider, discovered by its issuer at the first login. */
export interface OidcProvider {
  begin(given: { next: string; again: boolean; back: string; now: number }): Promise<{ url: string; flow: OidcFlow }>;
  /** `url`: the URL that the browser returned with; `now`: ms UTC. Throws if a check fails. */
  finish(url: URL, flow: OidcFlow, now: number): Promise<ProviderClaims>;
}

/** Authorization code flow with PKCE, state and nonce (RFC 9700); `openid-client` verifies the provider's signature. */
export function createOidcProvider(settings: OidcSettings, secret: string | undefined): OidcProvider {
  const configuration = once(() => discover(settings, secret));
  return {
    async begin({ next, again, back, now }) {
      const config = await configuration();
      const flow: OidcFlow = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
        next,
        again,
        until: now + FLOW_MS,
      };
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: back,
        scope: settings.scope,
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
        ...(again ? { prompt: 'login', max_age: '0' } : { max_age: String(LOGIN_S) }),
      });
      return { url: url.href, flow };
    },
    async finish(url, { state, nonce, verifier, again }, now) {
      const config = await configuration();
      const tokens = await client.authorizationCodeGrant(config, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
        ...(again ? { maxAge: AGAIN_S } : {}),
      });
      const claims = tokens.claims()!;
      // `openid-client` asks for `iat` and `auth_time`, and takes times that are still to come.
      const latest = now / 1000 + TOLERANCE_S;
      if (claims.iat > latest || (claims.auth_time ?? 0) > latest)
        throw Object.assign(new Error(), { code: 'token_from_the_future' });
      const textOf = (claim: unknown) => (typeof claim === 'string' && claim !== '' ? claim : null);
      const groups = settings.roleClaim === undefined ? [] : [claims[settings.roleClaim]].flat();
      return {
        issuer: claims.iss,
        subject: claims.sub,
        name: textOf(claims[settings.nameClaim]),
        email: textOf(claims.email),
        emailVerified: claims.email_verified === true,
        groups: groups.filter((group): group is string => typeof group === 'string'),
        provedAt: claims.auth_time === undefined ? null : new Date(Math.min(claims.auth_time * 1000, now)),
      };
    },
  };
}

async function discover({ issuer, clientId }: OidcSettings, secret: string | undefined): Promise<client.Configuration> {
  const url = new URL(issuer);
  // By default, `openid-client` does not verify the signature of a token that comes directly from the provider. The
  // settings allow http only for this machine.
  const checked = client.enableNonRepudiationChecks;
  const execute = url.protocol === 'http:' ? [checked, client.allowInsecureRequests] : [checked];
  const auth = secret === undefined ? client.None() : client.ClientSecretBasic(secret);
  const options = { execute, timeout: 10, [client.customFetch]: fetchShort };
  return client.discovery(url, clientId, { [client.clockTolerance]: TOLERANCE_S }, auth, options);
}

/** A token and the keys of a provider are a few KB. */
const MOST_BYTES = 1024 * 1024;

/** `fetch` of an answer that is not longer than a provider's are. */
async function fetchShort(url: string, options: client.CustomFetchOptions): Promise<Response> {
  const answer = await fetch(url, options as RequestInit);
  const body = await readAnswer(answer, MOST_BYTES);
  if (body === null) throw new Error('the answer of the identity provider is too long');
  return new Response(body.length === 0 ? null : new Uint8Array(body), answer);
}
