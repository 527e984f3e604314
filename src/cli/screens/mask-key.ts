/** A key as it is shown: its last four characters, where it is long enough to keep the rest a secret. */
export function maskKey(key: string): string {
  return key.length < 12 ? '***' : `***${key.slice(-4)}`;
}
