/** Where exports are written. Files grow from their beginning to their end and are then read as a whole. */
export interface ExportFiles {
  /**
   * Writes text as UTF-8 at a position in bytes; whatever stood there and after it is gone, so that a worker
   * that starts again goes on where it last knew itself to be. Answers the file's new length, which survives
   * the death of the process. The positions are those that earlier writes ended at.
   */
  write(companyId: string, name: string, at: number, text: string): Promise<number>;

  /** The first `bytes` of a file, piece by piece; undefined when there is no such file. */
  read(companyId: string, name: string, bytes: number): Promise<AsyncIterable<Uint8Array> | undefined>;

  /** Removes a file; nothing happens when there is none. */
  remove(companyId: string, name: string): Promise<void>;
}
