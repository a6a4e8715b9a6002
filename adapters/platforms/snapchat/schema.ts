import * as v from 'valibot';
import { aliased } from '../../../core/base/schema/aliases.ts';
import { answer, pageEntries, pagination } from '../../../core/base/schema/envelope.ts';
import {
  accountId,
  amount,
  entityId,
  entityName,
  flag,
  word,
} from '../../../core/base/schema/request-fields.ts';
import * as edit from '../../../core/manage/schema/edit.ts';
import { day } from '../../../core/report/schema/query.ts';
import { metricEntries } from '../../../core/report/schema/report.ts';

const reason = v.object({ code: v.string(), message: v.string() });
const text = v.optional(v.string());

const metrics = v.optional(v.nullable(v.object(metricEntries)));

const common = {
  id: v.string(),
  name: v.string(),
  status: v.string(),
  effectiveStatus: v.string(),
  createdTime: text,
  updatedTime: text,
  /** Whether it delivers, or why not. */
  delivery: v.array(reason),
  metrics,
};
const budgets = {
  dailyBudget: v.optional(v.number()),
  lifetimeBudget: v.optional(v.number()),
  startTime: text,
  endTime: text,
};

const listEntries = {
  accountId,
  status: v.optional(word(['ACTIVE', 'PAUSED'])),
  includeMetrics: v.optional(
    v.pipe(flag, v.description('Adds the figures of the days asked for, or of the last seven.')),
  ),
  startDate: v.optional(day),
  endDate: v.optional(day),
  ...pageEntries(200, 50),
};

const listOf = <E extends v.ObjectEntries>(entries: E) =>
  answer({
    data: v.array(v.object({ ...common, ...entries })),
    pagination,
    metadata: v.object({
      accountId: v.string(),
      currency: v.string(),
      timezone: v.string(),
      startDate: text,
      endDate: text,
      /** Until when the platform calls figures settled. */
      settledUntil: text,
    }),
  });

export const campaignsRequest = aliased({ ...listEntries });
export const campaignsResponse = listOf({ ...budgets, objective: text });

export const adSquadsRequest = aliased({ ...listEntries, campaignId: v.optional(entityId) });
export const adSquadsResponse = listOf({
  ...budgets,
  campaignId: text,
  optimizationGoal: text,
  bidStrategy: text,
  bid: v.optional(v.number()),
  type: text,
});

export const adsRequest = aliased({
  ...listEntries,
  campaignId: v.optional(entityId),
  adSquadId: v.optional(entityId),
});
export const adsResponse = listOf({
  adSquadId: text,
  creativeId: text,
  type: text,
  /** And why the review rejected the ad. */
  review: v.optional(v.array(reason)),
});

export const updateSubject = v.object({
  kind: v.picklist(
    ['campaigns', 'adsquads', 'ads'],
    'What is changed is campaigns, adsquads or ads.',
  ),
  id: entityId,
});

export const updateRequest = aliased({
  accountId,
  status: v.optional(word(['ACTIVE', 'PAUSED'])),
  dailyBudget: v.optional(amount),
  lifetimeBudget: v.optional(amount),
  name: v.optional(entityName),
  confirm: v.optional(flag),
});
export type UpdateRequest = v.InferOutput<typeof updateRequest>;

/** As update-status, update-budget and rename answer. */
export const updateResponse = v.union([
  edit.updateBudgetResponse,
  edit.renameResponse,
  edit.updateStatusResponse,
]);
