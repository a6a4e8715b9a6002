import { accessAccount } from '../../accounts/access.ts';
import { explained, PlatformError, SlipwayError } from '../../errors.ts';
import type { LaunchOperation, Outcome } from '../../ports/platform-launch.ts';
import { join } from '../../schema/faults.ts';
import type { Warning } from '../../schema/unknown-fields.ts';
import type { Plan, PlannedOperation } from '../plan/plan.ts';
import { adOf, resolveOperation } from '../plan/resolve.ts';
import { operationsByAccount } from '../run/schedule.ts';
import type { PreparePorts } from './prepare.ts';

/** 'platform': every platform that can is asked about every ad. Absent: those that answer in one request. 'none': none. */
export type Validation = 'platform' | 'none';

/** A plan that did not ask for an opinion waits no longer for one. */
const PATIENCE_MS = 10_000;

/**
 * The platforms' own validate-only passes: every ad with its creative inside, as far as the account holds its media or
 * their addresses can stand in for them. What is refused is told as warnings with the platform's own words, at the field
 * it means where that is known; so is what it cannot judge yet. A platform that cannot be asked spoils no plan.
 */
export async function askPlatforms(
  ports: PreparePorts,
  companyId: string,
  plan: Plan,
  wanted: Validation | undefined,
): Promise<Warning[]> {
  if (wanted === 'none') return [];
  const told = new Map<string, Warning>();
  const tell = (warning: Warning) => told.set(`${warning.path} ${warning.message}`, warning);
  for (const [account, operations] of operationsByAccount(plan)) {
    const ads = operations.filter(({ kind }) => kind === 'ad');
    const [first] = ads;
    const launch = first && ports.platforms[adOf(plan, first).platform]?.launch;
    const most = wanted === 'platform' ? ads.length : (launch?.validatesPlansOf ?? 0);
    if (launch?.validate === undefined || most === 0 || first === undefined) continue;
    try {
      const asked = ads.slice(0, most);
      const { access } = await accessAccount(ports, companyId, account);
      const outcomes = await launch.validate(
        access,
        asked.map((operation) => beforeLaunch(plan, operation)),
        wanted === 'platform' ? {} : { timeoutMs: PATIENCE_MS },
      );
      asked.forEach((operation, position) => {
        for (const warning of opinionOf(adOf(plan, operation).path, outcomes[position])) tell(warning);
      });
      if (asked.length < ads.length) tell(notAskedOf(ads.length, asked.length));
    } catch (error) {
      if (!(error instanceof PlatformError) && !(error instanceof SlipwayError)) throw error;
      const why = error instanceof PlatformError ? explained(error.failure) : error.message;
      tell({ path: 'ads', code: 'platform_not_asked', message: `The platform gave no opinion of these ads. ${why}` });
    }
  }
  return [...told.values()];
}

const notAskedOf = (all: number, asked: number): Warning => ({
  path: 'ads',
  code: 'platform_not_asked',
  message: `The platform was asked about the first ${asked} of ${all} ads. validate=platform asks about all of them.`,
});

/** An ad as far as it can be built while nothing of it exists: with all of its media, or with none. */
function beforeLaunch(plan: Plan, { creative: _, ...operation }: PlannedOperation): LaunchOperation {
  const held = operation.assets?.every((source) => source.startsWith('known:')) ? operation.assets : [];
  return resolveOperation(plan, { ...operation, assets: held }, () => undefined, 'validate');
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
