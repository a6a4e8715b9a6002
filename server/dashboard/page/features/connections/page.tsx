import { preload } from '../../base/api.ts';
import { isAdmin, later, type Page } from '../../parts/page.ts';
import { ConnectionNotice } from './notice.tsx';

const ConnectionsPage = later(() => import('./connections.tsx'), 'ConnectionsPage');
const ConnectedPage = later(() => import('./connected.tsx'), 'ConnectedPage');

export const connections: readonly Page[] = [
  {
    path: 'connections',
    title: 'Connections',
    icon: 'connections',
    group: 'settings',
    section: 'Accounts',
    about: 'Platforms, how long their credentials last, and their ad accounts.',
    isThere: isAdmin,
    notice: ConnectionNotice,
    preload: () => Promise.all([preload('connections.list', {}), preload('platforms.list', {})]),
    show: ({ sandbox }) => <ConnectionsPage sandbox={sandbox} />,
  },
  {
    path: 'connected',
    title: 'Connected',
    icon: 'connections',
    isThere: isAdmin,
    show: ({ id }) => <ConnectedPage query={decodeURIComponent(id ?? '')} />,
  },
];
