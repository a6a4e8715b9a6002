import * as v from 'valibot';
import { answer } from '../../base/schema/envelope.ts';
import { dimensionKeys } from '../dimensions.ts';
import { metricKeys } from '../metrics.ts';
import { partKeys } from '../parts.ts';

export const reportFieldsResponse = answer({
  metrics: v.array(
    v.object({
      key: v.picklist(metricKeys),
      label: v.string(),
      type: v.picklist(['money', 'count', 'percent', 'ratio']),
      additive: v.boolean(),
      aliases: v.array(v.string()),
      platforms: v.array(v.string()),
      /** Where it can be null although there are figures. */
      note: v.optional(v.string()),
    }),
  ),
  dimensions: v.array(
    v.object({
      key: v.picklist([...dimensionKeys, ...partKeys]),
      label: v.string(),
      aliases: v.array(v.string()),
      fields: v.array(v.string()),
      /** Set where only some platforms have it. */
      platforms: v.optional(v.array(v.string())),
      /** By platform, where figures are divided by it. */
      offers: v.optional(
        v.array(
          v.object({
            platform: v.string(),
            /** The finest rows with it. */
            finest: v.picklist(['campaign', 'adset', 'ad']),
            metrics: v.array(v.picklist(metricKeys)),
            mostDays: v.optional(v.number()),
            /** Dimensions allowed beside it. */
            together: v.array(v.picklist(partKeys)),
          }),
        ),
      ),
    }),
  ),
  /** Allowed days after a click and after a view, by platform. */
  attributionWindows: v.array(
    v.object({ platform: v.string(), click: v.array(v.number()), view: v.array(v.number()) }),
  ),
  /** `asset`, and `name.<field>` of your naming conventions. */
  creativeDimensions: v.optional(
    v.array(
      v.object({
        key: v.string(),
        label: v.string(),
        levels: v.array(v.picklist(['campaign', 'adSet', 'ad'])),
      }),
    ),
  ),
});
export type ReportFieldsResponse = v.InferOutput<typeof reportFieldsResponse>;
