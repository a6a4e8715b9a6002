import type { SidebarFeature } from '../base/shell.ts';
import { adSets } from './ad-sets/view.ts';
import { changes } from './changes/view.ts';
import { conversions } from './conversions/view.ts';
import { drive } from './drive/view.ts';
import { formulas } from './formulas/view.ts';
import { launch } from './launch/view.ts';
import { leads } from './leads/view.ts';
import { previews } from './previews/view.ts';
import { reports } from './reports/view.ts';
import { settings } from './settings/view.ts';
import { update } from './update/view.ts';

/** Every feature that the sidebar shows, in the order of its tabs and links. */
export const features: readonly SidebarFeature[] = [
  launch,
  update,
  adSets,
  drive,
  previews,
  changes,
  reports,
  conversions,
  leads,
  formulas,
  settings,
];
