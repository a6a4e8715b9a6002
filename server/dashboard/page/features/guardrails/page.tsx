import { later, may, type Page } from '../../parts/page.ts';

const LimitsPage = later(() => import('./limits.tsx'), 'LimitsPage');

export const guardrails: Page = {
  path: 'limits',
  title: 'Limits',
  icon: 'limits',
  group: 'settings',
  section: 'Launching',
  about: 'Guardrails: how much may be spent, and what needs a second pair of eyes.',
  moved: ['guardrails'],
  show: ({ me }) => <LimitsPage mayChange={may(me, 'admin')} />,
};
