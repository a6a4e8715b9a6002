import type { CallToolResult } from '@modelcontextprotocol/server';
import * as v from 'valibot';
import { allows } from '../../core/access/caller.ts';
import { SlipwayError } from '../../core/base/errors.ts';
import { countsOf, countWords, statusWords } from '../../core/base/outcome-words.ts';
import type { Operations } from '../../core/features/registry.ts';
import { answered, marked, refusalOf } from './answers.ts';
import { accountId, anyOutput } from './read-tools.ts';
import { type McpSession, tool } from './tool.ts';

const planOutput = v.looseObject({ planDigest: v.string(), status: v.string(), next: v.string() });

const comment = v.optional(
  v.pipe(v.string(), v.maxLength(1_000), v.description('For the person who approves: why.')),
);

type Steps = readonly {
  readonly operation: string;
  readonly input: { readonly [name: string]: unknown };
}[];

export type Plan = Awaited<ReturnType<Operations['approvals']['get']>>;

export async function planned(session: McpSession, operations: Steps, why: string | undefined) {
  return planAnswer(
    session,
    await session.api.approvals.request({ operations, ...(why !== undefined && { comment: why }) }),
  );
}

/** Whether a key may carry anything out at all: without, it plans, and a person does the rest. */
export const mayApply = ({ scopes }: Pick<McpSession, 'scopes'>): boolean =>
  allows(scopes, 'launch') || allows(scopes, 'manage');

/** A plan for a model: its money, its digest, and what comes next. */
export function planAnswer(session: Pick<McpSession, 'scopes' | 'mayApprove'>, plan: Plan) {
  const {
    digest,
    status,
    summary,
    adAccountIds,
    startsDelivering,
    moneyAtStake,
    guards,
    expiresAt,
    approveUrl,
  } = plan;
  const then = mayApply(session)
    ? session.mayApprove
      ? 'then call apply_plan: it asks the person.'
      : 'and where a person approves it: approveUrl. Then call apply_plan.'
    : 'and where a person approves it and has it carried out: approveUrl. get_entity with kind plan tells what became of it.';
  const counts = plan.results && countsOf(plan.results);
  const isBad = status === 'partly' || status === 'failed';
  const next =
    status === 'awaiting_approval'
      ? `Nothing has been sent. Tell the person what this does and what it can cost, ${then}`
      : `This plan ${statusWords[status]}${counts === undefined ? '' : `: ${countWords(counts)}`}. ${afterwards[status] ?? ''}`.trim();
  const told = answered(
    {
      planDigest: digest,
      status,
      next,
      ...(counts && { outcomes: counts }),
      startsDelivering,
      moneyAtStake,
      adAccountIds,
      expiresAt,
      approveUrl,
      limits: marked(guards),
      // The sentences are ours; names and texts in them are not.
      untrusted: { summary, ...sentencesOf(plan) },
      ...(plan.results !== undefined && { results: marked(plan.results) }),
    },
    [
      {
        type: 'resource_link',
        uri: `slipway://plans/${digest}`,
        name: `plan ${digest.slice(0, 8)}`,
        mimeType: 'application/json',
      },
    ],
  );
  return isBad ? { ...told, isError: true } : told;
}

/** One sentence for each object, which the summary only counts. */
function sentencesOf({ operations }: Plan): { readonly objects?: readonly string[] } {
  const told = operations.flatMap(({ objects = [] }) => objects.flatMap(({ does }) => does ?? []));
  return told.length === 0 ? {} : { objects: told };
}

const afterwards: { readonly [S in Plan['status']]?: string } = {
  running: 'It goes on by itself: get_entity with kind plan tells what becomes of each object.',
  partly:
    'Tell the person which objects were not done and why: results has both. apply_plan with retry: true tries those again.',
  failed:
    'Nothing was done. Tell the person why: results has the reasons. apply_plan with retry: true tries it again.',
};

const made = (what: string) => v.optional(v.pipe(v.array(v.looseObject({})), v.description(what)));

const actions = [
  ...(['pause', 'resume', 'end', 'delete', 'rename', 'set_budget', 'set', 'duplicate'] as const),
  ...(['undo_change', 'retry_batch', 'cancel_batch', 'undo_batch'] as const),
] as const;

const change = v.strictObject({
  action: v.picklist(actions),
  kind: v.optional(v.picklist(['campaign', 'ad_set', 'ad'])),
  accountId: v.optional(accountId),
  ids: v.optional(
    v.pipe(
      v.array(v.string()),
      v.minLength(1),
      v.maxLength(50),
      v.description(
        'Of the things, of one batch, or of changes: updateId, duplicateId or changeId.',
      ),
    ),
  ),
  name: v.optional(v.pipe(v.string(), v.description('rename, duplicate: the new name.'))),
  dailyBudget: v.optional(
    v.pipe(v.number(), v.description('set_budget: whole units of the account’s currency.')),
  ),
  lifetimeBudget: v.optional(v.number()),
  set: v.optional(
    v.pipe(
      v.record(v.string(), v.any()),
      v.description('set: any fields; search_actions "changes.apply" has their forms.'),
    ),
  ),
  endTime: v.optional(
    v.pipe(v.string(), v.description('end: with its zone, 2026-11-30T18:00:00+01:00.')),
  ),
  copies: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10))),
  undo: v.optional(
    v.pipe(
      v.picklist(['pause', 'delete', 'delete-empty']),
      v.description(
        'undo_batch: default pause. delete-empty: new campaigns and ad sets without ads.',
      ),
    ),
  ),
});

