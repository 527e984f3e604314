import { expect, it } from 'vitest';
import { endpointOf } from '../../../src/engine/context/endpoint-of.ts';
import { ENDPOINTS } from '../../../src/service/shapes/endpoints.ts';

const CALLS = Object.entries(ENDPOINTS).flatMap(([name, endpoint]) =>
  [endpoint.path, ...('otherPath' in endpoint ? [endpoint.otherPath] : [])].map((path) => ({
    name,
    method: endpoint.method,
    path: path.replace(/:\w+/g, 'X-0123abc'),
  })),
);
it.each(CALLS)('$method $path is $name', ({ name, method, path }) => {
  expect(endpointOf(method, path)).toBe(name);
});

it('a path that is no call of the service is "other", so that labels stay few', () => {
  expect(endpointOf('GET', '/v1/recipients/a/b/c/d/e')).toBe('other');
  expect(endpointOf('PUT', '/v1/recipients')).toBe('other');
});
