import type { AdOperation, Secrets } from '../../types.ts';
import type { Tiktok } from '../family.ts';
import type { Identity } from '../identity.ts';
import type { Identities } from '../read/identities.ts';
import type { Buttons } from '../smart/buttons.ts';
import type { UploadPorts } from './uploads.ts';

export interface AdPorts extends UploadPorts, Tiktok {
  readonly identities: Identities;
  readonly secrets: Secrets;
  readonly buttons: Buttons;
}

export interface Built {
  readonly operation: AdOperation;
  readonly identity: Identity;
  readonly cover: string | undefined;
}

export const postOf = ({ ad }: AdOperation) => ad.media[0]?.effectiveStoryId?.split('_').pop();
