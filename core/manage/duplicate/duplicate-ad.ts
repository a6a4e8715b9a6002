import type { Actor } from '../../access/caller.ts';
import { defined } from '../../base/defined.ts';
import type { CopyValues } from '../../ports/platform-changes.ts';
import type { Once } from '../../records/once.ts';
import type {
  CopyValuesInput,
  DuplicateAdRequest,
  DuplicateAdResponse,
} from '../schema/duplicate.ts';
import { countsOf } from './duplicate-ad-set.ts';
import { prepareDuplicate, type Wanted } from './prepare.ts';
import { type SubmitDuplicatePorts, submitDuplicate } from './submit.ts';

export async function duplicateAd(
  ports: SubmitDuplicatePorts,
  caller: Actor,
  request: DuplicateAdRequest,
  once?: Once,
): Promise<DuplicateAdResponse> {
  const wanted = adCopies(request);
  const duplicated = await submitDuplicate(
    ports,
    caller,
    () => prepareDuplicate(ports, caller, request, wanted),
    once,
  );
  const results = duplicated.results.map(({ newId, ...copy }) => ({
    ...copy,
    ...defined({ newAdId: newId }),
  }));
  return { originalAdId: request.adId, results, ...countsOf(duplicated) };
}

export function adCopies(request: DuplicateAdRequest): Wanted {
  return {
    type: 'ad',
    sourceField: 'adId',
    sourceId: request.adId,
    parentField: 'targetAdSetId',
    parentId: request.targetAdSetId,
    copyCount: request.copyCount,
    status: request.initialStatus,
    startPaused: request.startPaused,
    deep: false,
    newName: request.copyValues?.adName,
    ...defined({ values: request.copyValues && valuesOf(request.copyValues) }),
  };
}

function valuesOf(input: CopyValuesInput): CopyValues | undefined {
  const numbers = [1, 2, 3, 4, 5] as const;
  const primaryTexts = numbers.flatMap((number) => input[`primaryText${number}`] ?? []);
  const headlines = numbers.flatMap((number) => input[`headline${number}`] ?? []);
  const values: CopyValues = {
    ...(primaryTexts.length > 0 && { primaryTexts }),
    ...(headlines.length > 0 && { headlines }),
    ...defined({ url: input.url, urlTags: input.urlTags }),
  };
  return Object.keys(values).length === 0 ? undefined : values;
}
