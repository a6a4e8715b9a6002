import * as v from 'valibot';
import { aliased } from '../../base/schema/aliases.ts';
import { answer, pageEntries, pagination } from '../../base/schema/envelope.ts';
import { moment, ownId, timestamp } from '../../base/schema/fields.ts';
import { listOfAtMost } from '../../base/schema/lists.ts';
import {
  accountId,
  entityId,
  flag,
  integer,
  statusFilter,
  workspaceId,
} from '../../base/schema/request-fields.ts';
import { guardVerdict, moneyAtStake } from '../../gate/schema.ts';
import { entityType } from '../../manage/schema/edit.ts';

const level = v.pipe(entityType, v.description('`campaign`, `adset` or `ad`.'));
/** Blanks at its ends count. */
const text = v.pipe(v.string(), v.minLength(1), v.maxLength(400));

const filter = {
  name: v.optional(
    v.pipe(text, v.description('Only those whose names contain this, in capitals or not.')),
  ),
  status: v.optional(statusFilter(['ACTIVE', 'PAUSED'])),
  campaignId: v.optional(entityId),
  adSetId: v.optional(entityId),
  changedSince: v.optional(
    v.pipe(
      timestamp,
      v.description(
        'Only what was changed then or later, by anybody. Refused where the platform does not tell when that was.',
      ),
    ),
  ),
};

export const objectsQuery = aliased({
  adAccountId: accountId,
  workspaceId,
  level,
  ...filter,
  limit: v.optional(integer(1, 200)),
  after: v.optional(
    v.pipe(v.string(), v.maxLength(2_000), v.description('`paging.after` of the answer before.')),
  ),
});
export type ObjectsQuery = v.InferOutput<typeof objectsQuery>;

export const objectRow = v.object({
  level: v.picklist(['campaign', 'adset', 'ad']),
  id: v.string(),
  adAccountId: v.string(),
  campaignId: v.optional(v.string()),
  adSetId: v.optional(v.string()),
  objective: v.optional(v.string()),
  updatedTime: v.optional(
    v.pipe(v.string(), v.description('When it was last changed, where the platform tells.')),
  ),
  values: v.pipe(
    v.record(v.string(), v.any()),
    v.description('What it has now, by the names that `set` of a change takes.'),
  ),
  canChange: v.pipe(v.array(v.string()), v.description('The names that `set` takes for it.')),
  revision: v.pipe(
    v.string(),
    v.description('Send it with a change: what others change meanwhile is then not overwritten.'),
  ),
});
export type ObjectRow = v.InferOutput<typeof objectRow>;

export const objectsAnswer = answer({
  data: v.array(objectRow),
  count: v.number(),
  paging: v.object({ after: v.nullable(v.string()) }),
});

const change = aliased({
  level,
  adAccountId: accountId,
  workspaceId,
  id: v.optional(entityId),
  where: v.optional(
    v.pipe(v.object(filter), v.description('Instead of an id: all that it finds.')),
  ),
  set: v.pipe(
    v.record(v.string(), v.any()),
    v.description(
      '`name`, `status`, `dailyBudget`, `lifetimeBudget`, and what update-campaign, update-adset and update-ad take. What is not named stays; null takes a value away. A text may be `{ find, replace }`, `{ prefix }` or `{ suffix }`, an amount `{ percent }`: then it follows from the present value.',
    ),
  ),
  revision: v.optional(v.pipe(v.string(), v.maxLength(20_000))),
});
export type ChangeRequest = v.InferOutput<typeof change>;

export const changesBody = aliased({
  changes: v.pipe(
    listOfAtMost(change, 5_000, 'changes'),
    v.minLength(1, 'Give at least one change.'),
  ),
  confirm: v.optional(v.pipe(flag, v.description('Accepts rises by more than tenfold.'))),
  planDigest: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(64),
      v.description('`digest` of the plan: where something else would be done, nothing is.'),
    ),
  ),
});
export type ChangesBody = v.InferOutput<typeof changesBody>;

