import type { LoadedMedia } from '../../../../core/ports/media.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { Outcome } from '../../../../core/ports/platform-launch.ts';
import { type UploadPorts, uploadFile } from './uploads.ts';

/** Images remembered. */
const most = 2_000;

/**
 * The platform takes a file as often as it is sent: this process sends it once to an account, and core remembers it across
 * processes.
 */
export function createImages(ports: UploadPorts) {
  const sent = new Map<string, string>();
  return {
    async upload(access: Access, noun: 'image' | 'document', file: LoadedMedia): Promise<Outcome> {
      const key = `${access.companyId} ${access.adAccountId} ${file.sha256}`;
      const known = sent.get(key);
      // Without its lease a worker asks the wire, which says so.
      if (known !== undefined && access.isLeaseHeld?.() !== false) return { state: 'done', ref: known };
      const outcome = await uploadFile(ports, access, noun, file);
      if (outcome.state !== 'done') return outcome;
      if (sent.size >= most) sent.clear();
      sent.set(key, outcome.ref);
      return outcome;
    },
  };
}
