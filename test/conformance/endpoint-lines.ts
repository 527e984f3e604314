import { ENDPOINTS, type Endpoint } from './contract.ts';
import { expectRefused, type Line, line } from './line.ts';

const NOBODY = { accessKey: 'AK-nobody', secretKey: 'SK-nobody' };

/** A path that can be called: an id in the place of each name. */
function concrete({ path }: Endpoint): string {
  return path.replace(':payoutMethod', 'paypal').replace(/:[A-Za-z]+|<webhook id>/g, 'X-1');
}

/** For each endpoint: an unknown key, and an error of the service. What the contract does not list is tried too. */
function linesOf(endpoint: Endpoint): readonly Line[] {
  const { method, path, statuses } = endpoint;
  const about = `${method} ${path}`;
  const url = concrete(endpoint);
  return [
    says('an unknown key is refused with 401', about, statuses.includes(401) ? [401] : [], async ({ call }) => {
      expectRefused(await call(method, url, undefined, { keys: NOBODY }), [401, 'invalid_api_key']);
    }),
    says('an error of the service is a 500', about, statuses.includes(500) ? [500] : [], async (contractor) => {
      await contractor.control('faults', [{ match: { method }, status: 500 }]);
      const keys = contractor[endpoint.keys];
      expectRefused(await contractor.call(method, url, {}, { keys }), [500, 'internal_server_error']);
    }),
    says('keys of the wrong kind are refused with 403', about, [], async (contractor) => {
      const keys = contractor[endpoint.keys === 'parent' ? 'merchant' : 'parent'];
      expectRefused(await contractor.call(method, url, {}, { keys }), [403, 'not_authorized']);
    }),
  ];
}

function says(text: string, ...parts: Parameters<typeof line>): Line {
  return { ...line(...parts), says: text };
}

export const ENDPOINT_LINES: readonly Line[] = ENDPOINTS.flatMap(linesOf);
