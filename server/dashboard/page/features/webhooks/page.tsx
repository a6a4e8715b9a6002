import { isAdmin, later, type Page } from '../../parts/page.ts';

const WebhookPage = later(() => import('./webhooks.tsx'), 'WebhookPage');
const WebhooksPage = later(() => import('./webhooks.tsx'), 'WebhooksPage');

export const webhooks: Page = {
  path: 'webhooks',
  title: 'Webhooks',
  icon: 'bolt',
  group: 'settings',
  section: 'Developers',
  about: 'Programs of yours that get events, and what they answered.',
  isThere: isAdmin,
  show: ({ id }) => (id === undefined ? <WebhooksPage /> : <WebhookPage key={id} id={id} />),
};
