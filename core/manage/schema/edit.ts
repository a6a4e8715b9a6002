import * as v from 'valibot';
import { itemOutcome, wholeOutcome } from '../../base/outcomes.ts';
import { aliased } from '../../base/schema/aliases.ts';
import { country } from '../../base/schema/country.ts';
import { answer, platformError } from '../../base/schema/envelope.ts';
import { described, idText, moment } from '../../base/schema/fields.ts';
import { listOfAtMost } from '../../base/schema/lists.ts';
import {
  accountId,
  amount,
  entityId,
  entityIds,
  entityName,
  flag,
  requestWarnings,
  word,
  workspaceId,
} from '../../base/schema/request-fields.ts';

/** As programs spell it; other spellings are read too. */
type EntityWord = 'campaign' | 'campaigns' | 'adset' | 'adsets' | 'adSet' | 'adSets' | 'ad' | 'ads';

/** Singular or plural: `ad set`, `adsets`, `AdSet`. */
export const entityType = v.pipe(
  v.string() as v.GenericSchema<unknown, string> as v.GenericSchema<EntityWord, string>,
  v.transform((given) =>
    given
      .toLowerCase()
      .replace(/[\s_-]/g, '')
      .replace(/s$/, ''),
  ),
  v.picklist(['campaign', 'adset', 'ad'], 'The type is campaign, adset or ad.'),
  described({
    type: 'string',
    examples: ['campaign', 'adset', 'ad', 'campaigns', 'adsets', 'ads'],
  }),
);

const budgetHolder = v.pipe(
  entityType,
  v.picklist(['campaign', 'adset'], 'Campaigns and ad sets have budgets, ads have none.'),
);

const which = { entityId: v.optional(entityId), entityIds: v.optional(entityIds) };

const itemResult = v.object({
  entityId: v.string(),
  success: v.boolean(),
  outcome: itemOutcome,
  status: v.nullable(v.string()),
  /**
   * What ends delivery at an `endTime` in the future: `platform`, the object's own end; `adset`,
   * the end of the ad set that holds only this ad; `schedule`, this service, which pauses the ad.
   */
  endsBy: v.optional(v.picklist(['platform', 'adset', 'schedule'])),
  error: v.optional(v.string()),
  platformError: v.optional(platformError),
});
export type ItemResult = v.InferOutput<typeof itemResult>;

export const updateStatusRequest = aliased({
  businessId: accountId,
  workspaceId,
  entityType: v.optional(entityType),
  ...which,
  newStatus: v.optional(word(['ACTIVE', 'PAUSED', 'ENABLE', 'DISABLE'])),
  endTime: v.optional(moment),
});
export type UpdateStatusRequest = v.InferOutput<typeof updateStatusRequest>;

/** `success`: at least one was changed, or was as wanted already. */
export const itemsResponse = v.object({
  success: v.boolean(),
  outcome: wholeOutcome,
  results: v.array(itemResult),
  successCount: v.number(),
  failCount: v.number(),
  /** For undo. Absent where nothing was changed, or what was changed cannot be set back. */
  updateId: v.optional(v.string()),
  warnings: requestWarnings,
});
export type ItemsResponse = v.InferOutput<typeof itemsResponse>;
export const updateStatusResponse = itemsResponse;

export const deleteRequest = aliased({
  businessId: accountId,
  workspaceId,
  entityType,
  ...which,
  confirm: v.optional(flag),
});
export type DeleteRequest = v.InferOutput<typeof deleteRequest>;
export const deleteResponse = itemsResponse;

/** Ads. */
export const appealRequest = aliased({
  businessId: accountId,
  workspaceId,
  ...which,
  reason: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(512))),
});
export type AppealRequest = v.InferOutput<typeof appealRequest>;
export const appealResponse = itemsResponse;

export const renameRequest = aliased({
  businessId: accountId,
  workspaceId,
  entityType,
  entityId,
  name: entityName,
});
export type RenameRequest = v.InferOutput<typeof renameRequest>;
export const renameResponse = answer({
  entityId: v.string(),
  entityType: v.string(),
  name: v.string(),
  previousName: v.string(),
  updateId: v.optional(v.string()),
});
export type RenameResponse = v.InferOutput<typeof renameResponse>;

export const updateBudgetRequest = aliased({
  businessId: accountId,
  workspaceId,
  entityType: budgetHolder,
  entityId,
  dailyBudget: v.optional(amount),
  lifetimeBudget: v.optional(amount),
  confirm: v.optional(flag),
});
export type UpdateBudgetRequest = v.InferOutput<typeof updateBudgetRequest>;

const budgets = { dailyBudget: v.nullable(v.number()), lifetimeBudget: v.nullable(v.number()) };
export const updateBudgetResponse = answer({
  entityId: v.string(),
  entityType: v.string(),
  ...budgets,
  previous: v.object(budgets),
  currency: v.string(),
  updateId: v.optional(v.string()),
});
export type UpdateBudgetResponse = v.InferOutput<typeof updateBudgetResponse>;

const zip = v.union(
  [
    idText,
    v.pipe(
      v.looseObject({ key: idText }),
      v.transform(({ key }) => key),
    ),
  ],
  'Give a postal code, or an object with a key.',
);

export const updateZipsRequest = aliased({
  businessId: accountId,
  workspaceId,
  adSetId: entityId,
  zips: v.pipe(
    listOfAtMost(zip, 2500, 'postal codes'),
    v.minLength(1, 'Give at least one postal code.'),
  ),
  mode: v.optional(word(['replace', 'merge', 'remove'])),
  country: v.optional(country),
});
export type UpdateZipsRequest = v.InferOutput<typeof updateZipsRequest>;

export const updateZipsResponse = answer({
  adSetId: v.string(),
  zipCount: v.number(),
  added: v.number(),
  removed: v.number(),
  /** Codes that cannot be postal codes of their country, as sent. */
  invalid: v.array(v.string()),
  warnings: requestWarnings,
});
export type UpdateZipsResponse = v.InferOutput<typeof updateZipsResponse>;
