import type { FrameState } from '../frame/state.ts';
import * as adSets from './ad-sets/feature.ts';
import * as automations from './automations/feature.ts';
import * as changes from './changes/feature.ts';
import * as conversions from './conversions/feature.ts';
import * as drive from './drive/feature.ts';
import * as formulas from './formulas/feature.ts';
import * as launch from './launch/feature.ts';
import * as leads from './leads/feature.ts';
import * as menu from './menu/feature.ts';
import * as previews from './previews/feature.ts';
import * as reports from './reports/feature.ts';
import * as settings from './settings/feature.ts';
import * as update from './update/feature.ts';

/** Every feature, in the order of the menu. What a feature exports becomes global functions. */
export const features = {
  menu,
  launch,
  update,
  adSets,
  drive,
  previews,
  changes,
  reports,
  automations,
  conversions,
  leads,
  formulas,
  settings,
};

type Both<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
type Module = (typeof features)[keyof typeof features];

/** All global functions. */
export type Script = Omit<Both<Module>, 'feature'>;

/** What the sidebar draws itself from. */
export type SidebarState = FrameState &
  Both<
    Module extends infer M ? (M extends { feature: { blank?: () => infer S } } ? S : never) : never
  >;
