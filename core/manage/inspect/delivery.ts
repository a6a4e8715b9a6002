import type { Actor } from '../../access/caller.ts';
import { countsOf } from '../../base/item-counts.ts';
import { itemError, withRequestErrors } from '../../base/refusal.ts';
import { sentName } from '../../base/schema/aliases.ts';
import type { Delivery, FailedDelivery } from '../../ports/platform-delivery.ts';
import { type ManagePorts, openAccount } from '../open-account.ts';
import type { DeliveryRequest, DeliveryResponse } from '../schema/choices.ts';
import { refuseElsewhere } from './find-owner.ts';

/**
 * Why ad sets or ads deliver, or do not: a call for each, one more for the least budgets of the
 * account.
 */
export async function readDelivery(
  ports: ManagePorts,
  caller: Actor,
  request: DeliveryRequest,
): Promise<DeliveryResponse> {
  const { entityType: type, estimate = false } = request;
  const account = await openAccount(ports, caller.companyId, request, 'delivery');
  const { access, can } = account;
  const ids = [...new Set(request.entityIds)];
  const objects = ids.map((id) => ({ type, id }));
  await refuseElsewhere(ports, account, objects, sentName(request, 'entityIds'));
  const reads = await withRequestErrors({ missing: sentName(request, 'entityIds') }, () =>
    can.read(access, { type, ids, estimate: estimate && type === 'adset' }),
  );
  const minimumBudgets = request.minimumBudgets
    ? ((await can.minimumBudgets?.(access)) ?? null)
    : null;
  const data = reads.map(rowOf);
  const { success, ...counts } = countsOf(data);
  return {
    success,
    data,
    ...counts,
    minimumBudgets: minimumBudgets === null ? null : { ...minimumBudgets },
    currency: access.currency,
  };
}

type Row = DeliveryResponse['data'][number];

const unread = {
  name: null,
  status: null,
  effectiveStatus: null,
  learning: null,
  estimate: null,
  issues: [],
  rejections: [],
  opportunities: [],
};

function rowOf(read: Delivery | FailedDelivery): Row {
  if ('failure' in read)
    return { entityId: read.id, success: false, ...unread, ...itemError(read.failure) };
  const {
    id,
    name,
    status,
    effectiveStatus,
    learning,
    issues,
    rejections,
    estimate,
    opportunities,
  } = read;
  return {
    entityId: id,
    success: true,
    name,
    status,
    effectiveStatus,
    learning:
      learning === undefined
        ? null
        : {
            stage: learning.stage,
            results: learning.results ?? null,
            since: learning.since === undefined ? null : new Date(learning.since).toISOString(),
          },
    issues: issues.map(({ level = null, code = null, summary, message = null }) => ({
      level,
      code,
      summary,
      message,
    })),
    rejections: rejections.map((each) => ({ ...each })),
    estimate:
      estimate === undefined
        ? null
        : {
            isReady: estimate.isReady,
            dailyPeople: estimate.dailyPeople ?? null,
            monthlyPeople:
              estimate.monthlyPeople === undefined ? null : { ...estimate.monthlyPeople },
          },
    opportunities: opportunities.map(({ title, message, importance = null }) => ({
      title,
      message,
      importance,
    })),
  };
}
