/**
 * The fault of a database URL; null if it is valid. The text never quotes the URL, because it contains a password. An
 * unescaped special character turns part of the password into the host, which then cannot be found.
 */
export function databaseUrlFault(url: string): string | null {
  if (!/^postgres(ql)?:\/\//.test(url)) return 'must begin with postgres://';
  const [, rest = ''] = /^[a-z]+:\/\/(.*)$/s.exec(url) ?? [];
  const authority = rest.split(/[/?#]/, 1)[0]!;
  const query = /\?([^#]*)/.exec(rest)?.[1] ?? '';
  const beforeQuery = rest.split('?', 1)[0]!;
  const isLoginSplit = !authority.includes('@') && (beforeQuery.includes('@') || /^[^=&]*@/.test(query));
  if (isLoginSplit || url.includes('#')) return ENCODE_HINT;
  if (/%(?![0-9a-f]{2})/i.test(authority)) return ENCODE_HINT;
  // The URL of a socket folder has no host, which the URL class rejects.
  return URL.canParse(url) || URL.canParse(url.replace('@/', '@socket/')) ? null : ENCODE_HINT;
}

const ENCODE_HINT =
  'has a special character in its user name or password: write / as %2F, ? as %3F, # as %23, @ as %40, : as %3A and % as %25';
