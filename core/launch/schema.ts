import * as v from 'valibot';
import { MAX_ADS } from '../base/limits.ts';
import { answer, faultValues, listOf, pagination } from '../base/schema/envelope.ts';
import { wholeNumber } from '../base/schema/fields.ts';
import { listOfAtMost } from '../base/schema/lists.ts';
import { asList, idList } from '../base/schema/query-lists.ts';
import { guardEntries } from '../gate/schema.ts';
import { halted } from '../records/halted.ts';
import { undoModes } from './journal/records.ts';
import { adInput, adsInto, launchOptions, nameInput } from './request-schema.ts';

/**
 * For the API document: `{ ads, adSets? }`, one ad's fields at top level, or either inside
 * `creativeState`. The ads are checked one by one (launch/normalize.ts, check.ts).
 */
export const launchBody = v.looseObject({
  ...launchOptions.entries,
  ads: v.optional(listOfAtMost(adInput, MAX_ADS, 'ads')),
  creativeState: v.optional(v.looseObject({})),
});

export const warnings = v.array(
  v.object({ path: v.string(), code: v.string(), message: v.string(), values: faultValues }),
);

const launchStatus = v.picklist(['PAUSED', 'ACTIVE', 'MIXED']);

export const launchAccepted = answer({
  message: v.string(),
  adBatchId: v.number(),
  adBatchSlug: v.string(),
  isAsync: v.literal(true),
  totalAds: v.number(),
  launchStatus,
  planDigest: v.optional(v.string()),
  warnings,
});

export const planCost = v.object({
  platformCalls: v.number(),
  httpRequests: v.number(),
  byAccount: v.array(
    v.object({
      adAccountId: v.string(),
      calls: v.number(),
      quotaPercent: v.optional(v.number()),
      /** In 24 hours. `limit` and `left` are null where no limit is known. */
      dayQuota: v.optional(
        v.object({ used: v.number(), limit: v.nullable(v.number()), left: v.nullable(v.number()) }),
      ),
    }),
  ),
  estimatedSeconds: v.number(),
});

/**
 * `finish` and `start`: of new campaigns and ad sets, the settings that come afterwards, and
 * switching them on.
 */
export const operationKinds = [
  'campaign',
  'adset',
  'finish',
  'image',
  'video',
  'ready',
  'creative',
  'ad',
  'start',
] as const;

export const launchPlan = answer({
  digest: v.string(),
  totalAds: v.number(),
  launchStatus,
  operations: v.array(
    v.object({
      id: v.string(),
      kind: v.picklist(operationKinds),
      adIndex: v.number(),
      adSetId: v.optional(v.string()),
      /** Of the ad, with the tokens known before the launch filled in. */
      name: v.optional(v.string()),
      /** Of ads. */
      adSetName: v.optional(v.string()),
      launchStatus: v.optional(v.picklist(['PAUSED', 'ACTIVE'])),
      dependsOn: v.array(v.string()),
      summary: v.string(),
    }),
  ),
  becomes: v.optional(
    v.pipe(
      v.array(v.object({ adIndex: v.number(), ads: v.number() })),
      v.description(
        'Ads that their platform can only show as several ads, and how many each becomes in each ad set.',
      ),
    ),
  ),
  creates: v.optional(
    v.pipe(
      v.object({ campaigns: v.number(), adSets: v.number() }),
      v.description('What is made above the ads.'),
    ),
  ),
  adSets: v.pipe(
    v.array(adsInto),
    v.description(
      'How many ads go into each ad set, those of `after` included. The plan of the next part takes it as `after`.',
    ),
  ),
  cost: planCost,
  /** A launch that exceeds a limit is refused. */
  ...guardEntries,
  warnings,
});

const refShape = v.pipe(
  v.string(),
  v.description('Of the ad set in `newAdSets`, where the launch makes it.'),
);

export const launchedAdShape = v.object({
  index: v.number(),
  adName: v.string(),
  adAccountId: v.string(),
  platform: v.string(),
  adSetId: v.string(),
  adSetRef: v.optional(refShape),
  adId: v.string(),
  creativeId: v.nullable(v.string()),
  adsManagerUrl: v.string(),
  warnings: v.optional(v.array(v.string())),
});

