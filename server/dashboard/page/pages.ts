import { adCopy } from './features/ad-copy/plug.ts';
import { approvals } from './features/approvals/page.tsx';
import { audit } from './features/audit/page.tsx';
import { automations } from './features/automations/page.tsx';
import { batches } from './features/batches/page.tsx';
import { comments } from './features/comments/page.tsx';
import { companies } from './features/companies/page.tsx';
import { connections } from './features/connections/page.tsx';
import { conversions } from './features/conversions/page.tsx';
import { creatives } from './features/creatives/page.tsx';
import { defaults } from './features/defaults/page.tsx';
import { drafts } from './features/drafts/plug.ts';
import { grants } from './features/grants/page.tsx';
import { guardrails } from './features/guardrails/page.tsx';
import { jobs } from './features/jobs/page.tsx';
import { keys } from './features/keys/page.tsx';
import { launch } from './features/launch/page.tsx';
import { leads } from './features/leads/page.tsx';
import { library } from './features/library/page.tsx';
import { manage } from './features/manage/page.tsx';
import { naming } from './features/naming/plug.ts';
import { notifications } from './features/notifications/page.tsx';
import { overview } from './features/overview/page.tsx';
import { people } from './features/people/page.tsx';
import { sessions } from './features/people/sessions-page.tsx';
import { presets } from './features/presets/plug.ts';
import { previews } from './features/previews/plug.ts';
import { reports } from './features/reports/page.tsx';
import { research } from './features/research/page.tsx';
import { sandbox } from './features/sandbox/page.tsx';
import { savedReports } from './features/saved-reports/plug.ts';
import { search } from './features/search/plug.ts';
import { templates } from './features/templates/page.tsx';
import { utm } from './features/utm/plug.ts';
import { views } from './features/views/plug.ts';
import { webhooks } from './features/webhooks/page.tsx';
import { workspaces } from './features/workspaces/page.tsx';
import type { Page, Viewer } from './parts/page.ts';
import type { Plug } from './parts/plug.ts';

/**
 * In the order of the menu, tabs after their page. Menu, tabs, settings, addresses and shortcuts
 * follow from it.
 */
export const pages: readonly Page[] = [
  overview,
  manage,
  launch,
  batches,
  reports,
  creatives,
  conversions,
  library,
  research,
  comments,
  leads,
  automations,
  approvals,
  people,
  notifications,
  sessions,
  grants,
  audit,
  connections,
  workspaces,
  guardrails,
  templates,
  defaults,
  keys,
  webhooks,
  companies,
  jobs,
  sandbox,
].flat();

/**
 * Features without a page of their own: what they show on those of others, tabs of templates in
 * this order.
 */
export const plugs: readonly Plug[] = [
  naming,
  adCopy,
  utm,
  presets,
  views,
  savedReports,
  search,
  drafts,
  previews,
];

export const placesFor = (viewer: Viewer): readonly Page[] =>
  pages.filter((page) => !viewer.absent.includes(page.path) && (page.isThere?.(viewer) ?? true));
