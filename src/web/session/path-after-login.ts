/**
 * The path to open after the login. Only a path of this installation is accepted, and nothing that a browser could
 * interpret as another site; otherwise `/`.
 */
export function pathAfterLogin(given: unknown): string {
  if (typeof given !== 'string' || given.length > 2_000 || !/^\/(?![/\\])[\x21-\x7e]*$/.test(given)) return '/';
  if (given.includes('\\')) return '/';
  const here = 'http://here.invalid';
  const url = URL.canParse(given, here) ? new URL(given, here) : null;
  if (url?.origin !== here || url.pathname.startsWith('//') || /^\/(login|logout)(\/|$)/.test(url.pathname)) return '/';
  return url.pathname + url.search;
}