const fieldChange = v.object({
  field: v.string(),
  before: v.any(),
  after: v.any(),
  learning: v.optional(v.string()),
});
const conflict = v.object({ field: v.string(), was: v.any(), live: v.any(), wanted: v.any() });

const changed = {
  level: v.picklist(['campaign', 'adset', 'ad']),
  id: v.string(),
  adAccountId: v.string(),
  name: v.optional(v.string()),
  does: v.pipe(
    v.array(v.string()),
    v.description('What happens to it, one sentence for each step.'),
  ),
  fields: v.array(fieldChange),
  conflicts: v.optional(
    v.pipe(
      v.array(conflict),
      v.description('Fields that others have changed since: nothing of the object is sent.'),
    ),
  ),
  reason: v.optional(v.string()),
};

const costs = v.optional(
  v.pipe(
    v.array(v.string()),
    v.description('What it costs besides money: a new review, learning that begins again.'),
  ),
);

export const changesPlan = answer({
  digest: v.string(),
  counts: v.object({
    objects: v.number(),
    change: v.number(),
    nothing: v.number(),
    conflict: v.number(),
    refused: v.number(),
  }),
  changes: v.array(
    v.object({ ...changed, costs, plan: v.picklist(['change', 'nothing', 'conflict', 'refused']) }),
  ),
  moneyAtStake: v.array(moneyAtStake),
  guards: v.array(guardVerdict),
  startsDelivering: v.boolean(),
});

export const changeOutcomes = [
  'done',
  'nothing',
  'running',
  'conflict',
  'refused',
  'unknown',
  'not_begun',
] as const;
const counts = v.partial(v.object(v.entriesFromList(changeOutcomes, v.number())));

export const changesAnswer = answer({
  changeId: v.string(),
  status: v.pipe(
    v.picklist(['running', 'done', 'partly', 'failed']),
    v.description('`done` only if every object is.'),
  ),
  counts,
  results: v.array(v.object({ ...changed, outcome: v.picklist(changeOutcomes) })),
  pagination,
  undoOf: v.optional(v.string()),
  undoneBy: v.optional(v.string()),
});
export type ChangesAnswer = v.InferOutput<typeof changesAnswer>;

export const stopBody = aliased({
  by: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.minLength(1),
      v.maxLength(400),
      v.description(
        'Whose starts: the id of a key, of a person or of a rule (`automation:…`), the id or the name of a connected program, or the address of a person. Your own unless given.',
      ),
    ),
  ),
  everyone: v.optional(v.pipe(flag, v.description('Instead of `by`: what anyone started.'))),
  since: v.optional(v.pipe(moment, v.description('Only what was started then or later.'))),
  dryRun: v.optional(
    v.pipe(flag, v.description('Shows what would be paused, and pauses nothing.')),
  ),
});
export type StopBody = v.InferOutput<typeof stopBody>;

export const stopAnswer = v.object({
  ...changesAnswer.entries,
  changeId: v.optional(
    v.pipe(v.string(), v.description('Takes it back: POST /v1/changes/{id}/undo.')),
  ),
  status: v.pipe(
    v.picklist(['planned', 'running', 'done', 'partly', 'failed']),
    v.description('`done` only if all that was on is paused.'),
  ),
  dryRun: v.boolean(),
  batches: v.pipe(
    v.array(
      v.object({
        batchId: v.number(),
        outcome: v.picklist(['under_way', 'cancelled', 'refused']),
        reason: v.optional(v.string()),
      }),
    ),
    v.description(
      'Launches that were under way: what was sent of them is finished and may deliver. Call again once they have ended.',
    ),
  ),
  unreached: v.pipe(
    v.array(v.object({ adAccountId: v.string(), objects: v.number(), reason: v.string() })),
    v.description('Ad accounts that could not be asked: what was started there may go on.'),
  ),
  left: v.pipe(v.number(), v.description('Beyond the most of one call: call again.')),
});
export type StopAnswer = v.InferOutput<typeof stopAnswer>;

export const changeSubject = v.object({ id: ownId });
export const resultsQuery = v.object(pageEntries(500, 300));
export const undoChangesBody = v.object({ confirm: v.optional(flag) });
