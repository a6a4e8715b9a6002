import { PlatformError } from '../../../../core/base/errors.ts';
import { sentName } from '../../../../core/base/schema/aliases.ts';
import type { Warning } from '../../../../core/base/schema/unknown-fields.ts';
import { amountFaults, minimumFault } from '../../../../core/manage/amounts.ts';
import { markedName } from '../../kit/claims.ts';
import { defined, said } from '../../kit/json.ts';
import type {
  Access,
  Answer,
  BilledAccount,
  CreateCapability,
  Created,
  Creation,
  CreationRequest,
  Fault,
  NewBudget,
  Params,
  ParentFacts,
  Row,
  Unanswered,
  WriteTimes,
} from '../../types.ts';
import {
  familyFor,
  familyOf,
  formerSmart,
  hasEnded,
  manualAnswer,
  onTiktok,
  smartTrait,
  type Tiktok,
} from '../family.ts';
import { capacity, smartCapacity } from '../read/accounts.ts';
import { readRows } from '../read/entities.ts';
import { inFamily } from '../read/other-family.ts';
import { bidMember, billingOf } from '../read/shapes.ts';
import { dynamicNote, sharesBudget } from '../smart/bodies.ts';
import { newSmartObject } from '../smart/objects.ts';
import { untaken } from '../smart/targeting.ts';
import { platformTime, requestId, statusWords } from '../wire/values.ts';
import { type Creating, createdOf, findOne, finishOne, type Noun, withTogether } from './finish.ts';
import { likeOf } from './like.ts';
import type { AdSetRequest, CampaignRequest } from './schema.ts';

const longestName = 512;

/**
 * Objects carry their mark at the end of their names until they are found, then `finish` gives them
 * theirs: TikTok has no other field for one. They are made paused, and switched on last where that
 * was asked for.
 */
export const createCreate = (api: Creating, times: WriteTimes): CreateCapability => ({
  ...times,
  campaign: withTogether(api, 'campaign', campaignCreation(api)),
  adSet: withTogether(api, 'adset', adSetCreation(api)),
});

const budgetsOf = (request: CreationRequest): readonly NewBudget[] =>
  (['daily', 'lifetime'] as const).flatMap((kind) => {
    const amount = request[`${kind}Budget`];
    return amount === undefined ? [] : [{ kind, amount, path: sentName(request, `${kind}Budget`) }];
  });

function budgetFaults(request: CreationRequest, account: BilledAccount): Fault[] {
  const path = sentName(request, 'lifetimeBudget');
  return [
    ...amountFaults(account, request, ['dailyBudget', 'lifetimeBudget']),
    ...minimumFault(account, sentName(request, 'dailyBudget'), request.dailyBudget),
    ...(request.dailyBudget !== undefined && request.lifetimeBudget !== undefined
      ? [{ path, code: 'two_budgets', message: 'Give a daily or a lifetime budget, not both.' }]
      : []),
  ];
}

/** Smart+ has no fixed daily budget. */
const budgetOf = (
  { dailyBudget, lifetimeBudget }: Pick<CreationRequest, 'dailyBudget' | 'lifetimeBudget'>,
  isSmart: boolean,
): Params => {
  if (lifetimeBudget !== undefined)
    return { budget_mode: 'BUDGET_MODE_TOTAL', budget: lifetimeBudget };
  if (dailyBudget === undefined) return {};
  return {
    budget_mode: isSmart ? 'BUDGET_MODE_DYNAMIC_DAILY_BUDGET' : 'BUDGET_MODE_DAY',
    budget: dailyBudget,
  };
};

const warning = (path: string, code: string, message: string): Warning => ({ path, code, message });

const dynamicWarnings = (request: CreationRequest): readonly Warning[] =>
  request.dailyBudget === undefined
    ? []
    : [warning(sentName(request, 'dailyBudget'), 'dynamic_budget', dynamicNote)];

