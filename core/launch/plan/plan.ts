import type { Platforms } from '../../accounts/find-account.ts';
import { type AccountKey, accountKeyOf } from '../../base/account-key.ts';
import { defined } from '../../base/defined.ts';
import type { SlipwayError } from '../../base/errors.ts';
import { expandName, hasTokens } from '../../base/name-tokens.ts';
import { breaks } from '../../base/refusal.ts';
import { join } from '../../base/schema/faults.ts';
import type { LaunchAd, LaunchMedia } from '../../ports/launch-ad.ts';
import type { AdSetFacts, Asset } from '../../ports/platform-launch.ts';
import type { Steps } from '../../records/steps.ts';
import type { NewParent } from '../structure/parents.ts';
import { planParents } from '../structure/plan.ts';

/**
 * Every operation of a launch, in order, with what each waits for: shown by the dry run, priced,
 * stored, and carried out.
 */
export interface Plan {
  readonly ads: readonly LaunchAd[];
  /** As known when the plan was made, by `adSetKey`. */
  readonly adSets: { readonly [key: string]: AdSetFacts };
  readonly known: readonly Asset[];
  readonly operations: readonly PlannedOperation[];
  /** Campaigns and ad sets that are made with the ads. */
  readonly parents?: readonly NewParent[];
}

export interface PlannedOperation {
  /** Unique in its plan and deterministic: `image:0`, `ready:1`, `creative:4`, `ad:4:2`. */
  readonly id: string;
  readonly kind:
    | 'image'
    | 'video'
    | 'ready'
    | 'creative'
    | 'ad'
    | 'campaign'
    | 'adset'
    | 'finish'
    | 'start';
  readonly adIndex: number;
  readonly account: AccountKey;
  readonly dependsOn: readonly string[];
  readonly mediaIndex?: number;
  /**
   * 'campaign', 'adset', 'finish', 'start': the id of what is made, finished or switched on
   * (`Plan.parents`).
   */
  readonly parent?: string;
  /** 'creative', 'ad': the source of each of its media, an operation's id or `known:<position>`. */
  readonly assets?: readonly string[];
  readonly creativeKey?: string;
  /** 'ad' only, as are the rest. */
  readonly adSetId?: string;
  /** The operation that makes its creative, where creatives are shared. */
  readonly creative?: string;
  /** The operation that makes its ad set, which `adSetId` only stands for then. */
  readonly adSet?: string;
  /** Tokens expanded, except those known only at submission. */
  readonly name?: string;
}

interface PlanContext {
  readonly platforms: Platforms;
  adSetFacts(account: AccountKey, adSetId: string): AdSetFacts | undefined;
  knownAsset(account: AccountKey, media: LaunchMedia): Asset | undefined;
  timezone(account: AccountKey): string;
  readonly now: number;
  readonly parents?: readonly NewParent[];
}

/** Tokens can make a short pattern a long name; no platform takes one nearly as long as this. */
const LONGEST_NAME = 2_000;

function nameTooLong(ad: LaunchAd, length: number): SlipwayError {
  const message = `With its tokens filled in this name has ${length} characters. Use fewer tokens, or shorter labels.`;
  return breaks(join(ad.path, 'adName'), 'name_too_long', message);
}

function uploadsIn(sources: readonly string[]): readonly string[] {
  const uploads = sources.filter((source) => !source.startsWith('known:'));
  return uploads.length < 2 ? uploads : [...new Set(uploads)];
}

export const adSetKey = (account: AccountKey, adSetId: string): string => `${account} ${adSetId}`;

/**
 * Pure: the same ads and context give the same plan, byte for byte. Throws `unprocessable_entity`
 * for a name that grows too long.
 */
