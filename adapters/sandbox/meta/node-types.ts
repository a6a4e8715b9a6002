import { accountType } from './accounts.ts';
import { adSetEdges, adSetType } from './ad-sets.ts';
import { adEdges, adType } from './ads.ts';
import { campaignEdges, campaignType } from './campaigns.ts';
import { creativeEdges, creativeType } from './creatives.ts';
import type { NodeType } from './graph.ts';
import { imageEdges, imageType } from './images.ts';
import { labelEdges, labelType } from './labels.ts';
import { instagramType, mediaType, pageEdges, pageType, postType } from './pages.ts';
import { userType } from './tokens.ts';
import { videoEdges, videoType } from './videos.ts';

/** Every kind of object this platform has, by the name of its collection. */
export function nodeTypes(): ReadonlyMap<string, NodeType> {
  const types: readonly NodeType[] = [
    accountType({
      ...campaignEdges,
      ...adSetEdges,
      ...adEdges,
      ...creativeEdges,
      ...imageEdges,
      ...videoEdges,
      ...labelEdges,
      ...pageEdges,
    }),
    campaignType,
    adSetType,
    adType,
    creativeType,
    imageType,
    videoType,
    labelType,
    pageType,
    postType,
    instagramType,
    mediaType,
    userType,
  ];
  return new Map(types.map((type) => [type.kind, type]));
}
