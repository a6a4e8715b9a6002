import { defined } from '../../../../core/base/defined.ts';
import type { Access, EntityType } from '../../../../core/ports/platform-accounts.ts';
import type { CopySource, DuplicateCapability } from '../../../../core/ports/platform-changes.ts';
import type { Api } from '../../kit/calls.ts';
import { type Row, said, text } from '../../kit/json.ts';
import { type CopyTimes, copyTimes, namedIn, rebuildFrom, type SourceNode, sourceTree } from '../../kit/rebuild.ts';
import { listRows, readRows } from '../read/entities.ts';
import { budgetsOf, livingStatuses, paceOf, statusOf } from '../wire/values.ts';
import { createRebuilding, type RebuildPorts } from './recreate.ts';

/** The platform copies nothing itself. */
export function createCopies(ports: RebuildPorts, times: CopyTimes): DuplicateCapability {
  const { calls } = ports;
  return {
    ...copyTimes(times),
    tree: (access, type, id) => readTree(ports, access, type, id),
    recreate: (access, request) => rebuildFrom(createRebuilding(ports, request), access, request),
    async named(access, type, part) {
      const rows = await listRows(calls, access, type, { entity_statuses: livingStatuses });
      return namedIn(rows, part, { id: 'id', name: 'name' });
    },
  };
}

async function readTree({ calls, wire }: Api, access: Access, type: EntityType, id: string): Promise<CopySource> {
  const root = (await readRows(calls, access, type, [id])).get(id);
  if (root === undefined) throw wire.notFound(id);
  const below = { ...(type === 'campaign' ? { campaign_ids: [id] } : { ad_group_ids: [id] }), entity_statuses: livingStatuses };
  const adSets = type === 'campaign' ? await listRows(calls, access, 'adset', below) : [];
  const ads = type === 'ad' ? [] : await listRows(calls, access, 'ad', below);
  return sourceTree({ type, root, adSets, ads }, (level, row) => nodeOf(access, level, row));
}

function nodeOf({ adAccountId }: Access, type: EntityType, row: Row): SourceNode {
  return {
    type,
    adAccountId,
    status: statusOf(row),
    id: said(row.id),
    name: said(row.name),
    ...budgetsOf(type, row),
    ...(type === 'ad' ? {} : paceOf(row)),
    ...defined({
      campaignId: type === 'campaign' ? undefined : text(row.campaign_id),
      adSetId: type === 'ad' ? text(row.ad_group_id) : undefined,
    }),
  };
}
