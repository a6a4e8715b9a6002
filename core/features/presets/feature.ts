import { feature } from '../../operations/feature.ts';
import { presetBody, presetFiller } from './fill.ts';
import { presetOperations } from './operations.ts';
import { presetKind } from './presets.ts';

/** Settings that are kept under names. */
export const presets = feature({
  name: 'presets',
  operations: presetOperations,
  kinds: [presetKind],
  filler: presetFiller,
  body: presetBody,
});
