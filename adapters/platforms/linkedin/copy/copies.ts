import { asRow, at, numeric, text, wordsIn } from '../../kit/json.ts';
import { landingPage } from '../../kit/links.ts';
import {
  type CopyTimes,
  copiedName,
  copiedWindow,
  copyTimes,
  kept,
  namedIn,
  type Rebuilding,
  rebuild,
  rebuildFrom,
  sourceTree,
} from '../../kit/rebuild.ts';
import type {
  Access,
  Answer,
  Api,
  Clock,
  CopyOutcome,
  CopyRequest,
  CopySource,
  DuplicateCapability,
  EntityType,
  Row,
} from '../../types.ts';
import { inlineRequest, intendedStatus, rewrittenPost } from '../launch/post.ts';
import {
  campaignOf,
  collectionPath,
  groupOf,
  listCreatives,
  listGroups,
  readRows,
  rowId,
  shapes,
} from '../read/objects.ts';
import { readPosts } from '../read/posts.ts';
import { accountUrn, idOf, urnOf } from '../urns.ts';
import { idMade } from '../wire/client.ts';
import { living, statusOf } from '../wire/statuses.ts';

export function createCopies(api: Api, clock: Clock, times: CopyTimes): DuplicateCapability {
  const { calls } = api;
  const rebuilding = createRebuilding(api, clock);
  return {
    ...copyTimes(times),
    tree: (access, type, id) => readTree(api, access, type, id),
    recreate: (access, request) =>
      request.type === 'ad'
        ? recreateCreative(api, access, request)
        : rebuildFrom(rebuilding, access, request),
    async named(access, type, part) {
      const rows =
        type === 'ad'
          ? await listCreatives(calls, access, living)
          : await listGroups(calls, access, { type, statuses: living });
      if (rows.length > 0 && rows.every(({ name }) => name === undefined))
        throw api.wire.error(
          'rule',
          'LinkedIn tells no names here, so that copies cannot be told from what they were made from.',
          'Look in Campaign Manager for what was made.',
        );
      const ids = rows.map((row) => ({ ...row, id: rowId(type, row) }));
      return namedIn(ids, part, { id: 'id', name: 'name' });
    },
  };
}

async function readTree(
  { calls, wire }: Api,
  access: Access,
  type: EntityType,
  id: string,
): Promise<CopySource> {
  const root = (await readRows(calls, access, type, [id])).get(id);
  if (root === undefined || statusOf(root) === 'DELETED') throw wire.notFound(id);
  const adSets =
    type === 'campaign'
      ? await listGroups(calls, access, { type: 'adset', statuses: living, below: [id] })
      : [];
  const campaigns = type === 'campaign' ? adSets.map((row) => rowId('adset', row)) : [id];
  const ads =
    type === 'ad' || campaigns.length === 0
      ? []
      : await listCreatives(calls, access, living, campaigns);
  const groups = new Map(adSets.map((row) => [rowId('adset', row), groupOf(row)]));
  // A creative does not say its group.
  const above =
    type === 'ad'
      ? (await readRows(calls, access, 'adset', [campaignOf(root)])).get(campaignOf(root))
      : root;
  const groupOfAd = (row: Row): string => groups.get(campaignOf(row)) ?? groupOf(above ?? {});
  return sourceTree({ type, root, adSets, ads }, (level, row) => ({
    ...shapes.node(access, level, row),
    ...(level === 'ad' && { campaignId: groupOfAd(row) }),
    ...(level === 'adset' && isUndeclared(row) && { notCopyable: undeclared }),
  }));
}

/** Only a person may declare this. */
const isUndeclared = ({ politicalIntent }: Row) => text(politicalIntent) === undefined;
const undeclared =
  'The campaign does not say whether it contains political advertising in the EU. Declare it in Campaign Manager first.';

const groupFields = ['totalBudget', 'dailyBudget', 'objectiveType'];
const campaignFields = wordsIn(`
  type objectiveType costType unitCost dailyBudget totalBudget locale targetingCriteria associatedEntity format
  creativeSelection optimizationTargetType audienceExpansionEnabled politicalIntent
`);

const changed = (row: Row, { status }: CopyRequest, now: number) => ({
  status,
  runSchedule: schedule(row, now),
});

