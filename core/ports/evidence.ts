/** Where a fact about a platform comes from, and when it was last looked at there. A fact without it is not kept. */
export interface Evidence {
  /** A page or document that says so. */
  readonly source: string;
  /** YYYY-MM-DD. */
  readonly asOf: string;
}

/** A message that follows from a fact, with where the fact comes from. */
export const withSource = (message: string, { source, asOf }: Evidence): string => `${message} (${source}, ${asOf})`;

/** Something a platform fills into links and tags where it stands in double braces. */
export interface Macro extends Evidence {
  /** `campaign.name`; `product.*` for every name that begins so. */
  readonly name: string;
  /** What is sent for it, where the platform writes it in another way. */
  readonly sent?: string;
}
