import * as v from 'valibot';
import { nameText, shortText } from '../../base/schema/fields.ts';
import { usedIn } from '../../operations/named-documents.ts';

const settings = v.pipe(
  v.record(v.string(), v.unknown()),
  v.check((fields) => Object.keys(fields).length > 0, 'Give at least one setting.'),
  v.check((fields) => Object.keys(fields).length <= 100, 'At most 100 settings fit here.'),
);

export const newPreset = v.object({
  name: nameText(200),
  level: v.picklist(['campaign', 'adSet', 'ad'], 'The level is campaign, adSet or ad.'),
  /** Needed for campaigns and ad sets, whose requests differ by platform. */
  platform: v.optional(shortText(100)),
  settings,
});

/** The level stays. */
export const presetChanges = v.object({
  name: v.optional(nameText(200)),
  settings: v.optional(settings),
});

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
