import * as v from 'valibot';
import { aliased } from '../../../../core/base/schema/aliases.ts';
import { listOfAtMost } from '../../../../core/base/schema/lists.ts';
import { amount, entityName, word } from '../../../../core/base/schema/request-fields.ts';
import {
  adSetFields,
  budgetFields,
  campaignFields,
  location,
  places,
  scheduleFields,
} from '../../kit/create-schema.ts';

const name = v.pipe(
  entityName,
  v.check((text) => [...text].length >= 3, 'OpenAI takes names of at least three characters.'),
);

export const campaignRequest = aliased({
  ...campaignFields,
  name,
  /** What it pays for. `conversions` needs a setting of events, which is not named here. */
  objective: word(['impressions', 'clicks']),
  ...budgetFields,
  ...scheduleFields,
  location,
  /** `location_ids`: ids of its search for places. */
  targeting: places,
});
export type CampaignRequest = v.InferOutput<typeof campaignRequest>;

export const adSetRequest = aliased({
  ...adSetFields,
  name,
  /** For a click, or for a thousand impressions. Absent: as many clicks as the budget allows. */
  bidAmount: v.optional(amount),
  /** Context hints: what conversations are about. */
  keywords: v.optional(
    listOfAtMost(v.pipe(v.string(), v.trim(), v.minLength(1, 'A hint has words.')), 2_000, 'hints'),
  ),
});
export type AdSetRequest = v.InferOutput<typeof adSetRequest>;