function campaignCreation(api: Creating): Creation {
  const { clock, end, calls } = api;
  const isSmart = ({ objective, isAutomatedCampaign }: CampaignRequest) =>
    familyFor(end, objective, clock.now(), isAutomatedCampaign) === 'smart';
  return {
    check(sent, account) {
      const request = sent as CampaignRequest;
      const path = sentName(request, 'isAutomatedCampaign');
      const message = `Upgraded Smart+ campaigns exist for ${end.taken.join(', ')}.`;
      return [
        ...budgetFaults(request, account),
        ...(request.isAutomatedCampaign && !end.taken.includes(request.objective)
          ? [{ path, code: 'not_automatable', message }]
          : []),
      ];
    },
    budgets: budgetsOf,
    notes(sent) {
      const request = sent as CampaignRequest;
      const at = sentName(request, 'objective');
      if (isSmart(request)) {
        const why = request.isAutomatedCampaign
          ? 'as asked'
          : `because TikTok creates no manual campaigns since ${end.on}`;
        const message = `This becomes an Upgraded Smart+ campaign, ${why}. The ad account must be allow-listed for it.`;
        return { warnings: [warning(at, 'smart_plus', message), ...dynamicWarnings(request)] };
      }
      const isOver = hasEnded(end, 'campaign', request.objective, clock.now());
      const message = `TikTok says that it creates no manual campaigns since ${end.on}, and Upgraded Smart+ has no objective ${request.objective}: it is tried as a manual campaign.`;
      return { warnings: isOver ? [warning(at, 'manual_ended', message)] : [] };
    },
    asParent(sent) {
      const { objective, dailyBudget, lifetimeBudget } = sent as CampaignRequest;
      const traits = isSmart(sent as CampaignRequest) ? [smartTrait] : [];
      return { objective, traits, ...defined({ dailyBudget, lifetimeBudget }) };
    },
    like: (access, id) => likeOf(api, access, 'campaign', id),
    calls: ({ status }) => ({ make: 1, finish: status === 'ACTIVE' ? 3 : 2 }),
    async prepare(access, sent) {
      const request = sent as CampaignRequest;
      const smart = isSmart(request);
      const isShared = request.dailyBudget !== undefined || request.lifetimeBudget !== undefined;
      const industries = request.specialAdCategories;
      const body = {
        objective_type: request.objective,
        ...(smart && request.objective === 'WEB_CONVERSIONS' && { sales_destination: 'WEBSITE' }),
        ...request.promotedObject,
        ...(industries !== undefined &&
          industries.length > 0 && { special_industries: industries }),
        operation_status: statusWords.PAUSED,
        budget_optimize_on: isShared,
        ...budgetOf(request, smart),
        ...(!smart && !isShared && { budget_mode: 'BUDGET_MODE_INFINITE' }),
      };
      return {
        faults: [],
        send: (mark) =>
          sendMarked(api, access, 'campaign', { request, mark, body }, (named) =>
            smart
              ? newSmartObject(api, access, 'campaign', named, mark)
              : manualAnswer(
                  api,
                  calls.tried(access, 'campaign/create/', {
                    request_id: requestId(mark),
                    ...named,
                  }),
                ),
          ),
      };
    },
    find: (access, request, mark) => findOne(api, access, 'campaign', { request, mark }),
    finish: (access, request, { id }) => finishOne(api, access, 'campaign', { request, id }),
  };
}

