/** The headers by which an export is recognized, and the meaning of its columns. */
export interface SourceFormatFile {
  /** The name on pages and in messages: "Xero bill export". */
  readonly name: string;
  /** Headers that only this export has together. */
  readonly fingerprint: readonly string[];
  /** Canonical names by header; null for a column that no payment needs. Other headers are resolved as in any sheet. */
  readonly columns: Readonly<Record<string, string | null>>;
}
