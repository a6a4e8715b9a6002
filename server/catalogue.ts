import type { PlatformDefinition } from '../core/ports/platform-definition.ts';
import type { Route } from './http/route.ts';
import { aboutRoutes } from './routes/about.ts';
import { accessRoutes } from './routes/access.ts';
import { accountRoutes } from './routes/accounts.ts';
import { adCopyTemplateRoutes } from './routes/ad-copy-templates.ts';
import { createRoutes } from './routes/create.ts';
import { draftRoutes } from './routes/drafts.ts';
import { duplicateRoutes } from './routes/duplicate.ts';
import { exportRoutes } from './routes/exports.ts';
import { guardrailRoutes } from './routes/guardrails.ts';
import { launchRoutes } from './routes/launch.ts';
import { manageRoutes } from './routes/manage.ts';
import { mediaRoutes } from './routes/media.ts';
import { platformRoutes } from './routes/platforms.ts';
import { reportRoutes } from './routes/reports.ts';
import { sandboxRoutes } from './routes/sandbox.ts';
import { webhookRoutes } from './routes/webhooks.ts';

/** Every route of a service with these platforms, in the order of the reference. The one list of routes. */
export const catalogueFor = (definitions: readonly PlatformDefinition[]): readonly Route[] => [
  ...launchRoutes,
  ...draftRoutes,
  ...createRoutes(definitions),
  ...manageRoutes,
  ...duplicateRoutes,
  ...platformRoutes(definitions),
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
