import * as v from 'valibot';
import { connection } from '../../accounts/schema.ts';
import { answer } from '../../base/schema/envelope.ts';
import { timestamp } from '../../base/schema/fields.ts';

/** What a company has to look at: what GET /v1/overview and GET /v1/overview/rejected-ads take and answer. */

export const overviewQuery = v.object({
  since: v.optional(
    v.pipe(timestamp, v.description('From when on runs of rules are told. Default: 24 hours ago; at most a week.')),
  ),
});

export const overviewAnswer = answer({
  /** Launches under way, the newest first. */
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
    /** The latest of them. */
    plans: v.array(v.object({ digest: v.string(), summary: v.string(), expiresAt: v.string() })),
  }),
  /** Connections whose credentials have ended, end within 14 days or are renewed no more. Told to keys with the scope admin. */
  connections: v.array(connection),
  rules: v.object({
    since: v.string(),
    /** Runs that acted, failed or wait for approval, the latest first; runs of rules that only simulate are left out. */
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
