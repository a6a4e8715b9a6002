import { join } from 'node:path';
import { createDiskExports } from '../../adapters/exports/disk.ts';
import { createDiskBlobs } from '../../adapters/media/disk.ts';
import type { LaunchLimits } from '../../core/base/limits.ts';
import type { ServicePorts } from '../../core/operations/ports.ts';
import type { Retention } from '../../core/ports/retention.ts';
import type { Assembly } from './assemble.ts';
import type { BackupPlace, MediaPlace } from './media-place.ts';
import type { PlatformSettings } from './platforms.ts';

/**
 * What a service is set to, by the environment of a process or by the options of `createSlipway`.
 */
export interface ServiceSettings {
  /**
   * Where platforms answer, in which versions, and the operator's apps there, where it is not the
   * usual.
   */
  readonly platformSettings?: PlatformSettings | undefined;
  /** Where the research source answers, where it is not the usual. */
  readonly researchUrl?: string | undefined;
  /** Hosts that media are fetched from and events are delivered to although they are not public. */
  readonly trustedHosts?: readonly string[] | undefined;
  /** Webhooks that one company may have. Default 20. */
  readonly webhookLimit?: number | undefined;
  /**
   * How much one launch may hold. Default `{ ads: 500, creations: 5000 }`; creations are ads x ad
   * sets.
   */
  readonly launchLimits?: LaunchLimits | undefined;
  /** How many days uploads of conversion events are kept. Default 90. */
  readonly conversionDays?: number | undefined;
  /** How many days things are kept that would be kept for ever. */
  readonly retention?: Retention | undefined;
  /** Where media and exports are kept. */
  readonly media: MediaPlace;
  /** Where backups are made to by themselves, and how often. */
  readonly backup?:
    | { readonly place: BackupPlace; readonly everyMs: number; readonly keep: number }
    | undefined;
}

/** The parts of a service that its settings choose. */
export async function settingsParts(
  settings: ServiceSettings,
): Promise<
  Pick<Assembly, 'blobs' | 'platformSettings' | 'researchUrl' | 'trustedMediaHosts' | 'ports'>
> {
  const { platformSettings, researchUrl, trustedHosts } = settings;
  const { blobs, exportFiles } = await openMedia(settings.media);
  return {
    blobs,
    researchUrl,
    ...(platformSettings && { platformSettings }),
    ...(trustedHosts && { trustedMediaHosts: trustedHosts }),
    ports: { exportFiles, ...limitsOf(settings) },
  };
}

const limitsOf = ({ webhookLimit, launchLimits, conversionDays, retention }: ServiceSettings) => ({
  ...(webhookLimit !== undefined && { webhookLimit }),
  ...(launchLimits && { launchLimits }),
  ...(conversionDays !== undefined && { conversionDays }),
  ...(retention && { retention }),
});

/**
 * Media, and exports beside them: processes that share one share the other, so any of them can go
 * on with an export.
 */
async function openMedia(
  media: MediaPlace,
): Promise<Pick<Assembly, 'blobs'> & Pick<ServicePorts, 'exportFiles'>> {
  if (media.type === 'disk')
    return {
      blobs: createDiskBlobs(media.folder),
      exportFiles: createDiskExports(media.exports ?? join(media.folder, 'exports')),
    };
  const [{ createS3Blobs }, { createS3Exports }] = await Promise.all([
    import('../../adapters/media/s3.ts'),
    import('../../adapters/exports/s3.ts'),
  ]);
  return { blobs: createS3Blobs(media), exportFiles: createS3Exports(media) };
}
