/** Days to keep things. What is not named is kept for ever, deliveries for 30 days. */
export interface Retention {
  /** Ended batches, with plans and journals. */
  readonly batches?: number | undefined;
  /** Updates of objects and duplications, with plans and journals. */
  readonly changes?: number | undefined;
  /** Figures, by their day. */
  readonly facts?: number | undefined;
  /** Earlier values of figures. */
  readonly vintages?: number | undefined;
  /** Uploaded files that nothing names. */
  readonly media?: number | undefined;
  readonly audit?: number | undefined;
  /** To webhooks. */
  readonly deliveries?: number | undefined;
}
