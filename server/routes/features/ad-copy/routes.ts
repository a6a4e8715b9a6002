import {
  olderAdCopyTemplateList,
  olderAdCopyTemplates,
  olderListQuery,
} from '../../../../core/features/ad-copy/door.ts';
import { ownRoute } from '../../../http/route.ts';

export const olderTemplates = ownRoute({
  path: '/api/ad-copy-templates',
  none: 'adCopyTemplates.list as clients of the first version read it.',
  topic: 'Older surface',
  summary: 'The same templates, paged and sorted as the older surface does',
  scope: 'read',
  query: olderListQuery,
  response: olderAdCopyTemplateList,
  envelope: 'older',
  serve: (ports, caller, { query }) => olderAdCopyTemplates(ports, caller.companyId, query),
});
