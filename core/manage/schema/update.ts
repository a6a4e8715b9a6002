import * as v from 'valibot';
import { itemOutcome, wholeOutcome } from '../../base/outcomes.ts';
import { aliased } from '../../base/schema/aliases.ts';
import { answer } from '../../base/schema/envelope.ts';
import { accountId, flag, requestWarnings, workspaceId } from '../../base/schema/request-fields.ts';

/** Of every request for a change. The rest is in the schema of the platform's definition. */
export const updateTarget = aliased({
  accountId,
  workspaceId,
  dryRun: v.optional(flag),
  confirm: v.optional(flag),
});

const fieldChange = v.object({
  field: v.string(),
  before: v.any(),
  after: v.any(),
  /** What the change does to the platform's learning phase, as far as the platform says. */
  learning: v.picklist(['resets', 'keeps', 'depends', 'unknown']),
  final: v.optional(v.string()),
});

export const updateResponse = answer({
  dryRun: v.boolean(),
  entityType: v.picklist(['campaign', 'adset', 'ad']),
  entityId: v.string(),
  name: v.string(),
  /** Empty where the object is as wanted already: nothing was sent then. */
  changes: v.array(fieldChange),
  resetsLearning: v.nullable(v.boolean()),
  /** For undo. Absent where nothing was changed. */
  updateId: v.optional(v.string()),
  /** Of an undo that concerns whole objects: what became of each. */
  outcome: v.optional(wholeOutcome),
  results: v.optional(
    v.array(
      v.object({
        entityType: v.picklist(['campaign', 'adset', 'ad']),
        entityId: v.string(),
        name: v.string(),
        success: v.boolean(),
        outcome: itemOutcome,
        error: v.optional(v.string()),
        changes: v.array(v.object({ field: v.string(), before: v.any(), after: v.any() })),
      }),
    ),
  ),
  warnings: requestWarnings,
});
export type UpdateResponse = v.InferOutput<typeof updateResponse>;

export const undoUpdateRequest = aliased(
  {
    updateId: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100)),
    dryRun: v.optional(flag),
    confirm: v.optional(flag),
  },
  { updateId: ['id'] },
);
export type UndoUpdateRequest = v.InferOutput<typeof undoUpdateRequest>;
