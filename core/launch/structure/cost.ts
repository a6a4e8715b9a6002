import type { AdPlatform } from '../../ports/ad-platform.ts';
import type { CreationRequest } from '../../ports/platform-create.ts';
import type { Plan, PlannedOperation } from '../plan/plan.ts';
import { isTop } from './parents.ts';
import { parentOf } from './send.ts';

/** Calls of one operation above the ads. An ad set is made after a look at its campaign. */
export function callsFor(plan: Plan, operation: PlannedOperation, platform: AdPlatform | undefined): number {
  const parent = parentOf(plan, operation);
  if (operation.kind === 'start') return 1;
  const request: CreationRequest = { ...parent.request, ...(isTop(parent) && { status: 'PAUSED' }) };
  const { make = 1, finish = 0 } = platform?.create?.[parent.level]?.calls?.(request) ?? {};
  if (operation.kind === 'finish') return finish;
  return parent.level === 'adSet' ? make + 1 : make;
}
