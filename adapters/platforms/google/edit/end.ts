import { PlatformError } from '../../../../core/base/errors.ts';
import type { Access, EntityType } from '../../../../core/ports/platform-accounts.ts';
import { missing } from '../../kit/failures.ts';
import { readRows } from '../read/entities.ts';
import type { Api } from '../wire/client.ts';
import { msOf, platformTime } from '../wire/times.ts';

interface End {
  readonly type: EntityType;
  readonly id: string;
  readonly endTime: number;
}

/** With a day of the account: which campaign types take other times is not known. */
export async function endCampaign(api: Api, access: Access, { type, id, endTime }: End, now: number): Promise<void> {
  const { wire } = api;
  if (!(await readRows(api, access, type, [id])).has(id)) throw new PlatformError(missing(id, wire.fail));
  if (type !== 'campaign')
    throw new PlatformError(wire.fail('rule', 'Only campaigns have an end on this platform.', 'Give its campaign an end.'));
  if (endTime <= now) throw new PlatformError(wire.fail('rule', 'This end has passed.', 'Give an end that is still to come.'));
  const day = platformTime(endTime, access.timezone).slice(0, 10);
  const last = `${day} 23:59:59`;
  if (platformTime(endTime, access.timezone) !== last) {
    const example = new Date(msOf(last, access.timezone) ?? endTime).toISOString();
    const message = `Campaigns end with a day here, at 23:59:59 in ${access.timezone}.`;
    throw new PlatformError(wire.fail('rule', message, `Give the last second of a day, such as ${example}.`));
  }
  const update = { resourceName: `customers/${access.adAccountId}/campaigns/${id}`, endDateTime: last };
  const answer = await api.mutate(
    access,
    'campaigns',
    { operations: [{ update, updateMask: 'end_date_time' }] },
    { harmlessTwice: true },
  );
  if (!answer.ok) throw new PlatformError(answer.failure);
}
