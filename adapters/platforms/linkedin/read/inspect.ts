import { mapBounded } from '../../../../core/base/map-bounded.ts';
import { accountHolding, eachAd } from '../../kit/anywhere.ts';
import { at, defined, rowsOf, said, text } from '../../kit/json.ts';
import { siftedPage } from '../../kit/sifted.ts';
import type {
  Access,
  AdAbout,
  AdCreative,
  AdListing,
  AdsQuery,
  Api,
  CursorPage,
  EntityFacts,
  EntityType,
  InspectCapability,
  Row,
} from '../../types.ts';
import { numberOf, organizationUrn, typeOf } from '../urns.ts';
import { finder } from '../wire/client.ts';
import { createdAt, isoTime, modifiedAt } from '../wire/dates.ts';
import { listed, living, wordsFor } from '../wire/statuses.ts';
import { identityOf } from './accounts.ts';
import {
  campaignOf,
  collectionPath,
  creativeQuery,
  groupOf,
  listGroups,
  readRows,
  rowId,
  shapes,
} from './objects.ts';
import { mediaIn, picturesIn, picturesOf, plainText, postsOf, readPosts } from './posts.ts';

export function createInspect(api: Api): InspectCapability {
  const { calls, wire } = api;
  return {
    // A deleted draft leaves no trace.
    listsDeleted: false,
    ads: (access, query) => listAds(api, access, query),
    entities: (access, objects) => readEntities(api, access, objects),
    pictures: (access, adIds) => picturesOf(calls, access, adIds),
    posts: (access, organization) => postsOf(api, access, organization),
    debug: (asker, adIds) =>
      eachAd(
        wire,
        { asker, adIds },
        readShown,
        (adId, { picture, speaker, ...found }, adAccountId) => ({
          adId,
          about: { ...aboutAd(adId, adAccountId, found), thumbnailUrl: picture, identity: speaker },
          record: { ...found.row, ...(found.post && { post: found.post }) },
        }),
      ),
    creatives: (asker, adIds) => eachAd(wire, { asker, adIds }, readAds, creativeOf),
    accountOf: (asker, { type, id }) =>
      accountHolding(wire, asker, id, (access, ids) => readRows(calls, access, type, ids)),
  };

  async function readShown(access: Access, ids: readonly string[]) {
    const ads = await readAds(access, ids);
    const pictures = await picturesIn(
      calls,
      access,
      new Map([...ads].map(([id, { post = {} }]) => [id, post])),
    );
    const authorOf = ({ post }: AdRead) => said(post?.author);
    const authors = [...new Set([...ads.values()].map(authorOf))].filter((urn) =>
      urn.startsWith(organizationUrn('')),
    );
    const speakers = new Map(
      await mapBounded(authors, 4, async (urn) => {
        return [urn, { ...(await identityOf(calls, access, numberOf(urn))), value: urn }] as const;
      }),
    );
    const shown = [...ads].map(([id, ad]) => {
      const author = authorOf(ad);
      const speaker = speakers.get(author) ?? defined({ value: author || undefined });
      return [id, { ...ad, picture: pictures.get(id), speaker }] as const;
    });
    return new Map(shown);
  }

  /** With their posts and what is above them. */
  async function readAds(
    access: Access,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, AdRead>> {
    const rows = await readRows(calls, access, 'ad', ids);
    const campaigns = await readRows(calls, access, 'adset', [...rows.values()].map(campaignOf));
    const groups = await readRows(calls, access, 'campaign', [...campaigns.values()].map(groupOf));
    const posts = await readPosts(
      calls,
      access,
      [...rows.values()].flatMap((row) => text(at(row, 'content', 'reference')) ?? []),
    );
    return new Map(
      [...rows].map(([id, row]) => {
        const campaign = campaigns.get(campaignOf(row)) ?? {};
        const post = posts.get(said(row, 'content', 'reference'));
        return [
          id,
          { row, campaign, group: groups.get(groupOf(campaign)) ?? {}, ...(post && { post }) },
        ];
      }),
    );
  }
}

interface AdRead {
  readonly row: Row;
  readonly campaign: Row;
  readonly group: Row;
  readonly post?: Row;
}

/** A URN tells its type; a bare number is looked for on every level. */
export async function readEntities(
  { calls, wire }: Api,
  access: Access,
  objects: Parameters<InspectCapability['entities']>[1],
): ReturnType<InspectCapability['entities']> {
  const found = new Map<string, { readonly type: EntityType; readonly row: Row }>();
  for (const type of ['ad', 'adset', 'campaign'] as const) {
    const ids = objects
      .filter((each) => (each.type ?? typeOf(each.id) ?? type) === type && !found.has(each.id))
      .map(({ id }) => id);
    if (ids.length === 0) continue;
    for (const [id, row] of await readRows(calls, access, type, ids)) found.set(id, { type, row });
  }
  const campaigns = await readRows(
    calls,
    access,
    'adset',
    [...found.values()].filter(({ type }) => type === 'ad').map(({ row }) => campaignOf(row)),
  );
  return objects.map(({ id }) => {
    const known = found.get(id);
    if (known === undefined) return { id, failure: wire.missing(id) };
    return factsOf(access, known.type, {
      id,
      row: known.row,
      campaign: campaigns.get(campaignOf(known.row)) ?? {},
    });
  });
}

function factsOf(
  access: Access,
  type: EntityType,
  { id, row, campaign }: { readonly id: string; readonly row: Row; readonly campaign: Row },
): EntityFacts {
  return {
    ...shapes.facts(access, type, row),
    id,
    ...defined({
      campaignId: type === 'ad' ? groupOf(campaign) : undefined,
      objective: type === 'ad' ? text(campaign.objectiveType) : text(row.objectiveType),
      targeting: type === 'adset' ? (row.targetingCriteria as EntityFacts['targeting']) : undefined,
    }),
  };
}

const aboutAd = (adId: string, adAccountId: string, { row, campaign, group }: AdRead): AdAbout => ({
  adAccountId,
  createdTime: isoTime(createdAt(row)),
  updatedTime: isoTime(modifiedAt(row)),
  campaign: {
    id: groupOf(campaign),
    name: text(group.name),
    objective: text(campaign.objectiveType),
  },
  adSet: {
    id: campaignOf(row),
    name: text(campaign.name),
    optimizationGoal: text(campaign.optimizationTargetType),
  },
  creative: { id: adId, name: text(row.name) },
});

function creativeOf(adId: string, { row, post = {} }: AdRead): AdCreative {
  const media = mediaIn(post) ?? text(at(post, 'content', 'article', 'thumbnail'));
  const title =
    text(at(post, 'content', 'media', 'title')) ?? text(at(post, 'content', 'article', 'title'));
  const commentary = text(post.commentary);
  const isVideo = media?.startsWith('urn:li:video:') === true;
  return {
    adId,
    creativeId: text(at(row, 'content', 'reference')) ?? adId,
    titles: title === undefined ? [] : [title],
    bodies: commentary === undefined ? [] : [plainText(commentary)],
    descriptions: [],
    ...defined({
      cta: text(post.contentCallToActionLabel),
      link: text(post.contentLandingPage) ?? text(at(post, 'content', 'article', 'source')),
      page: text(post.author),
    }),
    images: media === undefined || isVideo ? [] : [{ ref: media }],
    videos: media !== undefined && isVideo ? [{ id: media }] : [],
  };
}

/**
 * The address of a picture would cost further calls and work for some hours. Cursor:
 * `<place on the page>.<the platform's token>`.
 */
async function listAds(
  { calls, wire }: Api,
  access: Access,
  { adSetId, campaignId, status, limit, after }: AdsQuery,
): Promise<CursorPage<AdListing>> {
  // Deleted drafts leave no trace: a list of deleted creatives would lack most.
  if (status === 'DELETED') return { data: [] };
  const campaigns =
    adSetId !== undefined
      ? [adSetId]
      : campaignId === undefined
        ? undefined
        : await campaignsOf(campaignId);
  if (campaigns?.length === 0) return { data: [] };
  const query = creativeQuery(status === undefined ? listed : wordsFor[status], campaigns);
  const read = async (cursor: string) => {
    const params = { ...query, pageToken: cursor || undefined };
    const page = await calls.read(access, collectionPath(access, 'ad'), params, finder);
    return {
      rows: rowsOf(page.elements),
      next: text(at(page, 'metadata', 'nextPageToken')) || undefined,
    };
  };
  return siftedPage(wire.fail, { limit, after, read, isMeant: () => true }, shapes.listing);

  async function campaignsOf(group: string) {
    return (
      await listGroups(calls, access, { type: 'adset', statuses: living, below: [group] })
    ).map((row) => rowId('adset', row));
  }
}
