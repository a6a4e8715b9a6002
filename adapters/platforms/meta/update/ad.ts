import { sentName } from '../../../../core/base/schema/aliases.ts';
import { orThrow } from '../../kit/calls.ts';
import { asRow, defined, text } from '../../kit/json.ts';
import type { Access, CopyValues, FieldChange, Json, Patch, Row, Updating } from '../../types.ts';
import { creativeOfCopy, sourceCreativeFields, unplaced } from '../copy/creative.ts';
import { contentOf } from '../read/ad-creatives.ts';
import type { Calls } from '../wire/calls.ts';
import { edgeOf } from '../wire/params.ts';
import { plain, type Reading, same, standings, type UpdateFields, writeOne } from './object.ts';
import type { AdUpdate } from './schema.ts';

const fields: UpdateFields = {
  name: plain('name', 'keeps'),
  /** In a patch the creative stands for all that it holds. */
  creative: {
    ...plain('creative', 'resets'),
    shown: (read) => text(asRow(read)?.id) ?? text(asRow(read)?.creative_id) ?? text(read) ?? null,
  },
};

const creativeFields = ['creativeId', 'primaryTexts', 'headlines', 'link', 'urlTags'] as const;

/** Creatives do not change: a new one is made for the ad. */
export function adUpdating(calls: Calls, reading: Reading): Updating {
  return {
    check(sent) {
      const request = sent as AdUpdate;
      const others = creativeFields.filter((field) => field !== 'creativeId' && request[field] !== undefined);
      if (request.creativeId === undefined || others.length === 0) return [];
      const message = `creativeId brings texts and link of its own: leave out ${others.join(', ')}.`;
      return [{ path: sentName(request, 'creativeId'), code: 'contradiction', message }];
    },
    async prepare(access, sent) {
      const request = sent as AdUpdate;
      const { object, row } = await reading(access, 'ad', request.adId, [sourceCreativeFields]);
      const creative = asRow(row.creative) ?? {};
      const changes = changesOf(request, object.name, creative);
      const isPost = creative.object_story_id !== undefined && creative.object_story_spec === undefined;
      const postFields = ['primaryTexts', 'headlines', 'link'].filter((field) =>
        changes.some((change) => change.field === field),
      );
      return {
        object,
        changes,
        warnings: [],
        faults: [
          ...unplaced(creative, defined({ primaryTexts: request.primaryTexts, headlines: request.headlines }))
            .filter((field) => changes.some((change) => change.field === field))
            .map((field) => ({
              path: sentName(request, field),
              code: 'texts_by_place',
              message: 'Each text of this ad has its own card or place: give as many texts as it has, in their order.',
            })),
          ...(isPost
            ? postFields.map((field) => ({
                path: sentName(request, field),
                code: 'belongs_to_post',
                message: 'This ad shows a post: its texts and link belong to the post. Give a creativeId of another creative.',
              }))
            : []),
        ],
        settle: () => settle(access, request, { name: object.name, creative, changes }),
      };
    },
    async standing(access, id, patch) {
      const row = await calls.read(access, id, {
        fields: patch.map(({ wire }) => (wire === 'creative' ? 'creative{id}' : wire)).join(),
      });
      return standings(fields, row, patch, access);
    },
    async write(access, id, patch) {
      const params = Object.fromEntries(
        patch.map(({ wire, after }) => [wire, wire === 'creative' ? { creative_id: after } : after]),
      );
      await writeOne(calls, access, id, params);
    },
  };

  async function settle(
    access: Access,
    request: AdUpdate,
    { name, creative, changes }: { readonly name: string; readonly creative: Row; readonly changes: readonly FieldChange[] },
  ): Promise<Patch> {
    const changed = new Set(changes.map(({ field }) => field));
    const after = request.creativeId ?? (await newCreative(access, request, creative, changed));
    return [
      ...(changed.has('name') ? [{ field: 'name', wire: 'name', before: name, after: request.name ?? name }] : []),
      ...(after === undefined || !creativeFields.some((field) => changed.has(field))
        ? []
        : [{ field: 'creative', wire: 'creative', before: text(creative.id) ?? null, after }]),
    ];
  }

  async function newCreative(access: Access, request: AdUpdate, source: Row, changed: ReadonlySet<string>) {
    if (!creativeFields.some((field) => changed.has(field))) return undefined;
    const { primaryTexts, headlines, link: url, urlTags } = request;
    const values: CopyValues = defined({ primaryTexts, headlines, url, urlTags });
    const name = request.name ?? text(source.name);
    const params = { ...creativeOfCopy(source, values), ...defined({ name }), fields: 'id' };
    return text(orThrow(await calls.tried(access, edgeOf(access, 'adcreatives'), params)).body.id);
  }
}

function changesOf(request: AdUpdate, name: string, creative: Row): FieldChange[] {
  const content = contentOf(request.adId, { creative });
  const before: { readonly [field: string]: Json } = {
    name,
    creativeId: text(creative.id) ?? null,
    primaryTexts: content.bodies ?? [],
    headlines: content.titles ?? [],
    link: content.link ?? null,
    urlTags: content.urlTags ?? null,
  };
  return (['name', ...creativeFields] as const).flatMap((field): FieldChange[] => {
    const after = request[field];
    if (after === undefined || same(before[field], after)) return [];
    const learning = field === 'name' ? 'keeps' : 'resets';
    return [{ field, before: before[field] ?? null, after, learning }];
  });
}
