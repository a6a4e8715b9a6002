import type { PlatformFailure } from '../../../../core/base/errors.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import { harmlessTwice } from '../../kit/calls.ts';
import { chunks, type Params } from '../../kit/json.ts';
import type { Api } from '../wire/client.ts';

/** A refused request about asset groups did nothing: its objects are then sent one by one. */
const together = 20;

type Failures = Map<string, PlatformFailure>;
type OperationOf<T> = (object: T, resourceName: string) => Params;

/** `{asset group}~{asset}~{field type}` stands for an ad. */
export const isLinkId = (id: string): boolean => id.includes('~');

export async function changeLinks<T extends { readonly id: string }>(
  api: Api,
  access: Access,
  {
    links,
    operationOf,
    failed,
  }: { readonly links: readonly T[]; readonly operationOf: OperationOf<T>; readonly failed: Failures },
): Promise<void> {
  for (const some of chunks(links, together))
    await changed(api, access, { collection: 'assetGroupAssets', objects: some, operationOf, failed });
}

/** Removes the failure of an id that is an asset group. */
export async function changeAssetGroups<T extends { readonly id: string }>(
  api: Api,
  access: Access,
  {
    groups,
    operationOf,
    failed,
  }: { readonly groups: readonly T[]; readonly operationOf: OperationOf<T>; readonly failed: Failures },
): Promise<void> {
  for (const group of groups) {
    const own: Failures = new Map();
    await changed(api, access, { collection: 'assetGroups', objects: [group], operationOf, failed: own });
    const failure = own.get(group.id);
    if (failure === undefined) failed.delete(group.id);
    else if (failure.class !== 'missing') failed.set(group.id, failure);
  }
}

async function changed<T extends { readonly id: string }>(
  api: Api,
  access: Access,
  {
    collection,
    objects,
    operationOf,
    failed,
  }: {
    readonly collection: string;
    readonly objects: readonly T[];
    readonly operationOf: OperationOf<T>;
    readonly failed: Failures;
  },
): Promise<void> {
  const nameOf = ({ id }: T) => `customers/${access.adAccountId}/${collection}/${id}`;
  const operations = objects.map((object) => operationOf(object, nameOf(object)));
  const answer = await api.mutate(access, collection, { operations }, harmlessTwice);
  if (answer.ok) return;
  const [only, ...others] = objects;
  if (only !== undefined && others.length === 0) failed.set(only.id, answer.failure);
  else for (const each of objects) await changed(api, access, { collection, objects: [each], operationOf, failed });
}
