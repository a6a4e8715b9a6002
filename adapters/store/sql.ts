export type SqlValue = string | number | readonly (string | number)[];

/** A statement with the values of its places. */
export interface Sql {
  readonly text: string;
  readonly values: readonly SqlValue[];
}
