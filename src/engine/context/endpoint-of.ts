import { ENDPOINTS } from '../../service/shapes/endpoints.ts';

interface Form {
  readonly name: string;
  readonly method: string;
  readonly segments: readonly string[];
}

const isParameter = (segment: string) => segment.startsWith(':');
const segmentsOf = (path: string) => path.split('/').filter((segment) => segment !== '');

/** Literal paths come before parameterized paths that would match the same URL. */
const FORMS: readonly Form[] = Object.entries(ENDPOINTS)
  .flatMap(([name, endpoint]) => {
    const paths = 'otherPath' in endpoint ? [endpoint.path, endpoint.otherPath] : [endpoint.path];
    return paths.map((path) => ({ name, method: endpoint.method, segments: segmentsOf(path) }));
  })
  .sort((a, b) => a.segments.filter(isParameter).length - b.segments.filter(isParameter).length);

/** The name of the service's endpoint that matches this path with its ids; `other` if none does. */
export function endpointOf(method: string, path: string): string {
  const segments = segmentsOf(path);
  const found = FORMS.find(
    (form) =>
      form.method === method &&
      form.segments.length === segments.length &&
      form.segments.every((segment, n) => isParameter(segment) || segment === segments[n]),
  );
  return found?.name ?? 'other';
}
