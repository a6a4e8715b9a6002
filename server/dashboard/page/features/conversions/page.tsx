import { placesOf } from '../../../../../core/base/event-places.ts';
import { useResource } from '../../base/api.ts';
import { labelOf, usePlatforms } from '../../base/platforms.ts';
import { later, may, type Page } from '../../parts/page.ts';

const Destination = later(() => import('./destination.tsx'), 'Destination');
const ConversionsPage = later(() => import('./conversions.tsx'), 'ConversionsPage');

export const conversions: Page = {
  path: 'conversions',
  title: 'Conversions',
  icon: 'reports',
  group: 'work',
  under: 'reports',
  key: 'v',
  Destination,
  useDestinationName() {
    const destinations = useResource('conversions.destinations', {});
    const platforms = usePlatforms();
    const places = placesOf(destinations.data?.data ?? [], (id) => labelOf(platforms, id));
    return (destination) => places.find((each) => each.destination === destination)?.label;
  },
  show: ({ me }) => <ConversionsPage maySend={may(me, 'manage')} />,
};
