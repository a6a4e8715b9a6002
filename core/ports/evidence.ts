/**
 * Where a fact about a platform comes from, and when it was last checked there. A fact without it
 * is not kept.
 */
export interface Evidence {
  /** Page or document. */
  readonly source: string;
  /** YYYY-MM-DD. */
  readonly asOf: string;
}

export const withSource = (message: string, { source, asOf }: Evidence): string =>
  `${message} (${source}, ${asOf})`;

/** A placeholder in double braces that a platform fills in links and tags. */
export interface Macro extends Evidence {
  /** `campaign.name`; `product.*` for every name that begins so. */
  readonly name: string;
  /** What is sent for it, where the platform writes it differently. */
  readonly sent?: string;
}
