/** The text for a number of bytes: "1.5 GB", "12 MB", "less than 1 MB". */
export function megabytes(bytes: number): string {
  if (bytes >= 1024 ** 3) return `${(bytes / 1024 ** 3).toFixed(1)} GB`;
  return bytes > 0 && bytes < 1024 ** 2 ? 'less than 1 MB' : `${Math.floor(bytes / 1024 ** 2)} MB`;
}