const types: Rebuilding['types'] = {
  campaign: { keep: groupFields, name: 'name', changed },
  adset: {
    keep: campaignFields,
    name: 'name',
    parent: 'campaignGroup',
    changed: (row, request, now) => ({
      ...changed(row, request, now),
      // The platform requires it; older campaigns may lack it.
      offsiteDeliveryEnabled: row.offsiteDeliveryEnabled === true,
    }),
  },
  // Rebuilt with their posts (creative.ts).
  ad: { keep: [], name: 'name' },
};

const createRebuilding = ({ calls, wire }: Api, clock: Clock): Rebuilding => ({
  types,
  clock,
  fail: wire.fail,
  async read(access, type, id) {
    const row = (await readRows(calls, access, type, [id])).get(id);
    if (type === 'adset' && row !== undefined && isUndeclared(row))
      throw wire.error('rule', undeclared, 'Declare it first.');
    return row;
  },
  create(access, type, { campaignGroup, ...params }) {
    const body = {
      account: accountUrn(access.adAccountId),
      ...(type === 'adset' && { campaignGroup: urnOf('campaign', String(campaignGroup)) }),
      ...params,
    };
    return calls.tried(access, collectionPath(access, type), body);
  },
  idOf(type, answer) {
    const id = idMade(answer);
    return id === undefined ? undefined : idOf(type, id);
  },
});

/** A start that has passed becomes now: every group and campaign has one. */
function schedule(row: Row, now: number) {
  const { start, end } = asRow(row.runSchedule) ?? {};
  const window = copiedWindow({ start: numeric(start), end: numeric(end) }, now);
  return { start: window.start ?? now, ...(window.end !== undefined && { end: window.end }) };
}

/** A copy shows the post of its source; other words need a new post. */
function recreateCreative(api: Api, access: Access, request: CopyRequest): Promise<CopyOutcome> {
  return rebuild(
    api.wire.fail,
    request,
    () => prepare(api, access, request),
    (answer) => {
      const id = idMade(answer);
      return id === undefined ? undefined : idOf('ad', id);
    },
  );
}

async function prepare(
  { calls, wire }: Api,
  access: Access,
  request: CopyRequest,
): Promise<() => Promise<Answer>> {
  const row = (await readRows(calls, access, 'ad', [request.sourceId])).get(request.sourceId);
  if (row === undefined) throw wire.notFound(request.sourceId);
  const reference = text(at(row, 'content', 'reference'));
  const common = {
    campaign: urnOf('adset', request.parentId ?? text(row.campaign) ?? ''),
    intendedStatus: intendedStatus(request.status),
    name: copiedName(row.name, request),
    // The form that its button opens.
    ...kept(row, ['leadgenCallToAction']),
  };
  const path = collectionPath(access, 'ad');
  if (!hasOtherWords(request)) {
    if (reference === undefined) throw wire.error('rule', noPost, 'Make a new ad instead.');
    return () => calls.tried(access, path, { ...common, content: { reference } });
  }
  const post = (await readPosts(calls, access, reference === undefined ? [] : [reference])).get(
    reference ?? '',
  );
  if (post === undefined)
    throw wire.error('rule', noPost, 'Copy it without other words, or make a new ad.');
  const { body } = inlineRequest(
    common,
    rewrittenPost(access, post, wordsOf(request, text(post.contentLandingPage))),
  );
  return () => calls.tried(access, `${path}?action=createInline`, body);
}

const noPost = 'The creative shows no post that can be read, so Slipway cannot rebuild it.';

const hasOtherWords = ({ values }: CopyRequest) =>
  values !== undefined &&
  [values.primaryTexts, values.headlines, values.url, values.urlTags].some(
    (each) => each !== undefined,
  );

function wordsOf({ values }: CopyRequest, current: string | undefined) {
  const { primaryTexts, headlines, url, urlTags } = values ?? {};
  const link = url ?? (urlTags === undefined ? undefined : current?.split('?', 1)[0]);
  return {
    commentary: primaryTexts?.[0],
    title: headlines?.[0],
    page:
      link === undefined
        ? undefined
        : landingPage({ link, ...(urlTags !== undefined && { utmTags: urlTags }) }),
  };
}
