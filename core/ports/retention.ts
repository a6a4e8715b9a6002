/** For how many days things are kept. What is not named is kept for ever, deliveries for 30 days. */
export interface Retention {
  /** Batches that have ended, with their plans and journals. */
  readonly batches?: number | undefined;
  /** Updates of objects and duplications, with their plans and journals. */
  readonly changes?: number | undefined;
  /** Figures, by their day. */
  readonly facts?: number | undefined;
  /** What figures were before they changed. */
  readonly vintages?: number | undefined;
  /** Uploaded files that nothing names. */
  readonly media?: number | undefined;
  readonly audit?: number | undefined;
  /** Deliveries to webhooks. */
  readonly deliveries?: number | undefined;
}
