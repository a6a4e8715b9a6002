import { isObject } from '../../../kit/json.ts';
import { kinds, type Turn, words } from '../../wire/call.ts';
import { checkCounts } from '../services/asset-rules.ts';
import type { DraftBook } from './draft.ts';
import type { Asked } from './operation.ts';

const collections = ['assetGroups', 'assetGroupAssets'];

/** Requests about asset groups are carried out whole. */
export const isOfAssetGroups = (asked: readonly Asked[]): boolean =>
  asked.some(({ service }) => collections.includes(service.collection));

/** Throws where an asset group would be invalid after the request. */
export function checkAssetGroups({ customer }: Turn, draft: DraftBook, asked: readonly Asked[]): void {
  const gone = new Set(asked.map(({ operation }) => words(operation.remove)).filter((name) => name !== ''));
  for (const [name, path] of touched(customer.id, asked)) {
    const links = draft.living(kinds.assetGroupAsset, name).filter(({ resourceName }) => !gone.has(words(resourceName)));
    const campaign = draft.dataOf(words(draft.dataOf(name)?.campaign));
    const brand = campaign?.brandGuidelinesEnabled === true ? 'campaign' : 'group';
    checkCounts(
      links.map(({ fieldType }) => words(fieldType)),
      { brand },
      path,
    );
  }
}

/** Asset groups, with the first operation about each. */
function touched(customer: string, asked: readonly Asked[]): ReadonlyMap<string, Asked['path']> {
  const found = new Map<string, Asked['path']>();
  const note = (name: string, path: Asked['path']) => {
    if (name !== '' && !found.has(name)) found.set(name, path);
  };
  for (const { service, operation, path } of asked) {
    const create = isObject(operation.create) ? operation.create : {};
    if (service.collection === 'assetGroups') note(words(create.resourceName), path);
    if (service.collection !== 'assetGroupAssets') continue;
    note(words(create.assetGroup), path);
    const [group = ''] = (words(operation.remove).split('/').pop() ?? '').split('~');
    if (group !== '') note(`customers/${customer}/assetGroups/${group}`, path);
  }
  return found;
}
