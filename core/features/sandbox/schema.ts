import * as v from 'valibot';
import { answer } from '../../base/schema/envelope.ts';
import { shortText } from '../../base/schema/fields.ts';

const whole = v.pipe(
  v.number(),
  v.integer('This must be a whole number.'),
  v.minValue(1, 'This must be at least 1.'),
);

const rule = {
  fault: shortText(100),
  /** Default: every one that can. */
  platform: v.optional(shortText(50)),
  method: v.optional(v.picklist(['GET', 'POST', 'DELETE'])),
  path: v.optional(shortText(200)),
  nth: v.optional(whole),
  times: v.optional(whole),
  probability: v.optional(
    v.pipe(v.number(), v.minValue(0, 'From 0 to 1.'), v.maxValue(1, 'From 0 to 1.')),
  ),
  account: v.optional(shortText(100)),
  ms: v.optional(
    v.pipe(
      v.number(),
      v.minValue(0, 'This must be 0 or more.'),
      v.maxValue(600_000, 'At most ten minutes.'),
    ),
  ),
};

export const faultRule = v.object(rule);

export const faultsAnswer = answer({
  active: v.array(
    v.looseObject({ ...rule, method: v.optional(v.string()), seen: v.number(), fired: v.number() }),
  ),
  known: v.array(v.object({ name: v.string(), family: v.number(), what: v.string() })),
  favourites: v.array(
    v.object({
      title: v.string(),
      what: v.string(),
      rules: v.array(v.looseObject({ ...rule, method: v.optional(v.string()) })),
    }),
  ),
});

export const sandboxStateAnswer = answer({
  requests: v.number(),
  calls: v.number(),
  ads: v.number(),
  objects: v.record(v.string(), v.number()),
});
