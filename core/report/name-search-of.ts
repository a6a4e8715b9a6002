import type { EntityType } from '../ports/platform-accounts.ts';
import { type DimensionKey, entityLevelOf } from './dimensions.ts';
/** Only entities whose name, or the name of one they lie in, holds the text. */
export interface NameSearch {
  /** In lower case. */
  readonly text: string;
  /** The finest level whose names are searched: the one rows stand for, or ads. */
  readonly level: EntityType;
}

export function nameSearchOf(
  text: string | undefined,
  groupBy: readonly DimensionKey[],
): NameSearch | undefined {
  return text === undefined || text === ''
    ? undefined
    : { text: text.toLowerCase(), level: entityLevelOf(groupBy) };
}
