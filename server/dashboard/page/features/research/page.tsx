import { later, type Page } from '../../parts/page.ts';

const ResearchPage = later(() => import('./research.tsx'), 'ResearchPage');

export const research: Page = {
  path: 'research',
  title: 'Research',
  icon: 'research',
  group: 'work',
  under: 'library',
  isThere: ({ hasResearch }) => hasResearch,
  show: () => <ResearchPage />,
};
