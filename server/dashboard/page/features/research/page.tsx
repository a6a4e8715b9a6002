import { preload, useResource } from '../../base/api.ts';
import { later, type Page } from '../../parts/page.ts';

const ResearchPage = later(() => import('./research.tsx'), 'ResearchPage');
const ResearchConnection = later(() => import('./connection.tsx'), 'ResearchConnection');

export const research: Page = {
  path: 'research',
  title: 'Research',
  icon: 'research',
  group: 'work',
  under: 'library',
  usePresence() {
    const { data, reload } = useResource('research.connection', {});
    return { isThere: data?.connected === true, reload };
  },
  preload: () => preload('research.connection', {}),
  connection: { title: 'Research', Card: ResearchConnection },
  show: () => <ResearchPage />,
};