export const failedAdShape = v.object({
  index: v.number(),
  adName: v.string(),
  adAccountId: v.string(),
  platform: v.string(),
  adSetId: v.optional(v.string()),
  adSetRef: v.optional(refShape),
  stage: v.picklist(['validate', 'download', 'upload', 'campaign', 'adset', 'creative', 'ad']),
  code: v.string(),
  message: v.string(),
  fix: v.optional(v.string()),
  platformError: v.optional(
    v.object({
      code: v.optional(v.string()),
      subcode: v.optional(v.string()),
      message: v.string(),
      traceId: v.string(),
    }),
  ),
  retryable: v.boolean(),
  attempts: v.number(),
  /** Sent without an answer: a retry or an undo of the batch looks for it first. */
  mayExist: v.optional(v.literal(true)),
  correctedIn: v.optional(
    v.pipe(v.number(), v.description('The batch that replaces this ad: a retry leaves it out.')),
  ),
});

const undoEntries = {
  mode: v.picklist(undoModes),
  requestedAt: v.string(),
  finishedAt: v.optional(v.string()),
  ads: v.number(),
  undone: v.number(),
  failed: v.number(),
  /** With `delete`. One that another ad shows is kept. */
  creatives: v.optional(
    v.object({ made: v.number(), deleted: v.number(), kept: v.number(), failed: v.number() }),
  ),
};

const undoShape = v.object(undoEntries);

const undoneInFull = v.object({
  ...undoEntries,
  left: v.array(
    v.object({
      type: v.picklist(['ad', 'creative', 'adset', 'campaign']),
      id: v.string(),
      message: v.string(),
    }),
  ),
});

export const waitingForShape = v.pipe(
  v.array(
    v.object({
      platform: v.string(),
      adAccountId: v.string(),
      code: v.string(),
      message: v.string(),
      since: v.string(),
      tries: v.pipe(
        v.number(),
        v.description('How often it was tried; 0 while the platform processes a video.'),
      ),
      nextTryAt: v.string(),
    }),
  ),
  v.description(
    'Accounts that the batch waits for: a platform that does not answer, throttles, or processes a video.',
  ),
);

const summary = {
  adBatchId: v.number(),
  adBatchSlug: v.string(),
  name: v.string(),
  status: v.picklist(['draft', 'processing', 'success', 'error']),
  summaryStatus: v.nullable(v.picklist(['in_progress', 'success', 'error'])),
  rawStatus: v.picklist(['Draft', 'Queued', 'Processing', 'Success', 'Error', 'Cancelled']),
  progress: v.number(),
  totalAds: v.number(),
  successfulAds: v.number(),
  outcome: v.optional(v.picklist(['all', 'some', 'none'])),
  launchStatus,
  waitingFor: v.optional(waitingForShape),
  message: v.string(),
  elapsedTimeMs: v.number(),
  elapsedTimeSeconds: v.number(),
  createdAt: v.string(),
  startedAt: v.nullable(v.string()),
  finishedAt: v.nullable(v.string()),
  undo: v.optional(undoShape),
  corrected: v.optional(
    v.pipe(
      v.object({ ads: v.number(), in: v.array(v.number()) }),
      v.description('How many failed ads later batches replace, and which batches.'),
    ),
  ),
};

