import type { Operation } from '../../operations/operation.ts';
/** The operations that can be planned, by name. */
export type Known = ReadonlyMap<string, Operation>;
