/**
 * Finds rows again while people sort, filter, insert, delete, copy and restore: each has a key in a
 * column of its own, and beside it the fingerprint the row had when the key was last seen there.
 * The fingerprint shows keys separated from their rows; launches remember the rest.
 */
export interface KeyedRow {
  /** As people count. */
  readonly number: number;
  readonly key: string;
  /** The fingerprint beside the key; empty where none stands. */
  readonly seen: string;
  readonly fingerprint: string;
  /** The key whose ads the row shows, where known. */
  readonly shows?: string | undefined;
}

export interface SettledRow extends KeyedRow {
  /**
   * The row may be a launched one: it was moved without its key and changed, or lost all cells that
   * told it apart.
   */
  readonly inDoubt?: true;
}

/** A key in a row whose cells were taken away. */
export type LeftKey = Pick<KeyedRow, 'key' | 'seen'>;

/** What is known of keys that no row carries. */
export interface Missed {
  /** Keys beside no row. */
  readonly left?: readonly LeftKey[];
  /** Keys of launches that the file did not remember; the service reported them. */
  readonly rebuilt?: ReadonlySet<string>;
  /** Keys of launched rows found by the last look at the sheet. */
  readonly stood?: ReadonlySet<string>;
}

/** The fingerprints of each launched key's row, the latest last. */
export type KnownRows = ReadonlyMap<string, readonly string[]>;
