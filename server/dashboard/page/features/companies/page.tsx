import { isOperator, later, type Page } from '../../parts/page.ts';

const CompaniesPage = later(() => import('./companies.tsx'), 'CompaniesPage');
const CompanyPage = later(() => import('./company.tsx'), 'CompanyPage');

export const companies: Page = {
  path: 'companies',
  title: 'Companies',
  icon: 'connections',
  group: 'settings',
  section: 'Installation',
  about: 'The companies of this installation.',
  isThere: isOperator,
  show: ({ id, me }) =>
    id === undefined ? <CompaniesPage /> : <CompanyPage key={id} id={id} me={me} />,
};
