import { kind } from '../../ports/store.ts';

/** A company's key of the research source. A company has one, under the id `research`. */
export interface ResearchConnectionRecord {
  /** Fresh with every key that is connected. */
  readonly connection: string;
  /** Sealed by the secrets port. */
  readonly sealedKey: string;
  readonly createdAt: number;
}

export const researchConnectionKind = kind<ResearchConnectionRecord>('research-connection');