const results = {
  halted: v.optional(halted),
  undo: v.optional(undoneInFull),
  launchedAds: v.array(
    v.object({ ...launchedAdShape.entries, undone: v.optional(v.picklist(['paused', 'deleted'])) }),
  ),
  failedAds: v.array(failedAdShape),
  made: v.optional(
    v.pipe(
      v.array(
        v.object({
          type: v.picklist(['campaign', 'adset']),
          ref: v.string(),
          name: v.string(),
          adAccountId: v.string(),
          platform: v.string(),
          id: v.nullable(v.string()),
          state: v.picklist(['waiting', 'made', 'failed']),
          mayExist: v.optional(
            v.pipe(
              v.literal(true),
              v.description(
                'Sent without an answer: a retry or an undo of the batch looks for it first.',
              ),
            ),
          ),
          unfinished: v.optional(
            v.pipe(
              v.literal(true),
              v.description('Made, and not all of it was taken: a retry of the batch finishes it.'),
            ),
          ),
          status: v.optional(v.picklist(['ACTIVE', 'PAUSED'])),
          ads: v.number(),
          empty: v.optional(
            v.pipe(
              v.literal(true),
              v.description(
                'None of the ads went into it: an undo with `delete-empty` deletes it.',
              ),
            ),
          ),
          undone: v.optional(v.picklist(['paused', 'deleted'])),
          message: v.optional(v.string()),
        }),
      ),
      v.description(
        'Campaigns and ad sets that the launch makes. `status` is what this launch has set; `message` says what was refused, and what it means.',
      ),
    ),
  ),
};

/**
 * For a batch larger than the default limits: which ads are listed, by their places in the request.
 */
const window = { pagination: v.optional(pagination) };

export const batchStatusAnswer = answer({ ...summary, ...results, ...window });

const MOST_TOLD = 500;

export const batchStatusQuery = v.object({
  limit: v.optional(
    wholeNumber(1, MOST_TOLD, {
      default: 100,
      description:
        'Of a batch of more than 500 ads or 5,000 ads x ad sets: how many ads to list. Smaller batches list all ads.',
    }),
  ),
  offset: v.optional(
    wholeNumber(0, 1_000_000, {
      default: 0,
      description: 'Of such a batch: how many ads of the request to pass over first.',
    }),
  ),
});

export const MAX_STATUSES = 50;

export const batchStatusesQuery = v.object({
  ids: v.pipe(
    idList,
    v.check(
      (ids) => ids.length <= MAX_STATUSES,
      `At most ${MAX_STATUSES} batches fit one request.`,
    ),
    v.check((ids) => ids.every((id) => /^\d{1,15}$/.test(id)), 'The id of a batch is a number.'),
    asList(
      { type: 'integer' },
      `Ids of batches, with commas between them; at most ${MAX_STATUSES}.`,
    ),
  ),
});

export const batchStatusesAnswer = answer({
  data: v.array(v.object({ ...summary, ...results, ...window })),
});

export const batchDetailAnswer = answer({
  ...summary,
  ...results,
  ads: v.array(
    v.object({
      index: v.number(),
      adName: v.string(),
      adAccountId: v.string(),
      adSetId: v.string(),
      adSetName: v.optional(v.string()),
      state: v.picklist(['launched', 'failed', 'waiting']),
      adId: v.nullable(v.string()),
    }),
  ),
  steps: v.optional(
    v.pipe(
      v.array(
        v.object({
          kind: v.picklist(operationKinds),
          total: v.number(),
          done: v.number(),
          failed: v.number(),
          sent: v.pipe(v.number(), v.description('Sent to the platform, without an answer yet.')),
        }),
      ),
      v.description(
        'What a launch is made of, in this order; `ready` is a video the platform works on.',
      ),
    ),
  ),
});

export const sentAdsAnswer = answer({
  data: v.array(
    v.looseObject({ adName: v.string(), adAccountId: v.string(), adSets: v.array(v.string()) }),
  ),
});

export const batchList = listOf(v.object({ ...summary, failedCount: v.number() }));

export const renameBatchBody = v.object({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, 'A name has at least one character.'),
    nameInput,
  ),
});
export const batchSummaryAnswer = answer(summary);

/** A raw status means just that one; the words of `status` mean all it stands for. */
export const batchQuery = v.object({
  status: v.optional(
    v.picklist([...summary.rawStatus.options, ...summary.status.options, 'in_progress']),
  ),
});

export const undoBody = v.object({
  mode: v.optional(
    v.pipe(
      v.picklist(undoModes),
      v.description(
        '`delete-empty` deletes the new campaigns and ad sets that none of the ads went into, and nothing else.',
      ),
    ),
  ),
});

export const undoAnswer = answer({
  message: v.string(),
  adBatchId: v.number(),
  adBatchSlug: v.string(),
  undo: undoShape,
});
