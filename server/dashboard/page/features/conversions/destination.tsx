import { placesOf } from '../../../../../core/base/event-places.ts';
import { useResource } from '../../base/api.ts';
import { labelOf, usePlatforms } from '../../base/platforms.ts';
import { SelectField } from '../../parts/fields.tsx';
import type { Plug } from '../../parts/plug.ts';

export const Destination: NonNullable<Plug['Destination']> = (field) => {
  const destinations = useResource('conversions.destinations', {});
  const platforms = usePlatforms();
  const places = placesOf(destinations.data?.data ?? [], (id) => labelOf(platforms, id));
  return (
    <SelectField
      none="Nowhere yet"
      choices={places.map((to) => [to.destination, to.label] as const)}
      {...field}
    />
  );
};
