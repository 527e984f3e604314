/**
 * What is wrong with the URL of a database, without a part of it in the words: it has a password. A character that ends a part of a
 * URL makes another host of half of a password, which then cannot be found.
 */
export function databaseUrlFault(url: string): string | null {
  if (!/^postgres(ql)?:\/\//.test(url)) return 'must begin with postgres://';
  const [, rest = ''] = /^[a-z]+:\/\/(.*)$/s.exec(url) ?? [];
  const authority = rest.split(/[/?#]/, 1)[0]!;
  const query = /\?([^#]*)/.exec(rest)?.[1] ?? '';
  const beforeQuery = rest.split('?', 1)[0]!;
  const splitLogin = !authority.includes('@') && (beforeQuery.includes('@') || /^[^=&]*@/.test(query));
  if (splitLogin || url.includes('#')) return ENCODE;
  if (/%(?![0-9a-f]{2})/i.test(authority)) return ENCODE;
  // A socket's folder has no host, which URL itself does not take.
  return URL.canParse(url) || URL.canParse(url.replace('@/', '@socket/')) ? null : ENCODE;
}

const ENCODE =
  'has a special character in its user name or password: write / as %2F, ? as %3F, # as %23, @ as %40, : as %3A and % as %25';
