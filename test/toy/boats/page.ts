import { h } from 'preact';
import type { Page } from '../../../server/dashboard/page/parts/page.ts';

/** The page of the toy feature, as its folder in the dashboard would declare it. */
export const boats: Page = {
  path: 'boats',
  title: 'Boats',
  icon: 'launch',
  group: 'work',
  show: ({ me }) => [h('h1', {}, 'Boats'), h('p', {}, `The berths of ${me.company.name}.`)],
};
