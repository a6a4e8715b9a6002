import * as v from 'valibot';
import { connection } from '../../accounts/schema.ts';
import { answer } from '../../base/schema/envelope.ts';
import { timestamp } from '../../base/schema/fields.ts';

export const overviewQuery = v.object({
  since: v.optional(
    v.pipe(
      timestamp,
      v.description(
        'From when on the answer has runs of rules. Default: 24 hours ago; at most a week.',
      ),
    ),
  ),
});

export const overviewAnswer = answer({
  running: v.array(
    v.object({
      adBatchId: v.number(),
      name: v.string(),
      totalAds: v.number(),
      successfulAds: v.number(),
      failedAds: v.number(),
      createdAt: v.string(),
    }),
  ),
  approvals: v.object({
    waiting: v.number(),
    plans: v.array(v.object({ digest: v.string(), summary: v.string(), expiresAt: v.string() })),
  }),
  /**
   * Credentials have ended, end within 14 days or are renewed no more. For keys with the scope
   * admin.
   */
  connections: v.array(connection),
  rules: v.object({
    since: v.string(),
    /** Those that acted, failed or wait for approval, the latest first; without simulations. */
    runs: v.array(
      v.object({
        executionId: v.string(),
        ruleId: v.string(),
        ruleName: v.string(),
        status: v.string(),
        at: v.string(),
        acted: v.number(),
        failed: v.number(),
      }),
    ),
    acted: v.number(),
  }),
});
export type Overview = v.InferOutput<typeof overviewAnswer>;

export const checkList = answer({
  data: v.array(
    v.object({ name: v.string(), ok: v.boolean(), found: v.string(), fix: v.optional(v.string()) }),
  ),
});
