import { accountEndpoints } from './accounts.ts';
import { adGroupEndpoints } from './ad-groups.ts';
import { adEndpoints } from './ads.ts';
import { campaignEndpoints } from './campaigns.ts';
import { copyEndpoints } from './copies.ts';
import { identityEndpoints } from './identities.ts';
import { imageEndpoints } from './images.ts';
import { listEndpoints } from './lists.ts';
import { reportEndpoints } from './report.ts';
import { switchingEndpoints } from './switching.ts';
import type { Endpoint } from './turn.ts';
import { videoEndpoints } from './videos.ts';

/** Everything that is simulated, by path. */
export const endpoints: { readonly [path: string]: Endpoint } = {
  ...accountEndpoints,
  ...identityEndpoints,
  ...listEndpoints,
  ...campaignEndpoints,
  ...adGroupEndpoints,
  ...adEndpoints,
  ...switchingEndpoints,
  ...imageEndpoints,
  ...videoEndpoints,
  ...copyEndpoints,
  ...reportEndpoints,
};