function adSetCreation(api: Creating): Creation {
  const { calls, clock, wire } = api;
  return {
    check(sent, account, now) {
      const request = sent as AdSetRequest;
      const { startTime, endTime, targeting = {}, targetingMode = 'MANUAL' } = request;
      const at = (field: string) => sentName(request, field);
      const fault = (path: string, code: string, message: string) => ({ path, code, message });
      const other =
        targetingMode === 'AUTOMATIC'
          ? `${at('targetingMode')} AUTOMATIC drops it`
          : 'no ad group of TikTok takes it';
      return [
        ...budgetFaults(request, account),
        ...amountFaults(account, request, ['bidAmount']),
        ...(Array.isArray(targeting.location_ids) && targeting.location_ids.length > 0
          ? []
          : [
              fault(
                `${at('targeting')}.location_ids`,
                'missing_field',
                'Name the places by their ids: TikTok shows an ad group nowhere by itself.',
              ),
            ]),
        ...untaken(targeting, targetingMode, at('targeting')).map(({ path, field }) =>
          fault(
            path,
            'targeting_not_taken',
            `${field} would not hold: ${other}. Leave it out, or use MANUAL.`,
          ),
        ),
        ...(endTime !== undefined && endTime <= Math.max(now, startTime ?? 0)
          ? [
              fault(
                at('endTime'),
                'end_in_past',
                'The end must come after the start, and lie in the future.',
              ),
            ]
          : []),
        ...(request.lifetimeBudget !== undefined && endTime === undefined
          ? [fault(at('endTime'), 'missing_field', 'A lifetime budget needs an end.')]
          : []),
      ];
    },
    budgets(sent) {
      const { bidAmount } = sent as AdSetRequest;
      const bid =
        bidAmount === undefined
          ? []
          : [{ kind: 'bid' as const, amount: bidAmount, path: sentName(sent, 'bidAmount') }];
      return [...budgetsOf(sent), ...bid];
    },
    notes: () => ({ warnings: [] }),
    within(sent, above) {
      const request = sent as AdSetRequest;
      const { objective, traits = [] } = above;
      const isSmart = traits.includes(smartTrait);
      const campaign = rowOf(above);
      const { startTime, endTime, optimizationGoal, placements = ['PLACEMENT_TIKTOK'] } = request;
      return {
        faults: adSetFaults(request, campaign, isSmart),
        facts: {
          capacity: isSmart ? smartCapacity : capacity,
          traits: isSmart
            ? [smartTrait, ...(placements.includes('PLACEMENT_TIKTOK') ? [onTiktok] : [])]
            : traits,
          ...defined({
            startTime,
            endTime,
            optimizationGoal,
            destinationType: promotionOf(request, objective),
          }),
        },
      };
    },
    like: (access, id, own) => likeOf(api, access, 'adset', id, own),
    calls: ({ status }) => ({ make: 1, finish: status === 'ACTIVE' ? 3 : 2 }),
    async prepare(access, sent, _kept, above) {
      const request = sent as AdSetRequest;
      const read = async () =>
        (await readRows(api, access, 'campaign', [request.campaignId])).get(request.campaignId);
      const campaign = above === undefined ? await read() : rowOf(above);
      if (campaign === undefined) throw wire.notFound(request.campaignId);
      const family = familyOf(campaign);
      if (family === 'former') throw wire.error('rule', formerSmart, formerSmart);
      const { send, ...told } = await prepareIn(access, request, campaign, above !== undefined);
      const subject = { type: 'campaign', id: request.campaignId, family } as const;
      return {
        ...told,
        send: (mark) =>
          inFamily(api, access, subject, (other) =>
            other === undefined ? send(mark) : sendIn(access, request, other, mark),
          ),
      };
    },
    find: (access, request, mark) => findOne(api, access, 'adset', { request, mark }),
    finish: (access, request, { id }) => finishOne(api, access, 'adset', { request, id }),
  };

  async function prepareIn(access: Access, request: AdSetRequest, campaign: Row, isEmpty = false) {
    const isSmart = familyOf(campaign) === 'smart';
    const body = adSetBody(request, campaign, clock.now());
    const siblings = isSmart && !isEmpty ? await siblingsOf(api, access, request.campaignId) : [];
    return {
      faults: [
        ...adSetFaults(request, campaign, isSmart),
        ...siblings.flatMap((row) => unequal(request, body, row, campaign)).slice(0, 5),
      ],
      warnings: isSmart
        ? [
            warning(
              sentName(request, 'campaignId'),
              'smart_plus',
              `${said(campaign.campaign_name)} is an Upgraded Smart+ campaign, so this becomes an Upgraded Smart+ ad group.`,
            ),
            ...dynamicWarnings(request),
          ]
        : [],
      send: (mark: string) =>
        sendMarked(api, access, 'adgroup', { request, mark, body }, (named) =>
          isSmart
            ? newSmartObject(api, access, 'adgroup', named, mark)
            : manualAnswer(
                api,
                calls.tried(access, 'adgroup/create/', { request_id: requestId(mark), ...named }),
              ),
        ),
    };
  }

  /**
   * Where the campaign turned out to be of the other family: told afterwards what is usually told
   * before.
   */
  async function sendIn(
    access: Access,
    request: AdSetRequest,
    campaign: Row,
    mark: string,
  ): Promise<Created | Unanswered> {
    const { faults, warnings, send } = await prepareIn(access, request, campaign);
    const [fault] = faults;
    if (fault !== undefined)
      throw new PlatformError({
        ...wire.fail('rule', fault.message, fault.message),
        field: fault.path,
      });
    const made = await send(mark);
    return 'id' in made ? { ...made, warnings: [...made.warnings, ...warnings] } : made;
  }
}

