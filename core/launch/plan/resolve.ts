import { defined } from '../../base/defined.ts';
import type { LaunchAd } from '../../ports/launch-ad.ts';
import type { AdSetFacts, Asset, LaunchOperation } from '../../ports/platform-launch.ts';
import type { OperationResult, OperationState } from '../journal/records.ts';
import { adSetKey, type Plan, type PlannedOperation } from './plan.ts';

/** By operation id. A plan that is only priced answers with a stand-in. */
type Results = (operationId: string) => OperationResult | undefined;

/** What is made above the ads goes through the platform's creations, not through its launches. */
export const isAbove = ({ parent }: PlannedOperation): boolean => parent !== undefined;

/**
 * What the platform adapter is handed: a planned operation with the results of what it waited for.
 */
export function resolveOperation(
  { plan, mark: batch }: { readonly plan: Plan; readonly mark: string },
  operation: PlannedOperation,
  results: Results,
  {
    firstSentAt,
    firstSentAtPlatform,
  }: Pick<OperationState, 'firstSentAt' | 'firstSentAtPlatform'> = {},
): LaunchOperation {
  const ad = adOf(plan, operation);
  const { id, creativeKey = '' } = operation;
  const sent = defined({ sentAt: firstSentAt, sentAtPlatform: firstSentAtPlatform });
  switch (operation.kind) {
    case 'image':
    case 'video': {
      const media = ad.media[operation.mediaIndex ?? 0];
      if (media?.url === undefined) throw new Error(`Operation ${id} has no media.`);
      return { kind: operation.kind, id, batch, media: { ...media, url: media.url } };
    }
    case 'ready':
      return { kind: 'ready', id, batch, videoId: resultOf(operation.dependsOn[0], results).ref };
    case 'creative':
      return {
        kind: 'creative',
        id,
        batch,
        ad,
        assets: assetsOf(plan, operation, results),
        creativeKey,
        ...sent,
      };
    case 'ad':
      return {
        kind: 'ad',
        id,
        batch,
        ad,
        name: operation.name ?? '',
        adSet: adSetOf(plan, operation, results),
        assets: assetsOf(plan, operation, results),
        creativeKey,
        ...(operation.creative === undefined
          ? {}
          : { creativeId: resultOf(operation.creative, results).ref }),
        ...sent,
      };
    default:
      throw new Error(`Operation ${id} is no operation of a launch's platform.`);
  }
}

/** Found by index: a retry's plan may hold only some of the ads. */
export function adOf(plan: Plan, operation: PlannedOperation): LaunchAd {
  const ad =
    plan.ads[operation.adIndex]?.index === operation.adIndex
      ? plan.ads[operation.adIndex]
      : plan.ads.find(({ index }) => index === operation.adIndex);
  if (ad === undefined) throw new Error(`Operation ${operation.id} belongs to no ad of its plan.`);
  return ad;
}

function adSetOf(plan: Plan, operation: PlannedOperation, results: Results): AdSetFacts {
  const id = operation.adSetId ?? '';
  const facts = plan.adSets[adSetKey(operation.account, id)] ?? { id, name: '', objective: '' };
  return operation.adSet === undefined
    ? facts
    : { ...facts, id: resultOf(operation.adSet, results).ref };
}

function assetsOf(plan: Plan, operation: PlannedOperation, results: Results): Asset[] {
  return (operation.assets ?? []).map((source): Asset => {
    if (source.startsWith('known:')) {
      const asset = plan.known[Number(source.slice('known:'.length))];
      if (asset === undefined)
        throw new Error(`Operation ${operation.id} names ${source}, which its plan does not hold.`);
      return asset;
    }
    const { ref, thumbnailUrl, cover } = resultOf(source, results);
    if (source.startsWith('image:')) return { type: 'image', ref };
    return { type: 'video', ref, ...defined({ thumbnailUrl, cover }) };
  });
}

function resultOf(operationId: string | undefined, results: Results): OperationResult {
  const result = operationId === undefined ? undefined : results(operationId);
  if (result === undefined)
    throw new Error(`Operation ${operationId} was needed before it was done.`);
  return result;
}