export function* planLaunch(ads: readonly LaunchAd[], context: PlanContext): Steps<Plan> {
  const operations: PlannedOperation[] = [];
  const known: Asset[] = [];
  const adSets = new Map<string, AdSetFacts>();
  const sources = new Map<string, string>();
  const creatives = new Map<string, string>();
  let uploaded = 0;

  const factsOf = (account: AccountKey, adSetId: string, label: string): AdSetFacts => {
    const key = adSetKey(account, adSetId);
    const known = adSets.get(key);
    if (known !== undefined) return known;
    const facts = context.adSetFacts(account, adSetId) ?? {
      id: adSetId,
      name: label,
      objective: '',
    };
    adSets.set(key, facts);
    return facts;
  };

  const { parents = [] } = context;
  const tree = planParents(parents, operations);
  const sourceOf = (ad: LaunchAd, media: LaunchMedia, mediaIndex: number): string => {
    const account = accountKeyOf(ad);
    const key = `${account} ${media.type} ${media.sha256 ?? media.url}`;
    const existing = sources.get(key);
    if (existing !== undefined) return existing;
    const remember = (source: string): string => {
      sources.set(key, source);
      return source;
    };
    const asset = context.knownAsset(account, media);
    if (asset !== undefined) return remember(`known:${known.push(asset) - 1}`);
    const place = { adIndex: ad.index, account, mediaIndex };
    // A document is uploaded as an image is.
    const kind = media.type === 'video' ? 'video' : 'image';
    const upload = `${kind}:${uploaded}`;
    operations.push({ id: upload, kind, ...place, dependsOn: [] });
    if (kind === 'image') {
      uploaded += 1;
      return remember(upload);
    }
    const ready = `ready:${uploaded}`;
    operations.push({ id: ready, kind: 'ready', ...place, dependsOn: [upload] });
    uploaded += 1;
    return remember(ready);
  };

  for (const ad of ads) {
    const launch = context.platforms[ad.platform]?.launch;
    if (launch === undefined) continue;
    const account = accountKeyOf(ad);
    // An existing post, or a creator's, uploads nothing: its media are a preview.
    const uploads = ad.type !== 'postBoost' && ad.type !== 'partnershipCode';
    const assets = ad.media.flatMap((media, mediaIndex) =>
      media.url === undefined || !uploads ? [] : [sourceOf(ad, media, mediaIndex)],
    );
    const isSeveral =
      ad.type === 'multi' && context.platforms[ad.platform]?.definition.launch?.multi === 'ads';
    const shows = (isSeveral ? assets.map((asset) => [asset]) : [assets]).map((shown) => ({
      shown,
      uploads: uploadsIn(shown),
    }));
    let made = 0;

    for (const [position, { id: adSetId, label }] of ad.adSets.entries()) {
      yield;
      const facts = factsOf(account, adSetId, label);
      const adSet = tree.adSetFor(account, adSetId, ad.index);
      const form = launch.creativeKey(ad, facts);
      const names = shows.length > 1 ? new Set<string>() : undefined;
      for (const [item, { shown, uploads: uploadsNeeded }] of shows.entries()) {
        const creativeKey = item === 0 ? form : `${form} ${item + 1}`;

        let creative: string | undefined;
        if (launch.creatives === 'shared') {
          const key = `${ad.index} ${creativeKey}`;
          creative = creatives.get(key);
          if (creative === undefined) {
            creative = made === 0 ? `creative:${ad.index}` : `creative:${ad.index}.${made}`;
            made += 1;
            creatives.set(key, creative);
            operations.push({
              id: creative,
              kind: 'creative',
              adIndex: ad.index,
              account,
              assets: shown,
              creativeKey,
              dependsOn: uploadsNeeded,
            });
          }
        }
        const filename = ad.media[item]?.filename;
        const expanded = hasTokens(ad.adName)
          ? expandName(ad.adName, {
              ...defined({ filename }),
              index: ad.index + 1,
              now: context.now,
              timezone: context.timezone(account),
              adSetName: label === '' ? facts.name : label,
            })
          : ad.adName;
        const name = names?.has(expanded) ? `${expanded} ${item + 1}` : expanded;
        names?.add(name);
        if (name.length > LONGEST_NAME) throw nameTooLong(ad, name.length);
        const operation: { -readonly [K in keyof PlannedOperation]: PlannedOperation[K] } = {
          id: `ad:${ad.index}:${position}${item === 0 ? '' : `.${item}`}`,
          kind: 'ad',
          adIndex: ad.index,
          account,
          assets: shown,
          creativeKey,
          adSetId,
          name,
          dependsOn: creative === undefined ? uploadsNeeded : [creative],
        };
        if (creative !== undefined) operation.creative = creative;
        if (adSet !== undefined) {
          operation.adSet = adSet;
          operation.dependsOn = [...operation.dependsOn, adSet];
          tree.holds(adSet, operation.id, ad.index);
        }
        operations.push(operation);
      }
    }
  }
  tree.start();
  const made = parents.length === 0 ? {} : { parents };
  return { ads, adSets: Object.fromEntries(adSets), known, operations, ...made };
}
