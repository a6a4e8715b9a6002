import { defined } from '../base/defined.ts';
import { PlatformError } from '../base/errors.ts';
import type { AdPlatform } from '../ports/ad-platform.ts';
import type { Access, EntityType } from '../ports/platform-accounts.ts';
import type { CopySource } from '../ports/platform-changes.ts';
import type { AdCreative, AdListing, EntityFacts } from '../ports/platform-reads.ts';
import type { Json } from '../ports/store.ts';
import type { Looked } from './preview.ts';

interface Account {
  readonly platform: AdPlatform;
  readonly access: Access;
}

/**
 * What must stay as it was approved. `named`: name and status. `own`: also its budgets, times and
 * targeting. `below`: its name, what it says and shows, and the names of what is in it, for a
 * deletion. `whole`: what `own` sees and what ads say and show, of all that is in it too, for what
 * starts, is copied or gets more money.
 */
export type Look = 'named' | 'own' | 'below' | 'whole';

/**
 * One call for the ads below an object, one for its ad sets, one for their targeting, one for the
 * content of 50 ads.
 */
export async function lookAt(
  account: Account,
  objects: readonly EntityFacts[],
  look: Look,
): Promise<readonly Looked[]> {
  const looked: Looked[] = [];
  for (const object of objects) {
    const { id: of, type } = object;
    if (look === 'named' || look === 'own' || type === 'ad') {
      looked.push(lookedAt(object, of, look));
      continue;
    }
    const adSets = type === 'campaign' ? await adSetsBelow(account, of, look) : [];
    const ads = await adsBelow(account, type === 'campaign' ? { campaignId: of } : { adSetId: of });
    looked.push(lookedAt(object, of, look));
    looked.push(...adSets.map((adSet) => lookedAt(adSet, of, look)));
    looked.push(...ads.map((ad) => lookedAt({ type: 'ad', ...ad }, of, look)));
  }
  if (look === 'named') return looked;
  if (look === 'below') return withContent(account, looked, ({ id, of }) => id === of);
  if (look === 'own') return withAudiences(account, looked);
  const around = await adSetsAround(account, objects);
  return withAudiences(account, await withContent(account, [...looked, ...around]));
}

/** Of what is copied, with all that is copied with it. */
export async function lookAtTree(account: Account, source: CopySource): Promise<readonly Looked[]> {
  const nodes: CopySource[] = [];
  const walk = (node: CopySource): void => {
    nodes.push(node);
    for (const child of node.children) walk(child);
  };
  walk(source);
  const others = nodes.filter(({ type }) => type !== 'ad');
  const { inspect } = account.platform;
  const read =
    inspect === undefined || others.length === 0
      ? []
      : await inspect.entities(
          account.access,
          others.map(({ type, id }) => ({ type, id })),
        );
  const known = new Map(
    read.map((each) => ['failure' in each ? orTold(each.failure, each.id) : each.id, each]),
  );
  const looked = nodes.map((node) => {
    const facts = known.get(node.id);
    return lookedAt(
      { ...node, ...(facts && 'targeting' in facts && defined({ targeting: facts.targeting })) },
      source.id,
      'whole',
    );
  });
  const around = await adSetsAround(account, [source]);
  return withAudiences(account, await withContent(account, [...looked, ...around]));
}

/** An ad is shown to whom its ad set says. */
async function adSetsAround(
  { platform: { inspect }, access }: Account,
  ads: readonly Placed[],
): Promise<readonly Looked[]> {
  const placed = ads.flatMap(({ type, id, adSetId }) =>
    type === 'ad' && adSetId !== undefined ? [{ of: id, adSetId }] : [],
  );
  const ids = [...new Set(placed.map(({ adSetId }) => adSetId))];
  if (inspect === undefined || ids.length === 0) return [];
  const read = await inspect.entities(
    access,
    ids.map((id) => ({ type: 'adset' as const, id })),
  );
  return placed.flatMap(({ of, adSetId }) => {
    const found = read[ids.indexOf(adSetId)];
    if (found === undefined) return [];
    return 'failure' in found ? orTold(found.failure, []) : [lookedAt(found, of, 'own')];
  });
}

type Placed = Pick<EntityFacts, 'type' | 'id'> & { readonly adSetId?: string | undefined };

type Known = Partial<
  Pick<EntityFacts, 'dailyBudget' | 'lifetimeBudget' | 'startTime' | 'endTime' | 'targeting'>
>;

interface Seen extends Known {
  readonly type: EntityType;
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly creativeId?: string | undefined;
}

