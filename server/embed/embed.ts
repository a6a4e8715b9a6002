import type { RestoreResult } from './backup.ts';
import type { Slipway } from './open.ts';
import type { SlipwayOptions } from './options.ts';

export { SlipwayError } from '../../core/base/errors.ts';
export type { BatchStatus } from '../../core/launch/show/status.ts';
export type { CallOptions } from '../../core/operations/operation.ts';
export type { ServicePorts } from '../../core/operations/ports.ts';
export type { AnswerOf, InputOf } from '../client/types.ts';
export type { AllOperations as Operations } from '../operations.ts';
export type { PoolSizes } from '../process/postgres-storage.ts';
export type { ServiceSettings } from '../process/service-settings.ts';
export type { Company, FinishedOptions } from './company.ts';
export type { HappenedEvent, Listener, SlipwayEvents } from './events.ts';
export type { Slipway } from './open.ts';
export type { SlipwayOptions } from './options.ts';
export type { Ad, LaunchPlan, LaunchRequest, Report } from './types.ts';

// The service is loaded with the first call: a program that imports the package for its types and
// errors waits for nothing.
const service = () => import('./open.ts');

/**
 * Opens Slipway inside your program. In memory and with simulated platforms unless the options say
 * otherwise.
 *
 * @example
 * import { createSlipway } from 'slipway';
 *
 * const slipway = await createSlipway({ database: 'memory' });
 * const { data: accounts } = await slipway.accounts.list();
 * console.log(accounts.map(({ name }) => name));
 * await slipway.close();
 *
 * @throws SlipwayError: `bad_request` for options it cannot use, `storage_unusable` for a database
 * or folder it cannot, `unreadable_secret` when the secret is not the one the database was written
 * with.
 */
export async function createSlipway(options: SlipwayOptions = {}): Promise<Slipway> {
  return (await service()).openSlipway(options);
}

/**
 * Puts a backup where `createSlipway` is to be called with the same options. Nothing is
 * overwritten; nobody may work from the installation the backup was made of any more. What was
 * under way then is looked for at its platform before it is sent.
 *
 * @example
 * import { createSlipway, restoreSlipway } from 'slipway';
 *
 * const options = { database: 'sqlite:restored.db', secret: 'the secret that the backup was sealed with' };
 * await restoreSlipway('backups/monday', options);
 * const slipway = await createSlipway(options);
 * await slipway.close();
 */
export async function restoreSlipway(
  from: string,
  options: Pick<SlipwayOptions, 'database' | 'folder' | 'secret' | 'facts' | 'media'>,
): Promise<RestoreResult> {
  return (await service()).restoreSlipway(from, options);
}
