import { SlipwayError } from '../../../../core/base/errors.ts';
import { sentName } from '../../../../core/base/schema/aliases.ts';
import type { Warning } from '../../../../core/base/schema/unknown-fields.ts';
import { orThrow } from '../../kit/calls.ts';
import { asRow, at, defined, rowsOf, text } from '../../kit/json.ts';
import { keptOrFail } from '../../kit/updates.ts';
import type { Access, CopyValues, FieldChange, Json, Patch, Row, Updating } from '../../types.ts';
import {
  addressesOf,
  buttonsOf,
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
      const others = creativeFields.filter(
        (field) => field !== 'creativeId' && request[field] !== undefined,
      );
      if (request.creativeId === undefined || others.length === 0) return [];
      const message = `creativeId brings texts and link of its own: leave out ${others.join(', ')}.`;
      return [{ path: sentName(request, 'creativeId'), code: 'contradiction', message }];
    },
    async prepare(access, sent) {
      const request = sent as AdUpdate;
      const { object, row } = await reading(access, 'ad', request.adId, [
        'creative_asset_groups_spec',
        sourceCreativeFields,
      ]);
      const creative = asRow(row.creative) ?? {};
      const changes = changesOf(request, object.name, creative);
      const why = refusals(
        request,
        creative,
        rowsOf(at(row, 'creative_asset_groups_spec', 'groups')).length > 0,
      );
      return {
        object,
        changes,
        warnings: warningsOf(request, creative, changes),
        faults: changes.flatMap(({ field }) => {
          const [code, message] = why(field) ?? [];
          return code === undefined || message === undefined
            ? []
            : [{ path: sentName(request, field), code, message }];
        }),
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
        patch.map(({ wire, after }) => [
          wire,
          wire === 'creative' ? { creative_id: after } : after,
        ]),
      );
      await writeOne(calls, access, id, params);
    },
  };

  async function settle(
    access: Access,
    request: AdUpdate,
    {
      name,
      creative,
      changes,
    }: { readonly name: string; readonly creative: Row; readonly changes: readonly FieldChange[] },
  ): Promise<Patch> {
    const changed = new Set(changes.map(({ field }) => field));
    const after = request.creativeId ?? (await newCreative(access, request, creative, changed));
    return [
      ...(changed.has('name')
        ? [{ field: 'name', wire: 'name', before: name, after: request.name ?? name }]
        : []),
      ...(after === undefined || !creativeFields.some((field) => changed.has(field))
        ? []
        : [{ field: 'creative', wire: 'creative', before: text(creative.id) ?? null, after }]),
    ];
  }

  async function newCreative(
    access: Access,
    request: AdUpdate,
    source: Row,
    changed: ReadonlySet<string>,
  ) {
    if (!creativeFields.some((field) => changed.has(field))) return undefined;
    const name = request.name ?? text(source.name);
    const params = { ...creativeOfCopy(source, valuesOf(request)), ...defined({ name }) };
    const made = orThrow(
      await calls.tried(access, edgeOf(access, 'adcreatives'), { ...params, fields: 'id' }),
    );
    const id = text(made.body.id) ?? '';
    const held = await calls.read(access, id, { fields: creativeMembers });
    keptOrFail({ error: ruleError }, comparedOf(held, { ...source, ...params }));
    return id;
  }
}

const ruleError = (_kind: 'rule', message: string, fix: string) =>
  new SlipwayError('unprocessable_entity', `${message} ${fix}`);

const valuesOf = ({ primaryTexts, headlines, link: url, urlTags }: AdUpdate): CopyValues =>
  defined({ primaryTexts, headlines, url, urlTags });

/** Posts of a page, and of a profile: what they say can be changed only there. */
const isPost = ({
  object_story_id: post,
  source_instagram_media_id: medium,
  object_story_spec: story,
}: Row): boolean => (post ?? medium) !== undefined && story === undefined;

const formOf = (creative: Row) =>
  buttonsOf(creative).map((button) => at(button, 'value', 'lead_gen_form_id'));
const opensForm = (creative: Row): boolean => formOf(creative).some((form) => form !== undefined);

/** What people see of it, where it leads, and what it was declared to be. */
function comparedOf(
  held: Row,
  wanted: Row,
): readonly (readonly [name: string, held: unknown, wanted: unknown])[] {
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
  const rulesOf = (creative: Row) =>
    rowsOf(at(creative.asset_feed_spec, 'asset_customization_rules')).length;
  const kept = carried.filter(
    (field) => typeof wanted[field] === 'string' && wanted[field] !== 'NONE',
  );
  return [
    ...Object.entries(shown(asked)).map(
      ([name, value]) => [name, shown(is)[name as keyof ReturnType<typeof shown>], value] as const,
    ),
    ['links', addressesOf(held), addressesOf(wanted)],
    ['form', formOf(held), formOf(wanted)],
    ['rules of places', rulesOf(held), rulesOf(wanted)],
    ...kept.map((field) => [field, held[field], wanted[field]] as const),
  ];
}

const has = (changes: readonly FieldChange[], field: string) =>
  changes.some((change) => change.field === field);

const ELSE = 'Launch a new ad, then pause this one.';

/** Why no creative can be made that is like this one but for a field. */
function refusals(request: AdUpdate, creative: Row, hasGroups: boolean) {
  const values = valuesOf(request);
  const { bodies, titles, link } = contentOf('', { creative: creativeOfCopy(creative, values) });
  const shown: { readonly [field: string]: unknown } = {
    primaryTexts: bodies,
    headlines: titles,
    link,
  };
  const placeless: readonly string[] = unplaced(creative, values);
  return (field: string): readonly [code: string, message: string] | undefined => {
    if (field === 'name' || field === 'creativeId') return undefined;
    if (isPost(creative))
      return field === 'urlTags'
        ? undefined
        : [
            'belongs_to_post',
            'This ad shows a post: its texts and link belong to the post. Give a creativeId of another creative.',
          ];
    if (creative.object_story_spec === undefined && creative.asset_feed_spec === undefined)
      return [
        'no_place',
        `The platform does not tell what the creative of this ad is made of. ${ELSE}`,
      ];
    if (field === 'urlTags') return undefined;
    if (hasGroups)
      return [
        'no_place',
        `This ad shows groups of media with texts and links of their own. ${ELSE}`,
      ];
    if (field === 'link') {
      if (opensForm(creative))
        return ['no_link', `This ad opens a form, so it has no link to change. ${ELSE}`];
      if (creative.template_url_spec !== undefined)
        return ['no_link', `The links of this ad are those of its products. ${ELSE}`];
      if (addressesOf(creative).length > 1)
        return ['links_of_cards', `The cards of this ad lead to different addresses. ${ELSE}`];
    }
    if (placeless.includes(field))
      return [
        'texts_by_place',
        'Each text of this ad has its own card or place: give as many texts as it has, in their order.',
      ];
    return same(shown[field], request[field as keyof AdUpdate])
      ? undefined
      : ['no_place', `The creative of this ad has no place for that. ${ELSE}`];
  };
}

/** A creative with a story is a new post. */
function warningsOf(request: AdUpdate, creative: Row, changes: readonly FieldChange[]): Warning[] {
  const changed = creativeFields.find((field) => has(changes, field));
  if (changed === undefined) return [];
  const cards = has(changes, 'link') ? cardsOf(creative) : 0;
  const isOther = !isPost(creative) || changed === 'creativeId';
  const lost =
    'The ad shows a new post: the likes, comments and shares of the present one stay with that one.';
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
