import * as v from 'valibot';
import { nameText, shortText } from '../../base/schema/fields.ts';
import { usedIn } from '../../operations/used-in.ts';

/** What a request may leave out; the names are those of the request itself. */
const settings = v.pipe(
  v.record(v.string(), v.unknown()),
  v.check((fields) => Object.keys(fields).length > 0, 'Give at least one setting.'),
  v.check((fields) => Object.keys(fields).length <= 100, 'At most 100 settings fit here.'),
);

export const newPreset = v.object({
  name: nameText(200),
  /** What it is for: new campaigns, new ad sets, or the ads of a launch. */
  level: v.picklist(['campaign', 'adSet', 'ad'], 'The level is campaign, adSet or ad.'),
  /** Which platform's requests; needed for campaigns and ad sets, whose requests differ. */
  platform: v.optional(shortText(100)),
  settings,
});

/** What it is for stays as it is. */
export const presetChanges = v.object({ name: v.optional(nameText(200)), settings: v.optional(settings) });

export const preset = v.object({
  id: v.string(),
  name: v.string(),
  level: v.picklist(['campaign', 'adSet', 'ad']),
  platform: v.nullable(v.string()),
  settings: v.record(v.string(), v.unknown()),
  usedIn,
  createdAt: v.string(),
  updatedAt: v.string(),
});
export type Preset = v.InferOutput<typeof preset>;
