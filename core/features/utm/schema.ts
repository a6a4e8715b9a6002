import * as v from 'valibot';
import { nameText, shortText } from '../../base/schema/fields.ts';
import { listOfAtMost } from '../../base/schema/lists.ts';
import { usedIn } from '../../operations/named-documents.ts';

const value = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(500, 'At most 500 characters fit here.'),
  v.regex(
    /^[^&#\s]*$/,
    'A value holds no blanks, & or #. Macros stand in double braces: {{campaign.name}}.',
  ),
);

const parameter = v.object({
  name: v.pipe(
    shortText(100),
    v.regex(/^[^=&?#\s]+$/, 'A name holds no blanks and none of = & ? #.'),
  ),
  value,
  /** Another value for ads of a platform, by its id; empty where it is left out there. */
  byPlatform: v.optional(v.record(v.string(), value)),
});

export const newUtmTemplate = v.object({
  name: nameText(200),
  parameters: v.pipe(
    listOfAtMost(parameter, 30, 'parameters'),
    v.minLength(1, 'Give at least one parameter.'),
  ),
});
export const utmTemplateChanges = v.partial(newUtmTemplate);

export const utmTemplate = v.object({
  id: v.string(),
  name: v.string(),
  parameters: v.array(parameter),
  usedIn,
  createdAt: v.string(),
  updatedAt: v.string(),
});
export type UtmTemplate = v.InferOutput<typeof utmTemplate>;

const onPlatform = v.object({
  platform: v.string(),
  tags: v.string(),
  /** Parameters that are left out there, because nothing is known to fill in the macro. */
  leftOut: v.array(v.object({ parameter: v.string(), macro: v.string() })),
});

export const wholeUtmTemplate = v.object({
  ...utmTemplate.entries,
  platforms: v.array(onPlatform),
});
export type OnPlatform = v.InferOutput<typeof onPlatform>;
