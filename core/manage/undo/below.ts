import type { CopySource } from '../../ports/platform-changes.ts';

/** All that a campaign or an ad set holds, at any depth. */
export const objectsBelow = ({ children }: CopySource): CopySource[] =>
  children.flatMap((child) => [child, ...objectsBelow(child)]);
