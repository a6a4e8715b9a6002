import { everyOne, seen } from '../../accounts/workspace-view.ts';
import { feature, outside } from '../../operations/feature.ts';
import { dropExport } from './drop.ts';
import { forgetExports } from './forget-exports.ts';
import { exportOperations } from './operations.ts';
import { exportKind, exportQueue, fileOf } from './records.ts';
import { runExport } from './run-export.ts';

/** Figures as files. */
export const exports = feature({
  name: 'exports',
  operations: exportOperations,
  kinds: [exportKind],
  queues: { [exportQueue]: { lane: 'exports', handler: (ports) => (job) => runExport(ports, job), drop: dropExport } },
  seen: [seen(exportKind, ({ doc }, { hasAccount }) => everyOne(doc.accountIds, hasAccount))],
  outside: [outside(exportKind, (ports, companyId, id, doc) => ports.exportFiles.remove(companyId, fileOf(id, doc)))],
  forget: forgetExports,
  usage: async ({ store }, companyId, since) => ({
    exports: await store.count(exportKind, companyId, { where: { createdAt: { from: since } } }),
  }),
});
