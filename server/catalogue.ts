import type { Route } from './route.ts';
import { accessRoutes } from './routes/access.ts';
import { accountRoutes } from './routes/accounts.ts';
import { adCopyTemplateRoutes } from './routes/ad-copy-templates.ts';
import { mediaRoutes } from './routes/media.ts';

/** Every route of the service, in the order of the reference. The one list: whatever walks routes walks this. */
export const catalogue: readonly Route[] = [...mediaRoutes, ...accountRoutes, ...adCopyTemplateRoutes, ...accessRoutes];
