import { PlatformError } from '../../../../core/base/errors.ts';
import { asRow, at, defined, said, text } from '../../kit/json.ts';
import type {
  Access,
  Answer,
  EntityFacts,
  EntityType,
  InspectCapability,
  Row,
} from '../../types.ts';
import type { Calls } from '../wire/calls.ts';
import { accountNode, amountOf, asMissing, isOtherType } from '../wire/params.ts';
import { entityStatus } from './accounts.ts';
import { pacedBudgets, paceFields } from './pace.ts';

const common = ['id', 'name', 'status', 'account_id', 'created_time'];
const fields: { readonly [T in EntityType]: readonly string[] } = {
  campaign: [...common, 'objective', ...paceFields.campaign],
  adset: [...common, 'campaign_id', 'targeting', 'bid_amount', ...paceFields.adset],
  ad: [...common, 'campaign_id', 'adset_id', 'campaign{objective}', 'creative{thumbnail_url}'],
};

/**
 * Ids do not tell their type, but the platform refuses fields an object does not have: unknown ones
 * are read as an ad, an ad set, a campaign.
 */
export async function readEntities(
  calls: Calls,
  access: Access,
  objects: Parameters<InspectCapability['entities']>[1],
): ReturnType<InspectCapability['entities']> {
  const found: (Answer | undefined)[] = objects.map(() => undefined);
  const types: (EntityType | undefined)[] = objects.map(({ type }) => type);
  for (const guess of ['ad', 'adset', 'campaign'] as const) {
    const open = objects.flatMap(({ type }, position) => {
      const answer = found[position];
      const asked =
        type === undefined
          ? answer === undefined || (!answer.ok && isOtherType(answer.failure))
          : guess === 'ad';
      return asked ? [position] : [];
    });
    if (open.length === 0) continue;
    const typeAt = (position: number): EntityType => objects[position]?.type ?? guess;
    const answers = await calls.readMany(
      access,
      open.map((position) => ({
        path: objects[position]?.id ?? '',
        params: { fields: fields[typeAt(position)].join() },
      })),
    );
    open.forEach((position, index) => {
      found[position] = answers[index];
      types[position] = typeAt(position);
    });
  }
  return objects.map(({ id }, position) => {
    const answer = found[position];
    if (answer?.ok) return facts(access, types[position] ?? 'ad', answer.body);
    if (answer === undefined) throw new Error('An object was not asked about.');
    return { id, failure: asMissing(answer.failure, types[position] ?? 'ad') };
  });
}

/** With other fields, in one call. Throws class 'missing'. */
export const entityReading =
  (calls: Calls) =>
  async (access: Access, type: EntityType, id: string, more: readonly string[]) => {
    // A creative asked for with its content holds the picture too.
    const own = fields[type].filter(
      (name) => !more.some((each) => each.startsWith(`${name.split('{')[0]}{`)),
    );
    const [answer] = await calls.readMany(access, [
      { path: id, params: { fields: [...new Set([...own, ...more])].join() } },
    ]);
    if (answer === undefined) throw new Error('An object was not asked about.');
    if (!answer.ok) throw new PlatformError(asMissing(answer.failure, type));
    return { object: facts(access, type, answer.body), row: answer.body };
  };

function facts(access: Access, type: EntityType, row: Row): EntityFacts {
  return {
    type,
    id: said(row.id),
    name: said(row.name),
    status: entityStatus(row.status),
    adAccountId: accountNode(said(row.account_id)),
    createdTime: said(row.created_time),
    ...(type === 'ad' ? {} : pacedBudgets(access, row)),
    ...defined({
      bidAmount: amountOf(access, row.bid_amount) || undefined,
      campaignId: text(row.campaign_id),
      adSetId: text(row.adset_id),
      thumbnailUrl: text(at(row, 'creative', 'thumbnail_url')),
      objective: text(row.objective) ?? text(at(row, 'campaign', 'objective')),
      targeting: asRow(row.targeting),
    }),
  };
}
