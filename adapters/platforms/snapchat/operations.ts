import type { Caller } from '../../../core/access/caller.ts';
import { SlipwayError } from '../../../core/base/errors.ts';
import {
  type PageQuery,
  paginationOf,
  success,
  windowOf,
} from '../../../core/base/schema/envelope.ts';
import { operation } from '../../../core/operations/operation.ts';
import { deedParts, deeds, ownOperations } from '../../../core/operations/own-operations.ts';
import type { ServicePorts } from '../../../core/operations/ports.ts';
import type { EntityType } from '../../../core/ports/platform-accounts.ts';
import { defined } from '../kit/json.ts';
import { definition } from './definition.ts';
import type { Own } from './own.ts';
import * as shapes from './schema.ts';

const { open, change, figures: figuresOf } = ownOperations<Own>(definition.id);

const topic = 'Manage';
/** The account or object may not exist; the platform may refuse or be away. */
const errors = ['not_found', 'platform_error', 'unavailable'] as const;
const description =
  'Newest first. `delivery` says in words whether and why it delivers or not. With `includeMetrics` the figures of the days asked for are added.';

export const operations = [
  operation({
    name: 'photoMessaging.campaigns',
    place: {
      method: 'GET',
      path: '/v1/manage/photo-messaging/campaigns',
      aliases: ['/v1/manage/snapchat/campaigns'],
    },
    topic,
    summary: 'Campaigns of a photo-messaging account: status, budgets, delivery and figures',
    description,
    scope: 'read',
    input: shapes.campaignsRequest,
    output: shapes.campaignsResponse,
    errors,
    run: (ports, caller, { input }) => listed(ports, caller, 'campaign', input),
  }),
  operation({
    name: 'photoMessaging.adSquads',
    place: {
      method: 'GET',
      path: '/v1/manage/photo-messaging/adsquads',
      aliases: ['/v1/manage/snapchat/adsquads'],
    },
    topic,
    summary:
      'Ad squads of a photo-messaging account or campaign: status, budgets, delivery and figures',
    description,
    scope: 'read',
    input: shapes.adSquadsRequest,
    output: shapes.adSquadsResponse,
    errors,
    run: (ports, caller, { input }) => listed(ports, caller, 'adset', input),
  }),
  operation({
    name: 'photoMessaging.ads',
    place: {
      method: 'GET',
      path: '/v1/manage/photo-messaging/ads',
      aliases: ['/v1/manage/snapchat/ads'],
    },
    topic,
    summary:
      'Ads of a photo-messaging account, campaign or ad squad: status, review, delivery and figures',
    description: `${description} \`review\` says what the review has decided, and why.`,
    scope: 'read',
    input: shapes.adsRequest,
    output: shapes.adsResponse,
    errors,
    run: (ports, caller, { input }) => listed(ports, caller, 'ad', input),
  }),
  operation({
    name: 'photoMessaging.update',
    place: {
      method: 'POST',
      path: '/v1/manage/photo-messaging/{kind}/{id}',
      aliases: ['/v1/manage/snapchat/{kind}/{id}'],
    },
    topic,
    summary:
      'Change the status, the budget or the name of a photo-messaging campaign, ad squad or ad',
    description:
      'One of them at a time, with the same checks, limits and answers as update-status, update-budget and rename. Everything else of the object stays as it is.',
    scope: 'manage',
    reach: 'workspace',
    subject: shapes.updateSubject,
    input: shapes.updateRequest,
    output: shapes.updateResponse,
    errors,
    ...change((input: shapes.UpdateRequest, _opened, subject: Subject) => changeOf(subject, input)),
    parts: {
      of: async (ports, companyId, answer, { id }) =>
        'results' in answer
          ? deedParts.items.of(ports, companyId, answer)
          : [{ id: String(id), outcome: 'done' }],
      again: (input) => ({ input }),
    },
  }),
] as const;

interface ListRequest extends PageQuery {
  readonly accountId: string;
  readonly status?: 'ACTIVE' | 'PAUSED' | undefined;
  readonly includeMetrics?: boolean | undefined;
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly campaignId?: string | undefined;
  readonly adSquadId?: string | undefined;
}

async function listed(ports: ServicePorts, caller: Caller, type: EntityType, request: ListRequest) {
  const opened = await open(ports, caller, request);
  const { access, own } = opened;
  const all = await own.objects(access, type, request);
  const wanted = all.filter(
    ({ status }) => request.status === undefined || status === request.status,
  );
  const window = windowOf(request);
  const page = wanted.slice(window.offset, window.offset + window.limit);
  const figures =
    request.includeMetrics === true
      ? await figuresOf(ports, caller, opened, { ...request, type, ids: page.map(({ id }) => id) })
      : undefined;
  return success({
    data: page.map((each) => ({
      ...each,
      delivery: [...each.delivery],
      ...(each.review !== undefined && { review: [...each.review] }),
      ...(figures !== undefined && { metrics: figures.byId.get(each.id) ?? null }),
    })),
    pagination: paginationOf(window, wanted.length),
    metadata: {
      accountId: access.adAccountId,
      currency: access.currency,
      timezone: access.timezone,
      ...(figures === undefined ? {} : figures.about),
    },
  });
}

const types = { campaigns: 'campaign', adsquads: 'adset', ads: 'ad' } as const;

interface Subject {
  readonly kind: keyof typeof types;
  readonly id: string;
}

/** One change at a time. */
function changeOf({ kind, id }: Subject, request: shapes.UpdateRequest) {
  const { accountId: businessId, status, dailyBudget, lifetimeBudget, name, confirm } = request;
  const isBudget = dailyBudget !== undefined || lifetimeBudget !== undefined;
  const changes = [status !== undefined, isBudget, name !== undefined].filter(Boolean).length;
  if (changes !== 1) throw oneChange(changes);
  const object = { businessId, entityId: id, entityType: types[kind] };
  if (status !== undefined) return deeds.status({ ...object, newStatus: status });
  if (name !== undefined) return deeds.rename({ ...object, name });
  const { entityType } = object;
  if (entityType === 'ad') throw withoutBudget();
  return deeds.budget({
    ...object,
    entityType,
    ...defined({ dailyBudget, lifetimeBudget, confirm }),
  });
}

function oneChange(changes: number): SlipwayError {
  const message =
    changes === 0
      ? 'Give status, dailyBudget, lifetimeBudget or name.'
      : 'Give one change at a time: the status, a budget or the name.';
  const code = changes === 0 ? 'missing_field' : 'several_changes';
  return new SlipwayError(changes === 0 ? 'bad_request' : 'unprocessable_entity', message, {
    details: [{ path: 'status', code, message }],
  });
}

function withoutBudget(): SlipwayError {
  const message = 'An ad has no budget: change that of its ad squad.';
  return new SlipwayError('unprocessable_entity', message, {
    details: [{ path: 'dailyBudget', code: 'budget_elsewhere', message }],
  });
}
