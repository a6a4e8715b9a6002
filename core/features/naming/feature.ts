import { feature } from '../../operations/feature.ts';
import { nameDimension } from './dimension.ts';
import { nameBody, nameFiller } from './fill.ts';
import { namingOperations } from './operations.ts';
import { namingConventionKind } from './records.ts';

/** Names by conventions. */
export const naming = feature({
  name: 'naming',
  operations: namingOperations,
  kinds: [namingConventionKind],
  filler: nameFiller,
  body: nameBody,
  dimension: nameDimension,
});
