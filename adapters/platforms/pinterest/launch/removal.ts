import { PlatformError } from '../../../../core/base/errors.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { CreativeRemoval, LaunchCapability } from '../../../../core/ports/platform-launch.ts';
import { text } from '../../kit/json.ts';
import { listRows } from '../read/entities.ts';
import { readPins } from '../read/pins.ts';
import type { Api } from '../wire/client.ts';
import { batchNote } from './pins.ts';

type Removal = Parameters<NonNullable<LaunchCapability['removeCreatives']>>[1];

/** Ads that may be shown, now or later. */
const shownStatuses = ['ACTIVE', 'PAUSED', 'DRAFT'];

/** Only those that no ad shows any more. */
export async function removePins({ calls, wire }: Api, access: Access, removal: Removal): Promise<readonly CreativeRemoval[]> {
  const { ids, batch, gone } = removal;
  if (ids.length === 0) return [];
  try {
    const pins = await readPins(calls, access, ids);
    const ads = await listRows(calls, access, 'ad', { entity_statuses: shownStatuses });
    const shown = new Set(ads.filter((ad) => !gone.includes(text(ad.id) ?? '')).map((ad) => text(ad.pin_id)));
    const results: CreativeRemoval[] = [];
    for (const id of ids) results.push(await remove(id));
    return results;

    async function remove(id: string): Promise<CreativeRemoval> {
      const pin = pins.get(id);
      if (pin === undefined) return { state: 'removed' };
      if (!text(pin.note)?.startsWith(batchNote(batch)))
        return { state: 'kept', why: 'The pin does not carry the note of this batch: it was there before, or was changed.' };
      if (shown.has(id)) return { state: 'kept', why: 'An ad still shows the pin.' };
      const query = { ad_account_id: access.adAccountId };
      const answer = await wire.call(access, { method: 'DELETE', path: `pins/${id}`, query });
      if (answer.ok || answer.failure.class === 'missing') return { state: 'removed' };
      return { state: 'failed', failure: answer.failure };
    }
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const { failure } = error;
    return ids.map(() => ({ state: 'failed', failure }));
  }
}
