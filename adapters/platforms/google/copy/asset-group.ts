import type { CopyRequest } from '../../../../core/ports/platform-changes.ts';
import { asRow, type Row, said, text } from '../../kit/json.ts';
import { copiedName, kept } from '../../kit/rebuild.ts';
import { lastPart } from '../wire/gaql.ts';
import { statusWords } from '../wire/values.ts';
import type { CopyOperation } from './operation.ts';
import type { Source } from './source.ts';

const settings = ['finalUrls', 'finalMobileUrls', 'path1', 'path2'];

/** One request: an asset group without its assets is invalid. */
export function assetGroupOperations(
  source: Source,
  row: Row,
  {
    resourceName,
    campaign,
    request,
  }: { readonly resourceName: string; readonly campaign: string; readonly request: CopyRequest },
): readonly CopyOperation[] {
  const group = asRow(row.assetGroup) ?? {};
  const id = said(group.id);
  const isRoot = source.type === 'adset';
  const status = isRoot || request.status === 'PAUSED' ? statusWords[request.status] : text(group.status);
  const create = {
    resourceName,
    campaign,
    status,
    name: isRoot ? copiedName(group.name, request) : text(group.name),
    ...kept(group, settings),
  };
  const its = (rows: readonly Row[], field: string): readonly Row[] =>
    rows.flatMap((each) => {
      const held = asRow(each[field]) ?? {};
      return lastPart(text(held.assetGroup)) === id ? [held] : [];
    });
  return [
    { operation: { assetGroupOperation: { create } }, of: { type: 'adset', sourceId: id } },
    ...its(source.assetGroupAssets, 'assetGroupAsset').map((held) => ({
      operation: {
        assetGroupAssetOperation: { create: { assetGroup: resourceName, ...kept(held, ['asset', 'fieldType', 'status']) } },
      },
    })),
    ...its(source.signals, 'assetGroupSignal').map((held) => ({
      operation: {
        assetGroupSignalOperation: { create: { assetGroup: resourceName, ...kept(held, ['audience', 'searchTheme']) } },
      },
    })),
  ];
}
