import { SlipwayError } from '../../../../core/base/errors.ts';
import { sentName } from '../../../../core/base/schema/aliases.ts';
import type { Warning } from '../../../../core/base/schema/unknown-fields.ts';
import { orThrow } from '../../kit/calls.ts';
import { asRow, at, defined, rowsOf, text } from '../../kit/json.ts';
import { keptOrFail } from '../../kit/updates.ts';
import type { Access, CopyValues, Fault, FieldChange, Json, Patch, Row, Updating } from '../../types.ts';
import {
  addressesOf,
  cardsOf,
  carried,
  creativeMembers,
  creativeOfCopy,
  sourceCreativeFields,
  unplaced,
} from '../copy/creative.ts';
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
      const placeless = unplaced(creative, defined({ primaryTexts: request.primaryTexts, headlines: request.headlines })).filter(
        (field) => has(changes, field),
      );
      return {
        object,
        changes,
        warnings: warningsOf(request, creative, changes),
        faults: [
          ...linkFaults(request, creative, changes),
          ...placeless.map((field) => ({
            path: sentName(request, field),
            code: 'texts_by_place',
            message: 'Each text of this ad has its own card or place: give as many texts as it has, in their order.',
          })),
          ...(isPost || placeless.length > 0 ? [] : homeless(request, creative, changes)),
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
    const name = request.name ?? text(source.name);
    const params = { ...creativeOfCopy(source, valuesOf(request)), ...defined({ name }) };
    const made = orThrow(await calls.tried(access, edgeOf(access, 'adcreatives'), { ...params, fields: 'id' }));
    const id = text(made.body.id) ?? '';
    const held = await calls.read(access, id, { fields: creativeMembers });
    keptOrFail({ error: ruleError }, comparedOf(held, { ...source, ...params }));
    return id;
  }
}

const ruleError = (_kind: 'rule', message: string, fix: string) => new SlipwayError('unprocessable_entity', `${message} ${fix}`);

const valuesOf = ({ primaryTexts, headlines, link: url, urlTags }: AdUpdate): CopyValues =>
  defined({ primaryTexts, headlines, url, urlTags });

const holderOf = ({ object_story_spec: story }: Row) => at(story, 'link_data') ?? at(story, 'video_data');

/** What people see of it, where it leads, and what it was declared to be. */
function comparedOf(held: Row, wanted: Row): readonly (readonly [name: string, held: unknown, wanted: unknown])[] {
  const [is, asked] = [contentOf('', { creative: held }), contentOf('', { creative: wanted })];
  const shown = (content: typeof is) => ({
    primaryTexts: [...content.bodies].sort(),
    headlines: [...content.titles].sort(),
    descriptions: [...content.descriptions].sort(),
    link: content.link,
    button: content.cta,
    page: content.page,
    images: content.images.map(({ ref }) => ref),
    videos: content.videos.map(({ id }) => id),
  });
  const formOf = (creative: Row) => at(holderOf(creative), 'call_to_action', 'value', 'lead_gen_form_id');
  const rulesOf = (creative: Row) => rowsOf(at(creative.asset_feed_spec, 'asset_customization_rules')).length;
  const kept = carried.filter((field) => typeof wanted[field] === 'string' && wanted[field] !== 'NONE');
  return [
    ...Object.entries(shown(asked)).map(
      ([name, value]) => [name, shown(is)[name as keyof ReturnType<typeof shown>], value] as const,
    ),
    ['form', formOf(held), formOf(wanted)],
    ['rules of places', rulesOf(held), rulesOf(wanted)],
    ...kept.map((field) => [field, held[field], wanted[field]] as const),
  ];
}

const has = (changes: readonly FieldChange[], field: string) => changes.some((change) => change.field === field);

/** Texts that a creative of its kind has no place for. */
function homeless(request: AdUpdate, creative: Row, changes: readonly FieldChange[]): Fault[] {
  const content = contentOf(request.adId, { creative: creativeOfCopy(creative, valuesOf(request)) });
  const shown: { readonly [field: string]: unknown } = {
    primaryTexts: content.bodies,
    headlines: content.titles,
    link: content.link,
  };
  return (['primaryTexts', 'headlines', 'link'] as const)
    .filter((field) => has(changes, field) && !same(shown[field], request[field]))
    .map((field) => ({
      path: sentName(request, field),
      code: 'no_place',
      message: 'The creative of this ad has no place for that. Launch a new ad, then pause this one.',
    }));
}

function linkFaults(request: AdUpdate, creative: Row, changes: readonly FieldChange[]): Fault[] {
  if (!has(changes, 'link') || addressesOf(creative).length < 2) return [];
  const message =
    'The cards of this ad lead to different addresses. Launch a new ad with the links that you want, then pause this one.';
  return [{ path: sentName(request, 'link'), code: 'links_of_cards', message }];
}

/** A creative with a story is a new post. */
function warningsOf(request: AdUpdate, creative: Row, changes: readonly FieldChange[]): Warning[] {
  const changed = creativeFields.find((field) => has(changes, field));
  if (changed === undefined) return [];
  const cards = has(changes, 'link') ? cardsOf(creative) : 0;
  const isOther = creative.object_story_id === undefined || changed === 'creativeId';
  const lost = 'The ad shows a new post: the likes and comments of the present one stay with that one.';
  return [
    ...(isOther ? [{ path: sentName(request, changed), code: 'new_post', message: lost }] : []),
    ...(cards === 0
      ? []
      : [
          {
            path: sentName(request, 'link'),
            code: 'all_cards',
            message: `All ${cards} cards of the ad lead to the new address.`,
          },
        ]),
  ];
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