const plan = tool({
  name: 'plan',
  title: 'Plan a launch, changes, or both',
  description:
    'Checks what is to be made and changed, and says what it would do and cost, one sentence for each object; nothing is sent. Each ad: adName, adAccountId, adSets (ids with room), page, media [{ url }] (add_media gives the url), title, description, link, cta. Ads are paused unless status is ACTIVE. search_actions "launch" has every field. Changes: all but undo_change and the *_batch actions need kind, accountId and ids.',
  scope: ['launch', 'manage'],
  effects: 'reads',
  input: v.strictObject({
    ads: v.optional(v.pipe(v.array(v.looseObject({})), v.minLength(1), v.maxLength(1_000))),
    adSets: v.optional(v.pipe(v.array(v.string()), v.description('For all ads that name none.'))),
    newCampaigns: made('Each: ref, adAccountId, name, objective, and more of create-campaign.'),
    newAdSets: made(
      'Each: ref, adAccountId, campaign ({ ref } or an id), name, and more of create-adset. adSets of an ad: [{ ref }].',
    ),
    name: v.optional(v.pipe(v.string(), v.maxLength(200), v.description('Of the batch.'))),
    changes: v.optional(
      v.pipe(
        v.array(change),
        v.minLength(1),
        v.maxLength(20),
        v.description('Of campaigns, ad sets, ads and batches that exist.'),
      ),
    ),
    comment,
  }),
  output: planOutput,
  run: (session, { changes = [], comment: why, ...launch }) => {
    const isLaunch = Object.keys(launch).length > 0;
    if (!isLaunch && changes.length === 0) {
      const message = 'Give ads to launch, changes, or both.';
      throw new SlipwayError('bad_request', message, {
        details: [{ path: 'ads', code: 'missing_field', message }],
      });
    }
    const steps = inOneStep(changes.flatMap((each, i) => stepsOf(each, `changes[${i}]`)));
    return planned(
      session,
      [...(isLaunch ? [{ operation: 'launch', input: launch }] : []), ...steps],
      why,
    );
  },
});

/**
 * Fields of any number of objects are set together: each is one sentence of the plan, and has its
 * own outcome.
 */
function inOneStep(steps: Steps): Steps {
  const isSet = ({ operation }: Steps[number]) => operation === 'changes.apply';
  const together = steps.filter(isSet).flatMap(({ input }) => input.changes as readonly object[]);
  if (together.length === 0) return steps;
  const step = { operation: 'changes.apply', input: { changes: together, confirm: true } };
  return [...steps.filter((each) => !isSet(each)), step];
}

type Change = v.InferOutput<typeof change>;

/** A change in the words of the operations. */
function stepsOf({ action, kind, accountId: account, ids, ...rest }: Change, path: string): Steps {
  const need = <T>(value: T | undefined, name: string): T => {
    if (value !== undefined) return value;
    const message = `${action} needs ${name}.`;
    throw new SlipwayError('bad_request', message, {
      details: [{ path: `${path}.${name}`, code: 'missing_field', message }],
    });
  };
  const [first = ''] = need(ids, 'ids');
  if (action === 'undo_change')
    return (ids ?? []).map((id) =>
      id.startsWith('chg_')
        ? { operation: 'changes.undo', input: { id } }
        : { operation: 'manage.undoUpdate', input: { updateId: id } },
    );
  if (action === 'retry_batch') return [{ operation: 'batches.retry', input: { id: first } }];
  if (action === 'cancel_batch') return [{ operation: 'batches.cancel', input: { id: first } }];
  if (action === 'undo_batch')
    return [{ operation: 'batches.undo', input: { id: first, mode: rest.undo ?? 'pause' } }];
  const entityType = need(kind, 'kind').replace('_', '');
  const businessId = need(account, 'accountId');
  const common = { businessId, entityType };
  if (action === 'set') {
    const set = need(rest.set, 'set');
    const changes = (ids ?? []).map((id) => ({
      level: entityType,
      adAccountId: businessId,
      id,
      set,
    }));
    return [{ operation: 'changes.apply', input: { changes } }];
  }
  if (action === 'end')
    return [
      {
        operation: 'manage.updateStatus',
        input: { ...common, entityIds: ids, endTime: need(rest.endTime, 'endTime') },
      },
    ];
  if (action === 'pause' || action === 'resume') {
    const newStatus = action === 'pause' ? 'PAUSED' : 'ACTIVE';
    return [{ operation: 'manage.updateStatus', input: { ...common, entityIds: ids, newStatus } }];
  }
  if (action === 'delete')
    return [{ operation: 'manage.delete', input: { ...common, entityIds: ids, confirm: true } }];
  return (ids ?? []).map((id) => {
    if (action === 'rename')
      return {
        operation: 'manage.rename',
        input: { ...common, entityId: id, name: need(rest.name, 'name') },
      };
    if (action === 'set_budget') {
      const { dailyBudget, lifetimeBudget } = rest;
      if (dailyBudget === undefined && lifetimeBudget === undefined) need(undefined, 'dailyBudget');
      const budgets = {
        ...(dailyBudget !== undefined && { dailyBudget }),
        ...(lifetimeBudget !== undefined && { lifetimeBudget }),
      };
      return {
        operation: 'manage.updateBudget',
        input: { ...common, entityId: id, ...budgets, confirm: true },
      };
    }
    const called =
      rest.name === undefined
        ? {}
        : kind === 'ad'
          ? { copyValues: { adName: rest.name } }
          : { newName: rest.name };
    const copy = { accountId: businessId, copyCount: rest.copies ?? 1, ...called };
    const source = { campaign: 'campaignId', ad_set: 'adsetId', ad: 'adId' }[need(kind, 'kind')];
    const operation = {
      campaign: 'manage.duplicateCampaign',
      ad_set: 'manage.duplicateAdSet',
      ad: 'manage.duplicateAd',
    }[need(kind, 'kind')];
    return { operation, input: { ...copy, [source]: id } };
  });
}

