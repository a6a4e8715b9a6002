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
      /** Whether rows may be added up. */
      additive: v.boolean(),
      aliases: v.array(v.string()),
      platforms: v.array(v.string()),
    }),
  ),
  dimensions: v.array(
    v.object({
      ...{ key: v.picklist([...dimensionKeys, ...partKeys]), label: v.string(), aliases: v.array(v.string()) },
      fields: v.array(v.string()),
      /** Where only some platforms have it: these. */
      platforms: v.optional(v.array(v.string())),
      /** Where figures are divided by it: what each of them tells. */
      offers: v.optional(
        v.array(
          v.object({
            platform: v.string(),
            /** The finest rows it can be told of. */
            finest: v.picklist(['campaign', 'adset', 'ad']),
            metrics: v.array(v.picklist(metricKeys)),
            /** The most days of one report, where there is a limit. */
            mostDays: v.optional(v.number()),
            /** Other dimensions that may be asked for beside it. */
            together: v.array(v.picklist(partKeys)),
          }),
        ),
      ),
    }),
  ),
  /** Days that `attributionWindow` takes after a click and after a view, where a platform lets them be chosen. */
  attributionWindows: v.array(v.object({ platform: v.string(), click: v.array(v.number()), view: v.array(v.number()) })),
  /** Those that depend on what was launched here (`asset`) and on your naming conventions (`name.<field>`). */
  creativeDimensions: v.optional(
    v.array(v.object({ key: v.string(), label: v.string(), levels: v.array(v.picklist(['campaign', 'adSet', 'ad'])) })),
  ),
});
export type ReportFieldsResponse = v.InferOutput<typeof reportFieldsResponse>;