/** A campaign that was just made, as TikTok would tell it. */
const rowOf = ({ objective, traits = [], dailyBudget, lifetimeBudget }: ParentFacts): Row => ({
  objective_type: objective,
  budget_optimize_on: dailyBudget !== undefined || lifetimeBudget !== undefined,
  ...budgetOf(defined({ dailyBudget, lifetimeBudget }), traits.includes(smartTrait)),
  ...(traits.includes(smartTrait) && { campaign_automation_type: 'UPGRADED_SMART_PLUS' }),
});

function adSetFaults(request: AdSetRequest, campaign: Row, isSmart: boolean): readonly Fault[] {
  const at = (field: string) => sentName(request, field);
  const hasOwn = request.dailyBudget !== undefined || request.lifetimeBudget !== undefined;
  const isShared = sharesBudget(campaign);
  const fault = (field: string, code: string, message: string) => [
    { path: at(field), code, message },
  ];
  return [
    ...(isShared && hasOwn && isSmart
      ? fault(
          'dailyBudget',
          'contradiction',
          'The campaign shares out its own budget: its ad groups have none.',
        )
      : []),
    ...(!isShared && !hasOwn
      ? fault(
          'dailyBudget',
          'budget_required',
          'The campaign has no budget: give the ad group one.',
        )
      : []),
    ...(isSmart && request.bidAmount !== undefined && request.lifetimeBudget !== undefined
      ? fault(
          'bidAmount',
          'contradiction',
          'Upgraded Smart+ takes a bid with a daily budget alone.',
        )
      : []),
    ...(isSmart &&
    request.lifetimeBudget === undefined &&
    isShared &&
    campaign.budget_mode === 'BUDGET_MODE_TOTAL' &&
    request.endTime === undefined
      ? fault(
          'endTime',
          'missing_field',
          'The campaign has a lifetime budget: its ad groups need an end.',
        )
      : []),
    ...(!isSmart && request.targetingMode === 'AUTOMATIC'
      ? fault(
          'targetingMode',
          'contradiction',
          'AUTOMATIC exists in Upgraded Smart+ campaigns alone.',
        )
      : []),
  ];
}

/** What all ad groups of a Smart+ campaign have in common. */
const equalFields = {
  shared: [
    'promotion_type',
    'optimization_goal',
    'optimization_event',
    'billing_event',
    'bid_type',
    'bid_price',
    'conversion_bid_price',
  ],
  own: ['bid_type', 'budget_mode'],
};

const siblingsOf = (api: Tiktok, access: Access, campaignId: string) =>
  api.calls.list(access, 'smart_plus/adgroup/get/', { filtering: { campaign_ids: [campaignId] } });