/**
 * Calls what fetches files; where a host is one that the company does not know, it becomes a plan
 * for a person.
 */
export async function orPlanned<A>(
  session: McpSession,
  operation: string,
  input: object,
  call: () => Promise<A>,
): Promise<{ readonly answer: A } | { readonly planned: CallToolResult }> {
  try {
    return { answer: await call() };
  } catch (error) {
    const isUnknownHost = refusalOf(error).details.some(({ code }) => code === 'unknown_host');
    if (!isUnknownHost || !operation.startsWith('media.')) throw error;
    return { planned: await planned(session, [{ operation, input: { ...input } }], undefined) };
  }
}

const addMedia = tool({
  name: 'add_media',
  title: 'Add an image or a video',
  description:
    'Takes an image or video from a public https address into the company’s media; the url of the answer goes into plan. From a host the company has not used it becomes a plan for apply_plan.',
  scope: 'launch',
  effects: 'writes',
  input: v.strictObject({
    url: v.pipe(v.string(), v.maxLength(4_000), v.regex(/^https?:\/\//i, 'Give an https address.')),
    name: v.optional(v.pipe(v.string(), v.maxLength(500), v.description('The file name.'))),
  }),
  output: anyOutput,
  run: async (session, { url, name }) => {
    const input = { url, ...(name !== undefined && { name }) };
    const asked = await orPlanned(session, 'media.uploadUrl', input, () =>
      session.api.media.uploadUrl(input),
    );
    if ('planned' in asked) return asked.planned;
    const { success: _, url: own, ...media } = asked.answer;
    // The address is ours; it is what a launch takes.
    return answered({ url: own, ...(marked(media) as object) });
  },
});

const stop = tool({
  name: 'stop',
  title: 'Stop what was started',
  description:
    'Pauses at once, without a plan, everything that you started and that is on, and cancels your launches under way. Of another key, person, program or rule (by), or of everyone, it becomes a plan. dryRun shows what it would pause. Undo: plan with undo_change and the changeId.',
  scope: 'manage',
  effects: 'writes',
  input: v.strictObject({
    by: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(400))),
    everyone: v.optional(v.boolean()),
    since: v.optional(
      v.pipe(v.string(), v.description('With its zone: 2026-11-30T18:00:00+01:00.')),
    ),
    dryRun: v.optional(v.boolean()),
  }),
  output: anyOutput,
  run: async (session, { dryRun = false, ...of }) => {
    const isOwn = of.by === undefined && of.everyone !== true;
    if (!isOwn && !dryRun)
      return planned(session, [{ operation: 'changes.stop', input: of }], undefined);
    const {
      success: _,
      pagination,
      results,
      ...answer
    } = await session.api.changes.stop({
      ...of,
      dryRun,
    });
    const rows = results.slice(0, MOST_STOPPED);
    const told = answered({
      ...(marked(answer) as object),
      shown: rows.length,
      total: pagination.total,
      results: marked(rows),
      next: stopNext[answer.status],
    });
    const isBad = answer.status === 'partly' || answer.status === 'failed';
    return isBad ? { ...told, isError: true } : told;
  },
});

/** Rows in one answer. */
const MOST_STOPPED = 25;

const stopNext = {
  planned: 'Nothing was paused. Call stop without dryRun to pause it.',
  running: 'It goes on by itself: stop again tells what is still on.',
  done: 'All of it is paused. A launch that was under way may still bring what was sent: stop again.',
  partly: 'Tell the person what could not be paused, and why.',
  failed: 'Nothing could be paused. Tell the person why.',
} as const;

export const writeTools = [plan, addMedia, stop];
