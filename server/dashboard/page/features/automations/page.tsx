import { later, may, type Page } from '../../parts/page.ts';
import { elsewhere } from './elsewhere.ts';

const RulePage = later(() => import('./rule.tsx'), 'RulePage');
const RulesPage = later(() => import('./rules.tsx'), 'RulesPage');

export const automations: Page = {
  path: 'rules',
  title: 'Rules',
  icon: 'bolt',
  group: 'work',
  tab: 'All rules',
  key: 'u',
  ...elsewhere,
  show: ({ id, me }) => {
    const mayChange = may(me, 'manage');
    return id === undefined ? (
      <RulesPage mayChange={mayChange} />
    ) : (
      <RulePage key={id} id={id} mayChange={mayChange} />
    );
  },
};
