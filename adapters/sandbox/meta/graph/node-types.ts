import type { Table } from '../../types.ts';
import { historyEdge } from '../history/history.ts';
import { insightsEdge, runType } from '../insights/report-runs.ts';
import { accountType, businessType, moneyEdges } from '../objects/accounts.ts';
import { adSetEdges, adSetType } from '../objects/ad-sets.ts';
import { adEdges, adType } from '../objects/ads.ts';
import { audienceEdges, audienceTypes, catalogEdges, estimateEdge } from '../objects/audiences.ts';
import { campaignEdges, campaignType } from '../objects/campaigns.ts';
import {
  commentsEdge,
  commentType,
  photoCommentsEdge,
  photoCommentType,
} from '../objects/comments.ts';
import { adCopies, adSetCopies, campaignCopies } from '../objects/copies.ts';
import { partnershipEdges } from '../objects/creative-sources.ts';
import { creativeEdges, creativeType, previewsEdge } from '../objects/creatives.ts';
import { imageEdges, imageType } from '../objects/images.ts';
import { adLeads, leadPageEdges, leadTypes } from '../objects/leads.ts';
import { instagramType, mediaType, pageEdges, pageType, postType } from '../objects/pages.ts';
import { conversionType, pixelEdges, pixelType } from '../objects/pixels.ts';
import { scheduleEdge, scheduleType } from '../objects/schedules.ts';
import { valueRuleEdges, valueRuleType } from '../objects/value-rules.ts';
import { videoAdEdges, videoEdges, videoType } from '../objects/videos.ts';
import { asyncEdges, requestSetType, requestType, sessionType } from './async.ts';
import type { Edge, NodeType } from './graph.ts';
import { labelEdges } from './label-edges.ts';
import { labelType } from './labels.ts';
import { searchEdges } from './search.ts';
import { userType } from './tokens.ts';

const accountEdges: Table<Edge> = {
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
  ...audienceEdges,
  generatepreviews: previewsEdge,
  ...searchEdges,
  ...moneyEdges,
  activities: historyEdge,
  insights: insightsEdge,
};

export function nodeTypes(): ReadonlyMap<string, NodeType> {
  const types: readonly NodeType[] = [
    accountType(accountEdges),
    withEdges(campaignType, {
      copies: campaignCopies,
      insights: insightsEdge,
      budget_schedules: scheduleEdge,
    }),
    withEdges(adSetType, {
      copies: adSetCopies,
      insights: insightsEdge,
      activities: historyEdge,
      budget_schedules: scheduleEdge,
      delivery_estimate: estimateEdge,
    }),
    withEdges(adType, {
      copies: adCopies,
      insights: insightsEdge,
      previews: previewsEdge,
      leads: adLeads,
    }),
    withEdges(creativeType, { previews: previewsEdge }),
    imageType,
    videoType,
    labelType,
    withEdges(pageType, leadPageEdges),
    withEdges(postType, { comments: commentsEdge }),
    withEdges(instagramType, partnershipEdges),
    withEdges(mediaType, { comments: photoCommentsEdge }),
    commentType,
    photoCommentType,
    pixelType,
    conversionType,
    scheduleType,
    valueRuleType,
    withEdges(businessType, catalogEdges),
    ...audienceTypes,
    ...leadTypes,
    runType,
    sessionType,
    requestSetType,
    requestType,
    userType,
  ];
  return new Map(types.map((type) => [type.kind, type]));
}

const withEdges = (type: NodeType, edges: Table<Edge>): NodeType => ({
  ...type,
  edges: { ...type.edges, ...edges },
});
