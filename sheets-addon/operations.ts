import type { OperationName } from '../core/features/registry.ts';

/** The operations a sheet calls. The build leaves the places of all others out of the script. */
export const usedOperations = [
  'me',
  'launch',
  'plan',
  'sheets.launches',
  'sheets.launch',
  'batches.list',
  'batches.statuses',
  'batches.undo',
  'manage.updateAd',
  'media.list',
  'media.upload',
  'accounts.list',
  'accounts.profiles',
  'launchDefaults.get',
  'namingConventions.list',
  'utmTemplates.list',
  'adCopyTemplates.list',
  'presets.list',
  'reports.adSets',
  'reports.query',
  'automations.fields',
  'automations.check',
  'automations.create',
  'automations.get',
  'automations.update',
  'automations.toggle',
  'automations.execute',
  'conversions.destinations',
  'conversions.send',
  'conversions.status',
] as const satisfies readonly OperationName[];

export type UsedOperation = (typeof usedOperations)[number];
