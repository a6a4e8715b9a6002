import type { UpdateCapability } from '../../../../core/ports/platform-update.ts';
import { entityReading } from '../read/entity-facts.ts';
import type { Calls } from '../wire/calls.ts';
import { adUpdating } from './ad.ts';
import { adSetUpdating } from './ad-set.ts';
import { campaignUpdating } from './campaign.ts';

/** One call reads, one writes what differs; a new creative is one more. */
export function createUpdate(calls: Calls): UpdateCapability {
  const reading = entityReading(calls);
  return {
    campaign: campaignUpdating(calls, reading),
    adSet: adSetUpdating(calls, reading),
    ad: adUpdating(calls, reading),
  };
}
