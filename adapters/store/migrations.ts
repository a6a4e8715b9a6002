/**
 * The tables of one part of the service: step n leads from version n - 1 to n. Released steps never
 * change.
 */
export interface Migrations {
  readonly part: string;
  readonly steps: readonly string[];
  /**
   * Steps that only add what older code can ignore: a column with a default, an index, a separate
   * table. Processes of the version before go on beside such a step (on Postgres), and start after
   * it. Removal comes a version later, in a step outside this list.
   */
  readonly compatible?: readonly number[];
}

/** The last step that is more than an addition: code that knows fewer cannot use the tables. */
export const lastNeeded = ({ steps, compatible = [] }: Migrations): number =>
  steps.reduce((last, _step, index) => (compatible.includes(index + 1) ? last : index + 1), 0);
