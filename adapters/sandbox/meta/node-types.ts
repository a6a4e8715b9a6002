import { accountType, businessType, moneyEdges } from './accounts.ts';
import { adSetEdges, adSetType } from './ad-sets.ts';
import { adEdges, adType } from './ads.ts';
import { sessionType } from './async.ts';
import { asyncEdges, requestSetType, requestType } from './async-sets.ts';
import { campaignEdges, campaignType } from './campaigns.ts';
import { commentsEdge, commentType } from './comments.ts';
import { adCopies, adSetCopies, campaignCopies } from './copies.ts';
import { creativeEdges, creativeType } from './creatives.ts';
import type { Edge, NodeType } from './graph.ts';
import { historyEdge } from './history.ts';
import { imageEdges, imageType } from './images.ts';
import { labelEdges } from './label-edges.ts';
import { labelType } from './labels.ts';
import { instagramType, mediaType, pageEdges, pageType, postType } from './pages.ts';
import { partnershipEdges } from './partnerships.ts';
import { conversionType, pixelEdges, pixelType } from './pixels.ts';
import { previewsEdge } from './previews.ts';
import { insightsEdge, runType } from './report-runs.ts';
import { scheduleEdge, scheduleType } from './schedules.ts';
import { searchEdges } from './search.ts';
import { userType } from './tokens.ts';
import { valueRuleEdges, valueRuleType } from './value-rules.ts';
import { videoAdEdges } from './video-ads.ts';
import { videoEdges, videoType } from './videos.ts';

const accountEdges: { readonly [name: string]: Edge } = {
  ...campaignEdges,
  ...adSetEdges,
  ...adEdges,
  ...creativeEdges,
  ...imageEdges,
  ...videoEdges,
  ...labelEdges,
  ...pageEdges,
  ...asyncEdges,
  ...videoAdEdges,
  ...pixelEdges,
  ...valueRuleEdges,
  ...searchEdges,
  ...moneyEdges,
  activities: historyEdge,
  insights: insightsEdge,
};

/** Every kind of object this platform has, by the name of its collection. */
export function nodeTypes(): ReadonlyMap<string, NodeType> {
  const types: readonly NodeType[] = [
    accountType(accountEdges),
    withEdges(campaignType, { copies: campaignCopies, insights: insightsEdge, budget_schedules: scheduleEdge }),
    withEdges(adSetType, {
      copies: adSetCopies,
      insights: insightsEdge,
      activities: historyEdge,
      budget_schedules: scheduleEdge,
    }),
    withEdges(adType, { copies: adCopies, insights: insightsEdge, previews: previewsEdge }),
    withEdges(creativeType, { previews: previewsEdge }),
    imageType,
    videoType,
    labelType,
    pageType,
    withEdges(postType, { comments: commentsEdge }),
    withEdges(instagramType, partnershipEdges),
    withEdges(mediaType, { comments: commentsEdge }),
    commentType,
    pixelType,
    conversionType,
    scheduleType,
    valueRuleType,
    businessType,
    runType,
    sessionType,
    requestSetType,
    requestType,
    userType,
  ];
  return new Map(types.map((type) => [type.kind, type]));
}

const withEdges = (type: NodeType, edges: { readonly [name: string]: Edge }): NodeType => ({
  ...type,
  edges: { ...type.edges, ...edges },
});
