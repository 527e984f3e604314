import * as client from 'openid-client';
import type { Config } from '../../config.ts';
import type { ProviderClaims } from '../../engine/users/provider.ts';

export type OidcSettings = NonNullable<Config['oidc']>;

/** What is kept while somebody is at the identity provider, sealed in a cookie. */
export interface OidcFlow {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly next: string;
  /** Somebody who is logged in proves it anew: the provider has to ask. */
  readonly again: boolean;
  /** ms UTC. */
  readonly until: number;
}

/** How long the provider's own login may be past where it has to ask anew; s. */
const AGAIN_S = 60;
const FLOW_MS = 10 * 60_000;
/** Clocks of two machines differ; s. */
const TOLERANCE_S = 60;

/** The identity provider, found by its issuer at the first login. */
export interface OidcProvider {
  begin(given: { next: string; again: boolean; back: string; now: number }): Promise<{ url: string; flow: OidcFlow }>;
  /** `url`: what the browser came back to. Throws where anything is not as it has to be. */
  finish(url: URL, flow: OidcFlow): Promise<ProviderClaims>;
}

/** Authorization code flow with PKCE, state and nonce (RFC 9700); what the provider signs is checked by `openid-client`. */
export function createOidcProvider(settings: OidcSettings, secret: string | undefined): OidcProvider {
  let found: Promise<client.Configuration> | null = null;
  const configuration = () => {
    found ??= discover(settings, secret).catch((error: unknown) => {
      // The next one asks again.
      found = null;
      throw error;
    });
    return found;
  };
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
        ...(again ? { prompt: 'login', max_age: '0' } : {}),
      });
      return { url: url.href, flow };
    },
    async finish(url, { state, nonce, verifier, again }) {
      const config = await configuration();
      const tokens = await client.authorizationCodeGrant(config, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
        ...(again ? { maxAge: AGAIN_S } : {}),
      });
      const claims = tokens.claims()!;
      const textOf = (claim: unknown) => (typeof claim === 'string' && claim !== '' ? claim : null);
      const groups = settings.roleClaim === undefined ? [] : [claims[settings.roleClaim]].flat();
      return {
        issuer: claims.iss,
        subject: claims.sub,
        name: textOf(claims[settings.nameClaim]),
        email: textOf(claims.email),
        emailVerified: claims.email_verified === true,
        groups: groups.filter((group): group is string => typeof group === 'string'),
      };
    },
  };
}

async function discover({ issuer, clientId }: OidcSettings, secret: string | undefined): Promise<client.Configuration> {
  const url = new URL(issuer);
  // Without being asked to, `openid-client` leaves the signature of a token that came straight from the provider unchecked. The
  // settings see to it that http is only of this machine.
  const checked = client.enableNonRepudiationChecks;
  const execute = url.protocol === 'http:' ? [checked, client.allowInsecureRequests] : [checked];
  const auth = secret === undefined ? client.None() : client.ClientSecretBasic(secret);
  return client.discovery(url, clientId, { [client.clockTolerance]: TOLERANCE_S }, auth, { execute, timeout: 10 });
}