function lookedAt(object: Seen, of: string, look: Look): Looked {
  const {
    type,
    id,
    name,
    status,
    dailyBudget,
    lifetimeBudget,
    startTime,
    endTime,
    targeting,
    creativeId: creative,
  } = object;
  const whole = {
    'daily budget': dailyBudget,
    'lifetime budget': lifetimeBudget,
    start: startTime === undefined ? undefined : new Date(startTime).toISOString(),
    end: endTime === undefined ? undefined : new Date(endTime).toISOString(),
    targeting: targeting as Json | undefined,
    creative,
  };
  // What is deleted with its parent may be paused meanwhile.
  const state = look === 'below' && id !== of ? undefined : status;
  return {
    type,
    id,
    name,
    of,
    facts: defined({ name, status: state, ...((look === 'whole' || look === 'own') && whole) }),
  };
}

async function adSetsBelow(
  { platform, access }: Account,
  campaignId: string,
  look: Look,
): Promise<readonly Seen[]> {
  const adSets = await platform.accounts.adSets(access, { campaignIds: [campaignId] });
  // On some platforms a campaign is its own ad set.
  const others = adSets
    .filter(({ id }) => id !== campaignId)
    .map((adSet) => ({ ...adSet, type: 'adset' as const }));
  if (look !== 'whole' || others.length === 0 || platform.inspect === undefined) return others;
  const read = await platform.inspect.entities(
    access,
    others.map(({ id }) => ({ type: 'adset' as const, id })),
  );
  return read.flatMap((each, i) =>
    'failure' in each ? (orTold<Seen | undefined>(each.failure, others[i]) ?? []) : each,
  );
}

/** Living ones. */
async function adsBelow(
  { platform: { inspect }, access }: Account,
  parent: { readonly campaignId: string } | { readonly adSetId: string },
): Promise<readonly AdListing[]> {
  const ads: AdListing[] = [];
  if (inspect === undefined) return ads;
  for (let after: string | undefined, more = true; more; more = after !== undefined) {
    const page = await inspect.ads(access, { ...parent, limit: 200, ...defined({ after }) });
    ads.push(...page.data.filter(({ status }) => status !== 'DELETED' && status !== 'ARCHIVED'));
    after = page.after;
  }
  return ads;
}

/** What ads say and show, for the first of them: beyond these only the id of what they show. */
const MOST_READ = 500;
const AT_ONCE = 50;

async function withContent(
  { platform: { inspect }, access }: Account,
  looked: readonly Looked[],
  isWanted: (each: Looked) => boolean = () => true,
): Promise<readonly Looked[]> {
  const ads = looked.filter((each) => each.type === 'ad' && isWanted(each));
  const ids = [...new Set(ads.map(({ id }) => id))].slice(0, MOST_READ);
  if (inspect?.creatives === undefined || ids.length === 0) return looked;
  const found = new Map<string, Looked['facts']>();
  for (let i = 0; i < ids.length; i += AT_ONCE)
    for (const creative of await inspect.creatives(askerOf(access), ids.slice(i, i + AT_ONCE), {
      brief: true,
    }))
      found.set(creative.adId, contentOf(creative));
  return looked.map((each) => ({
    ...each,
    facts: { ...each.facts, ...(each.type === 'ad' && found.get(each.id)) },
  }));
}

const askerOf = ({
  companyId,
  connectionId,
  credentials,
  adAccountId,
  currency,
  timezone,
}: Access) => ({
  companyId,
  ...defined({ connectionId }),
  credentials,
  accounts: [{ id: adAccountId, currency, timezone }],
});

function contentOf(creative: AdCreative): Looked['facts'] {
  if ('failure' in creative)
    return orTold(creative.failure, { content: 'not told by the platform' });
  const {
    creativeId,
    titles,
    bodies,
    descriptions,
    cta,
    link,
    urlTags,
    images,
    videos,
    page,
    secondary,
  } = creative;
  const texts = (all: readonly string[]) => (all.length === 0 ? undefined : [...all]);
  return defined({
    link,
    texts: texts(bodies),
    headlines: texts(titles),
    descriptions: texts(descriptions),
    'call to action': cta,
    'URL tags': urlTags,
    images: texts(images.map(({ ref }) => ref)),
    videos: texts(videos.map(({ id }) => id)),
    page,
    profile: secondary,
    creative: creativeId,
  });
}

/** Where the platform tells targeting apart from the objects. */
async function withAudiences(
  { platform: { inspect }, access }: Account,
  looked: readonly Looked[],
): Promise<readonly Looked[]> {
  const wanted = looked
    .filter(({ type }) => type !== 'ad')
    .map(({ type, id }) => ({ type: type as EntityType, id }));
  if (inspect?.audiences === undefined || wanted.length === 0) return looked;
  const found = await inspect.audiences(access, wanted);
  return looked.map((each) => {
    const targeting = each.type === 'ad' ? undefined : found.get(each.id);
    return targeting === undefined ? each : { ...each, facts: { ...each.facts, targeting } };
  });
}

/**
 * What passes is thrown, so that the plan is tried again; what stays is part of what was approved.
 */
export function orTold<T>(
  failure: Extract<AdCreative, { failure: unknown }>['failure'],
  told: T,
): T {
  if (failure.retryable || failure.class === 'auth') throw new PlatformError(failure);
  return told;
}
