/** A masked key: its last four characters, if it has at least 12. */
export function maskKey(key: string): string {
  return key.length < 12 ? '***' : `***${key.slice(-4)}`;
}
