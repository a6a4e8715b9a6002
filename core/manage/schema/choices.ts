import * as v from 'valibot';
import { aliased } from '../../base/schema/aliases.ts';
import { answer, pageEntries, pagination, platformError } from '../../base/schema/envelope.ts';
import { idText } from '../../base/schema/fields.ts';
import { accountId, entityIds, flag, word, workspaceId } from '../../base/schema/request-fields.ts';
import { choiceKinds } from '../../ports/platform-choices.ts';

const { page: _page, ...part } = pageEntries(200, 200);

const range = v.nullable(v.object({ least: v.number(), most: v.number() }));

export const choicesRequest = aliased({
  accountId,
  workspaceId,
  kind: word(choiceKinds),
  of: v.optional(v.pipe(idText, v.maxLength(200))),
  q: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200))),
  ...part,
});
export type ChoicesRequest = v.InferOutput<typeof choicesRequest>;

export const choicesResponse = answer({
  data: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      type: v.nullable(v.string()),
      size: range,
      /**
       * Which field of a request takes it, and the value to give there; null where no request does.
       */
      use: v.nullable(v.object({ field: v.string(), value: v.any() })),
    }),
  ),
  pagination,
  count: v.number(),
});
export type ChoicesResponse = v.InferOutput<typeof choicesResponse>;

export const deliveryRequest = aliased({
  accountId,
  workspaceId,
  entityType: word(['adset', 'ad']),
  entityIds,
  estimate: v.optional(flag),
  minimumBudgets: v.optional(flag),
});
export type DeliveryRequest = v.InferOutput<typeof deliveryRequest>;

const text = v.nullable(v.string());

export const deliveryResponse = v.object({
  success: v.boolean(),
  data: v.array(
    v.object({
      entityId: v.string(),
      success: v.boolean(),
      name: text,
      status: text,
      effectiveStatus: text,
      learning: v.nullable(
        v.object({ stage: v.string(), results: v.nullable(v.number()), since: text }),
      ),
      issues: v.array(v.object({ level: text, code: text, summary: v.string(), message: text })),
      rejections: v.array(v.object({ where: v.string(), reason: v.string(), message: v.string() })),
      estimate: v.nullable(
        v.object({
          isReady: v.boolean(),
          dailyPeople: v.nullable(v.number()),
          monthlyPeople: range,
        }),
      ),
      opportunities: v.array(
        v.object({ title: v.string(), message: v.string(), importance: text }),
      ),
      error: v.optional(v.string()),
      platformError: v.optional(platformError),
    }),
  ),
  successCount: v.number(),
  failCount: v.number(),
  /** In whole units of the account’s currency, by what is paid for; null where not asked for. */
  minimumBudgets: v.nullable(v.record(v.string(), v.number())),
  currency: v.string(),
});
export type DeliveryResponse = v.InferOutput<typeof deliveryResponse>;
