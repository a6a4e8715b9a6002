import * as v from 'valibot';
import { answer } from '../../base/schema/envelope.ts';
import { wholeNumber } from '../../base/schema/fields.ts';

const text = v.nullable(v.object({ text: v.string(), isClipped: v.boolean() }));
const share = v.number();

const previewCard = v.object({
  placement: v.string(),
  kind: v.picklist(['feed', 'story', 'reel', 'tile', 'fullScreen', 'search']),
  label: v.string(),
  media: v.nullable(
    v.object({
      url: v.nullable(v.string()),
      type: v.picklist(['image', 'video', 'document']),
      filename: v.string(),
      thumbnail: v.nullable(v.string()),
      /** Of the frame: width by height. */
      ratio: v.number(),
      /** The part of the picture that is shown, as shares of its width and height. */
      cut: v.nullable(v.object({ x: share, y: share, width: share, height: share })),
    }),
  ),
  more: v.number(),
  texts: v.object({
    from: v.nullable(v.string()),
    primary: text,
    headline: text,
    description: text,
    button: v.nullable(v.string()),
    host: v.nullable(v.string()),
  }),
  /** Shares of the frame that the platform's own signs cover. */
  safeZone: v.nullable(v.object({ top: share, bottom: share, left: share, right: share })),
  /** For GET /v1/manage/ad-preview, once the ad is there. */
  ownFormat: v.nullable(v.string()),
  source: v.string(),
  asOf: v.string(),
});
export type PreviewText = v.InferOutput<typeof text>;
export type PreviewCard = v.InferOutput<typeof previewCard>;

const preview = v.object({
  adIndex: v.number(),
  name: v.string(),
  platform: v.string(),
  adAccountId: v.string(),
  adIds: v.array(v.string()),
  cards: v.array(previewCard),
});

export const previewWindow = v.object({
  offset: v.optional(wholeNumber(0, 10_000, { default: 0 })),
  limit: v.optional(wholeNumber(1, 50, { default: 10 })),
});
export type PreviewWindow = v.InferOutput<typeof previewWindow>;

export const previewList = answer({ data: v.array(preview), count: v.number(), total: v.number() });
export const mediaPreviews = answer({
  data: v.array(v.object({ platform: v.string(), cards: v.array(previewCard) })),
  count: v.number(),
});
