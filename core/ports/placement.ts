import type { Evidence } from './evidence.ts';

/** A place where a platform shows ads, for drawing a preview. What is absent is not known. */
export interface Placement extends Evidence {
  /** Unique on its platform. */
  readonly id: string;
  /** How the preview looks. */
  readonly kind: 'feed' | 'story' | 'reel' | 'tile' | 'fullScreen' | 'search';
  /** For people. */
  readonly label: string;
  /** Ratios (width by height) shown whole; others are cut around their middle. Absent: all. */
  readonly ratios?: { readonly least: number; readonly most: number };
  /** Shares of the picture under the platform's own signs. */
  readonly covered?: {
    readonly top: number;
    readonly bottom: number;
    readonly left: number;
    readonly right: number;
  };
  /** Texts are clipped after this many characters. */
  readonly clips?: { readonly primary?: number; readonly headline?: number };
  /** The platform's name for its own preview of this place. */
  readonly format?: string;
}
