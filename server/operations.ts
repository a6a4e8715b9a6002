import type { platformModules } from '../adapters/platforms/registry.ts';
import type { Operations } from '../core/features/registry.ts';
import type { Api, Declared } from '../core/operations/operation.ts';

export type { EventName } from '../core/features/registry.ts';

type OwnOf<M> = M extends { readonly operations: readonly (infer O extends Declared)[] }
  ? O
  : never;

/**
 * Every operation of a service with the platforms there are, as functions: `launch(…)`,
 * `batches.undo(…)`, `reports.query(…)`.
 */
export type AllOperations = Operations & Api<OwnOf<(typeof platformModules)[number]>>;
