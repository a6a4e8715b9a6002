import { accessAccount } from '../../accounts/access.ts';
import type { AccountKey } from '../../base/account-key.ts';
import { explained, PlatformError, SlipwayError } from '../../base/errors.ts';
import { join } from '../../base/schema/faults.ts';
import type { Warning } from '../../base/schema/unknown-fields.ts';
import { stepsByAccount } from '../../effects/schedule.ts';
import type { LaunchOperation, Outcome } from '../../ports/platform-launch.ts';
import type { Plan, PlannedOperation } from '../plan/plan.ts';
import { adOf, resolveOperation } from '../plan/resolve.ts';
import type { PreparePorts } from './prepare.ts';

/**
 * 'platform': asks every platform that can about every ad. Absent: those that answer in one
 * request.
 */
export type Validation = 'platform' | 'none';

const PATIENCE_MS = 10_000;

/**
 * The platforms' own validate-only passes over every ad, as far as the account holds its media or
 * their addresses can stand in for them. What a platform refuses, or cannot judge yet, becomes a
 * warning in its own words, at the field it means where that is known. A platform that cannot be
 * asked spoils no plan.
 */
export async function askPlatforms(
  ports: PreparePorts,
  companyId: string,
  plan: Plan,
  wanted: Validation | undefined,
): Promise<Warning[]> {
  if (wanted === 'none') return [];
  // Together: a plan in many accounts waits no longer than one in a single account.
  const told = await Promise.all(
    [...stepsByAccount(plan.operations)].flatMap(([account, operations]) => {
      // Of an ad in an ad set that is not there yet a platform has no opinion.
      const ads = operations.filter(({ kind, adSet }) => kind === 'ad' && adSet === undefined);
      const launch = ads[0] && ports.platforms[adOf(plan, ads[0]).platform]?.launch;
      const most = wanted === 'platform' ? ads.length : (launch?.validatesPlansOf ?? 0);
      if (launch?.validate === undefined || most === 0) return [];
      const opinion = opinionInAccount(ports, companyId, account, {
        plan,
        asked: ads.slice(0, most),
        wanted,
      });
      const unasked = ads.length > most ? [notAskedOf(ads.length, most)] : [];
      return [wanted === 'platform' ? opinion : withinPatience(ports, opinion), unasked];
    }),
  );
  return [
    ...new Map(
      told.flat().map((warning) => [`${warning.path} ${warning.message}`, warning]),
    ).values(),
  ];
}

async function opinionInAccount(
  ports: PreparePorts,
  companyId: string,
  account: AccountKey,
  {
    plan,
    asked,
    wanted,
  }: { plan: Plan; asked: readonly PlannedOperation[]; wanted: Validation | undefined },
): Promise<readonly Warning[]> {
  try {
    const { access, platform } = await accessAccount(ports, companyId, account);
    const outcomes = await platform.launch?.validate?.(
      access,
      asked.map((operation) => beforeLaunch(plan, operation)),
      wanted === 'platform' ? {} : { timeoutMs: PATIENCE_MS },
    );
    return asked.flatMap((operation, position) =>
      opinionOf(adOf(plan, operation).path, outcomes?.[position]),
    );
  } catch (error) {
    if (!(error instanceof PlatformError) && !(error instanceof SlipwayError)) throw error;
    return [noOpinion(error instanceof PlatformError ? explained(error.failure) : error.message)];
  }
}

/** Covers all waits: for a token, the budget of calls, the platform itself. */
const withinPatience = (
  { clock }: PreparePorts,
  opinion: Promise<readonly Warning[]>,
): Promise<readonly Warning[]> =>
  Promise.race([
    opinion,
    clock
      .sleep(PATIENCE_MS)
      .then(() => [noOpinion(`It did not answer within ${PATIENCE_MS / 1_000} seconds.`)]),
  ]);

const noOpinion = (why: string): Warning => ({
  path: 'ads',
  code: 'platform_not_asked',
  message: `The platform gave no opinion of these ads. ${why}`,
});

const notAskedOf = (all: number, asked: number): Warning => ({
  path: 'ads',
  code: 'platform_not_asked',
  message: `The platform was asked about the first ${asked} of ${all} ads. validate=platform asks about all of them.`,
});

/**
 * An ad as far as it can be built before anything of it exists: with all of its media, or without
 * any.
 */
function beforeLaunch(
  plan: Plan,
  { creative: _, ...operation }: PlannedOperation,
): LaunchOperation {
  const held = operation.assets?.every((source) => source.startsWith('known:'))
    ? operation.assets
    : [];
  return resolveOperation(
    { plan, mark: 'validate' },
    { ...operation, assets: held },
    () => undefined,
  );
}

function opinionOf(path: string, outcome: Outcome | undefined): readonly Warning[] {
  if (outcome?.state === 'failed') {
    const at = outcome.adField === undefined ? path : join(path, outcome.adField);
    return [{ path: at, code: 'platform_refuses', message: explained(outcome.failure) }];
  }
  const unsaid = outcome?.state === 'done' ? (outcome.warnings ?? []) : [];
  const unknown = outcome?.state === 'unknown' ? [explained(outcome.failure)] : [];
  return [...unsaid, ...unknown].map((message) => ({ path, code: 'platform_not_asked', message }));
}
