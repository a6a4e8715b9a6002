/**
 * How rows are found again while people sort, filter, insert, delete, copy and restore: each carries a key in a column of
 * its own, and beside the key the fingerprint the row had when the key was last seen there. A key and a row that
 * were separated are told by that; what a launch remembers of its rows tells the rest.
 */
export interface KeyedRow {
  /** As people count. */
  readonly number: number;
  readonly key: string;
  /** The fingerprint that stands beside the key; empty where none does. */
  readonly seen: string;
  readonly fingerprint: string;
  /** The key whose ads the row shows, where that is known. */
  readonly shows?: string | undefined;
}

export interface SettledRow extends KeyedRow {
  /** The row may be one of the launched rows: it was moved without its key and changed, or it lost all cells that told it apart. */
  readonly inDoubt?: true;
}

/** A key that stands in a row from which the cells were taken away. */
export type LeftKey = Pick<KeyedRow, 'key' | 'seen'>;

/** What is known of keys that no row carries. */
export interface Missed {
  /** Keys that stand beside no row. */
  readonly left?: readonly LeftKey[];
  /** Keys of launches the file did not remember and was told of by the service. */
  readonly rebuilt?: ReadonlySet<string>;
  /** Keys of launched rows that the last look at the sheet found there. */
  readonly stood?: ReadonlySet<string>;
}

/** What launches remember: the fingerprints each key's row had, the latest last. */
export type KnownRows = ReadonlyMap<string, readonly string[]>;
