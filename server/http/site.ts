/** One page: `@/key` in its addresses stands for a page of this site, `@@/` for the service. */
export interface Page {
  readonly title: string;
  readonly html: string;
  readonly headings: readonly (readonly [id: string, text: string])[];
  readonly markdown?: string;
}

/** What build/docs.ts makes of docs/. */
export interface WrittenPages {
  readonly contents: readonly {
    readonly title: string;
    readonly links: readonly (readonly [key: string, text: string])[];
  }[];
  readonly pages: { readonly [key: string]: Page };
}

export interface Site {
  /** A page as HTML; undefined where there is none. The key of the first one is empty. */
  page(key: string): string | undefined;
  markdown(key: string): string | undefined;
  /** Written pages, in the order of the contents. */
  readonly written: readonly { readonly key: string; readonly title: string }[];
  /** What the search reads: pages with what stands under each of their headings, as JSON. */
  readonly search: string;
  readonly script: string;
}
