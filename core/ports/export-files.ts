/** Where exports are written. Files grow at their end and are then read as a whole. */
export interface ExportFiles {
  /**
   * Writes UTF-8 at a byte position that an earlier write ended at and drops everything after it,
   * so that a restarted worker goes on from its last known position. Answers the new length, which
   * is durable.
   */
  write(companyId: string, name: string, at: number, text: string): Promise<number>;

  /** The first `bytes` of a file; undefined when it does not exist. */
  read(
    companyId: string,
    name: string,
    bytes: number,
  ): Promise<AsyncIterable<Uint8Array> | undefined>;

  /** Does nothing when the file does not exist. */
  remove(companyId: string, name: string): Promise<void>;
}