const fieldsOfRequest: { readonly [wire: string]: string } = {
  promotion_type: 'destinationType',
  optimization_goal: 'optimizationGoal',
  billing_event: 'optimizationGoal',
  optimization_event: 'promotedObject',
  budget_mode: 'dailyBudget',
};

function unequal(
  request: AdSetRequest,
  body: Params,
  sibling: Row,
  campaign: Row,
): readonly Fault[] {
  const fields = sharesBudget(campaign) ? equalFields.shared : equalFields.own;
  return fields.flatMap((field) => {
    const [wanted, has] = [said(body[field]), said(sibling[field])];
    if (has === '' || Number(has) === 0 || wanted === has) return [];
    const message = `All ad groups of an Upgraded Smart+ campaign have the same ${field}: ${said(sibling.adgroup_name)} has ${has}, and this one would have ${wanted || 'none'}.`;
    return [
      {
        path: sentName(request, fieldsOfRequest[field] ?? 'bidAmount'),
        code: 'unequal_ad_sets',
        message,
      },
    ];
  });
}

const promotionOf = ({ destinationType }: AdSetRequest, objective: string) =>
  destinationType ?? (objective === 'LEAD_GENERATION' ? 'LEAD_GENERATION' : 'WEBSITE');

function adSetBody(request: AdSetRequest, campaign: Row, now: number): Params {
  const isSmart = familyOf(campaign) === 'smart';
  const {
    optimizationGoal: goal,
    bidAmount,
    startTime,
    endTime,
    targetingMode = 'MANUAL',
    targeting = {},
  } = request;
  const promotion_type = promotionOf(request, said(campaign.objective_type));
  const { location_ids, ...limits } = targeting;
  const who = { location_ids, ...limits };
  const billing_event = billingOf(goal);
  return {
    campaign_id: request.campaignId,
    promotion_type,
    ...(isSmart &&
      promotion_type === 'LEAD_GENERATION' && { promotion_target_type: 'INSTANT_PAGE' }),
    ...request.promotedObject,
    optimization_goal: goal,
    billing_event,
    bid_type: bidAmount === undefined ? 'BID_TYPE_NO_BID' : 'BID_TYPE_CUSTOM',
    ...(bidAmount !== undefined && { [bidMember({ billing_event })]: bidAmount }),
    placement_type: 'PLACEMENT_TYPE_NORMAL',
    placements: request.placements ?? ['PLACEMENT_TIKTOK'],
    ...budgetOf(request, isSmart),
    schedule_type: endTime === undefined ? 'SCHEDULE_FROM_NOW' : 'SCHEDULE_START_END',
    schedule_start_time: platformTime(startTime ?? now),
    ...(endTime !== undefined && { schedule_end_time: platformTime(endTime) }),
    operation_status: statusWords.PAUSED,
    ...(isSmart
      ? { targeting_optimization_mode: targetingMode, targeting_spec: who }
      : { pacing: 'PACING_MODE_SMOOTH', ...who }),
  };
}

interface Marked {
  readonly request: CreationRequest;
  readonly mark: string;
  readonly body: Params;
}

async function sendMarked(
  api: Tiktok,
  _access: Access,
  noun: Noun,
  { request, mark, body }: Marked,
  create: (named: Params) => Promise<Answer>,
): Promise<Created | Unanswered> {
  const answer = await create({
    ...body,
    [`${noun}_name`]: markedName(request.name, ` ${mark}`, longestName),
  });
  if (!answer.ok && answer.maybeDone) return { unanswered: answer.failure };
  if (!answer.ok) throw new PlatformError(answer.failure);
  const id = said(answer.body[`${noun}_id`]);
  if (id === '')
    return { unanswered: api.wire.fail('transient', 'The platform answered without an id.') };
  if (api.families.of(id) === undefined) api.families.note(id, 'manual');
  return createdOf(noun, { ...body, ...answer.body }, request);
}
