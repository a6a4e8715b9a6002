import type { Route } from './http/route.ts';
import { aboutRoutes } from './routes/about.ts';
import { accessRoutes } from './routes/access.ts';
import { accountRoutes } from './routes/accounts.ts';
import { adCopyTemplateRoutes } from './routes/ad-copy-templates.ts';
import { draftRoutes } from './routes/drafts.ts';
import { duplicateRoutes } from './routes/duplicate.ts';
import { exportRoutes } from './routes/exports.ts';
import { guardrailRoutes } from './routes/guardrails.ts';
import { launchRoutes } from './routes/launch.ts';
import { manageRoutes } from './routes/manage.ts';
import { mediaRoutes } from './routes/media.ts';
import { reportRoutes } from './routes/reports.ts';
import { sandboxRoutes } from './routes/sandbox.ts';
import { shortVideoRoutes } from './routes/short-video.ts';
import { webhookRoutes } from './routes/webhooks.ts';

/** Every route of the service, in the order of the reference. The one list: whatever walks routes walks this. */
export const catalogue: readonly Route[] = [
  ...launchRoutes,
  ...draftRoutes,
  ...manageRoutes,
  ...duplicateRoutes,
  ...shortVideoRoutes,
  ...mediaRoutes,
  ...reportRoutes,
  ...exportRoutes,
  ...accountRoutes,
  ...adCopyTemplateRoutes,
  ...accessRoutes,
  ...guardrailRoutes,
  ...webhookRoutes,
  ...sandboxRoutes,
  ...aboutRoutes,
];
