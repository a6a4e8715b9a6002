import { resource } from '../../../core/operations/resource.ts';
import { boat, boatChanges, boatKind, boats, newBoat } from './boats.ts';

export const boatOperations = resource({
  name: 'boats',
  path: '/v1/boats',
  topic: 'Service',
  scope: 'launch',
  kind: boatKind,
  schema: { create: newBoat, change: boatChanges, listed: boat, shown: boat },
  example: { name: 'Gannet', berth: 7 },
  summaries: {
    list: 'Your boats, the newest first',
    create: 'Give a boat a berth',
    get: 'One boat',
    update: 'Change a boat',
    delete: 'Take a boat out of its berth',
  },
  documents: boats,
});
