/** How the export of one system is known, and what its columns mean. */
export interface SourceFormatFile {
  /** As a person calls it: "Xero bill export". */
  readonly name: string;
  /** Headers that together are found in this export only. */
  readonly fingerprint: readonly string[];
  /** Canonical names by header; null for one by which nothing is paid. Others are understood as in any sheet. */
  readonly columns: Readonly<Record<string, string | null>>;
}
