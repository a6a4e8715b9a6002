import { pages } from '../pages.ts';
import type { Page, Viewer } from '../parts/page.ts';

/** The pages of a viewer, in the order of the menu. */
export const placesFor = (viewer: Viewer): readonly Page[] => pages.filter((page) => page.isThere?.(viewer) ?? true);
