import { breaks } from '../base/refusal.ts';
import { mediaUrl } from '../media/filename.ts';
import { similarFiles } from '../media/find/similar.ts';
import { thumbnailsOf as smallPictures } from '../media/library.ts';
import { mediaKind } from '../media/records.ts';
import type { Store } from '../ports/store.ts';
import { requiredAccounts } from './accounts.ts';
import { creativeLives } from './creative-lives.ts';
import { knownCreativePage } from './creative-page.ts';
import type { PlacedGroup, ReportPorts } from './group-page.ts';
import { bestFirst, type MetricKey, metricByName, metricKeys } from './metrics.ts';
import { planQuery } from './plan-query.ts';
import { reportWithGroups } from './query-report.ts';
import type { TopCreativesRequest, TopCreativesResponse } from './schema/views.ts';
import { thumbnailsOf } from './thumbnails.ts';

type Ports = ReportPorts & { readonly publicUrl: string };

/** Reach of several ads together is not known. */
const shown: readonly MetricKey[] = metricKeys.filter(
  (key) => key !== 'reach' && key !== 'frequency',
);

/**
 * GET /v1/analytics/top-creatives: assets or name fields, ranked by a metric over all ads that
 * share them.
 */
export async function topCreatives(
  ports: Ports,
  companyId: string,
  request: TopCreativesRequest,
): Promise<TopCreativesResponse> {
  const { metric = 'spend', groupBy = 'asset', ...rest } = request;
  const key = metricByName(metric) ?? 'spend';
  if (!shown.includes(key))
    throw breaks(
      'metric',
      'reach_unavailable',
      'Reach cannot be given for several ads taken together: rank by another metric.',
    );
  const plan = planQuery({
    ...rest,
    groupBy: [groupBy],
    metrics: [...shown],
    sortBy: key,
    sortDirection: request.sortDirection ?? bestFirst(key),
    limit: request.limit ?? 10,
  });
  const { accounts } = await requiredAccounts(ports, companyId, request);
  const planned = { companyId, plan, accounts };
  const { report, groups } = await reportWithGroups(ports, planned, knownCreativePage);
  const lives = await creativeLives(ports, planned, groups);
  const pictures = await thumbnailsOf(ports, companyId, accounts, groups.map(leadingAd));
  const { coverage, ...metadata } = report.metadata;
  const data = await Promise.all(
    report.data.map(async (row, position) => {
      const [group, life] = [groups[position], lives[position]];
      if (life === undefined) throw new Error('A row of a report has no group.');
      const files = await filesOf(ports, companyId, row.asset ?? undefined);
      return {
        ...row,
        thumbnailUrl: files.picture ?? pictures.get(leadingAd(group).adId ?? '') ?? null,
        title: files.title ?? null,
        mediaIds: files.ids,
        similarAssets: files.similar,
        ...partsOf(group),
        ...life,
      };
    }),
  );
  return {
    ...report,
    data,
    metadata: { ...metadata, metric, groupBy, coverage: coverage?.[0]?.spendShare ?? null },
  };
}

/** The ad with the most impressions, whose picture is shown. */
function leadingAd(group: PlacedGroup | undefined) {
  const [first, ...others] = group?.ads ?? [];
  const lead = others.reduce(
    (best, ad) => ((ad.sums.impressions ?? 0) > (best?.sums.impressions ?? 0) ? ad : best),
    first,
  );
  return { adId: lead?.entity.adId, accountId: lead?.account?.id };
}

function partsOf(group: PlacedGroup | undefined) {
  const ads = group?.ads ?? [];
  const distinct = (values: readonly (string | undefined)[]): string[] =>
    [...new Set(values.filter((value): value is string => value !== undefined))].sort();
  return {
    ads: new Set(ads.map(({ entity }) => `${entity.accountId}/${entity.adId}`)).size,
    accountIds: distinct(ads.map(({ account }) => account?.id)),
    platforms: distinct(ads.map(({ account }) => account?.platform)),
  };
}

/** The file itself where it is a kept image; platforms' addresses of pictures stop working. */
async function filesOf(
  { store, publicUrl }: { readonly store: Store; readonly publicUrl: string },
  companyId: string,
  sha256: string | undefined,
): Promise<{
  readonly ids: number[];
  readonly similar: string[];
  readonly picture?: string;
  readonly title?: string;
}> {
  if (sha256 === undefined) return { ids: [], similar: [] };
  const { items } = await store.find(mediaKind, companyId, { where: { sha256 } });
  const [first] = items;
  const small = (first && smallPictures(publicUrl, companyId, first.doc))?.pop()?.url;
  const image = items.find(({ doc }) => doc.type === 'image');
  const picture = small ?? (image && mediaUrl(publicUrl, companyId, image.doc.filename));
  const similar =
    first === undefined ? [] : await similarFiles({ store, publicUrl }, companyId, first.doc);
  return {
    ids: items.map(({ id }) => Number(id)).sort((a, b) => a - b),
    similar: [...new Set(similar.map((each) => each.sha256))],
    ...(picture !== undefined && { picture }),
    ...(first !== undefined && { title: first.doc.title ?? first.doc.originalName }),
  };
}
