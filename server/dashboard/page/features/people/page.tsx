import { useResource } from '../../base/api.ts';
import { later, may, type Page } from '../../parts/page.ts';

const PeoplePage = later(() => import('./people.tsx'), 'PeoplePage');

export const people: Page = {
  path: 'people',
  title: 'People',
  icon: 'people',
  group: 'settings',
  section: 'Workspace',
  about: 'Who may sign in, and what they may do.',
  isThere: ({ me }) =>
    may(me, 'admin') || me.person?.workspaces.some(({ role }) => role === 'admin') === true,
  useSteps() {
    const { data } = useResource('people.list', { limit: 2 });
    return [['Invite a colleague', '#/people', (data?.data.length ?? 0) > 1]];
  },
  show: ({ me }) => <PeoplePage me={me} />,
};
