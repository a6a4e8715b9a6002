import type { AccountKey } from '../../../base/account-key.ts';
import { SlipwayError } from '../../../base/errors.ts';
import { mapBounded } from '../../../base/map-bounded.ts';
import { mediaAssetId, mediaAssetKind } from '../../../launch/journal/records.ts';
import { addSchemes, schemeOf } from '../../../launch/scheme.ts';
import type { ServicePorts } from '../../../operations/ports.ts';
import type { Access } from '../../../ports/platform-accounts.ts';
import type { AdCreative } from '../../../ports/platform-reads.ts';
import type { Store } from '../../../ports/store.ts';
import { allOf } from '../../../records/list.ts';
import { adAssetId, assetOf, type ShownAdRecord, shownAdKind } from './records.ts';

type Ports = Pick<ServicePorts, 'store' | 'secrets' | 'clock' | 'platforms'>;

export interface OwnAccount {
  readonly key: AccountKey;
  readonly platform: string;
  access(): Promise<Access>;
}

interface ReadAd {
  readonly doc: ShownAdRecord;
  readonly scheme?: string;
}

const DAY = 86_400_000;
/** Ads of an account that one report reads; the next one goes on. */
const MOST_READ = 200;
const AT_ONCE = 50;
/** An ad may get another picture; one that could not be read may be readable again. */
const STALE_MS = { read: 30 * DAY, unread: DAY };

/**
 * The assets of ads that were launched elsewhere, by `<account>/<ad>`, as their platforms tell
 * them. Ads that were never read come first, in the order of `campaigns`. Notes how they are
 * tracked, so that ads launched here are compared with them.
 *
 * @param campaigns of the ads of the account, by ad
 */
export async function foreignAssets(
  ports: Ports,
  companyId: string,
  account: OwnAccount,
  campaigns: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const adIds = [...campaigns.keys()];
  const known = new Map(
    (await allOf(ports.store, shownAdKind, companyId, { where: { account: account.key } })).map(
      (ad) => [ad.id, ad] as const,
    ),
  );
  const records = new Map([...known].map(([id, { doc }]) => [id, doc]));
  const due = adIds.filter((adId) =>
    isDue(records.get(adAssetId(account.key, adId)), ports.clock.now()),
  );
  const unread = due.filter((adId) => !records.has(adAssetId(account.key, adId)));
  const first = [...new Set([...unread, ...due])].slice(0, MOST_READ);
  const read = await readAds(ports, account, first);
  const writes = read.map(({ doc }) => {
    const id = adAssetId(account.key, doc.adId);
    records.set(id, doc);
    return {
      kind: shownAdKind,
      companyId,
      id,
      expect: known.get(id)?.version ?? ('absent' as const),
      doc,
    };
  });
  // Of two reports that read them at once either answer is right.
  if (writes.length > 0 && (await ports.store.commit(writes)) === undefined) {
    const schemes = read.flatMap(({ doc: { adId }, scheme }) => {
      const campaign = campaigns.get(adId);
      const isNew = !known.has(adAssetId(account.key, adId));
      return campaign === undefined || scheme === undefined || !isNew
        ? []
        : [{ account: account.key, campaign, scheme }];
    });
    await addSchemes(ports.store, companyId, schemes);
  }
  const wanted = adIds
    .flatMap((adId) => records.get(adAssetId(account.key, adId)) ?? [])
    .filter(({ refs }) => refs.length > 0);
  const files = await filesByRef(ports.store, companyId, account.key, [
    ...new Set(wanted.flatMap(({ refs }) => refs)),
  ]);
  const assets = await mapBounded(wanted, 20, async ({ adId, refs }) => {
    const asset = await assetOf(
      ports.secrets,
      refs.map((ref) => files.get(ref) ?? `${account.key}/${ref}`),
    );
    return [adAssetId(account.key, adId), asset] as const;
  });
  return new Map(assets);
}

const isDue = (ad: ShownAdRecord | undefined, now: number) =>
  ad === undefined || now - ad.readAt >= (ad.refs.length > 0 ? STALE_MS.read : STALE_MS.unread);

/** Empty where the platform cannot be asked: the report says how much is known. */
async function readAds(
  ports: Ports,
  account: OwnAccount,
  adIds: readonly string[],
): Promise<readonly ReadAd[]> {
  const creatives = ports.platforms[account.platform]?.inspect?.creatives;
  if (creatives === undefined || adIds.length === 0) return [];
  try {
    const { companyId, adAccountId, connectionId, credentials, currency, timezone } =
      await account.access();
    const accounts = [{ id: adAccountId, currency, timezone }];
    const asker = {
      companyId,
      credentials,
      accounts,
      ...(connectionId !== undefined && { connectionId }),
    };
    const parts = Array.from({ length: Math.ceil(adIds.length / AT_ONCE) }, (_, i) =>
      adIds.slice(i * AT_ONCE, (i + 1) * AT_ONCE),
    );
    const read = await mapBounded(parts, 2, (ids) => creatives(asker, ids, { brief: true }));
    const readAt = ports.clock.now();
    return read.flat().map((ad) => {
      const doc = { account: account.key, adId: ad.adId, refs: refsOf(ad), readAt };
      return 'failure' in ad
        ? { doc }
        : { doc, scheme: schemeOf({ link: ad.link ?? '', utmTags: ad.urlTags ?? '' }) };
    });
  } catch (error) {
    if (!(error instanceof SlipwayError)) throw error;
    return [];
  }
}

/** One image beside one video is its cover. */
function refsOf(ad: AdCreative): readonly string[] {
  if ('failure' in ad) return [];
  const videos = ad.videos.map(({ id }) => id);
  const images = ad.images.map(({ ref }) => ref);
  return videos.length === 1 && images.length === 1 ? videos : [...videos, ...images];
}

/**
 * The content of files that launches from here left in the account, by the platform's reference.
 */
async function filesByRef(
  store: Store,
  companyId: string,
  account: AccountKey,
  refs: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const prefix = mediaAssetId(account, '');
  const files = new Map<string, string>();
  await mapBounded(refs, 20, async (ref) => {
    const { items } = await store.find(mediaAssetKind, companyId, { where: { ref }, limit: 20 });
    const own = items.find(({ id }) => id.startsWith(prefix));
    if (own !== undefined) files.set(ref, own.id.slice(prefix.length));
  });
  return files;
}
