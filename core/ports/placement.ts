import type { Evidence } from './evidence.ts';

/** A place where a platform shows ads, so that a card can be drawn of it. What is not said of it is not known. */
export interface Placement extends Evidence {
  /** Unique on its platform. */
  readonly id: string;
  /** What the card looks like. */
  readonly kind: 'feed' | 'story' | 'reel' | 'tile' | 'fullScreen' | 'search';
  /** For people. */
  readonly label: string;
  /** Which ratios (width by height) are shown as they are; others are cut around their middle. Absent: all. */
  readonly ratios?: { readonly least: number; readonly most: number };
  /** Shares of the picture that the platform's own signs cover. */
  readonly covered?: { readonly top: number; readonly bottom: number; readonly left: number; readonly right: number };
  /** After so many characters a text is clipped. */
  readonly clips?: { readonly primary?: number; readonly headline?: number };
  /** What the platform calls its own preview of this place, where it has one. */
  readonly format?: string;
}
