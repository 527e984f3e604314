/** Where to go after the login: a path of this installation, and nothing that a browser could read as another place. */
export function safeNext(given: unknown): string {
  if (typeof given !== 'string' || given.length > 2_000 || !/^\/(?![/\\])[\x21-\x7e]*$/.test(given)) return '/';
  if (given.includes('\\')) return '/';
  const here = 'http://here.invalid';
  const url = URL.canParse(given, here) ? new URL(given, here) : null;
  if (url?.origin !== here || url.pathname.startsWith('//') || /^\/(login|logout)(\/|$)/.test(url.pathname)) return '/';
  return url.pathname + url.search;
}
