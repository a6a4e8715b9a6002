import type { AdPlatform } from '../../../core/ports/ad-platform.ts';
import { definition } from './definition.ts';
import type { AppNetwork } from './own.ts';

export const ownAccountId = (accountId: string): string =>
  accountId.includes(':') ? accountId : `${definition.id}:${accountId}`;

export function ownOf({ own, definition: { id } }: AdPlatform): AppNetwork {
  if (id !== definition.id || own === undefined) throw new Error(`${id} is not ${definition.id}.`);
  return own as AppNetwork;
}
