import { batchOperations } from '../launch/batch-operations.ts';
import { launchOperations } from '../launch/operations.ts';
import { createOperations } from '../manage/operations/create.ts';
import { duplicateOperations } from '../manage/operations/duplicate.ts';
import { manageOperations } from '../manage/operations/manage.ts';
import { updateOperations } from '../manage/operations/update.ts';
import type { Api, Operation } from '../operations/operation.ts';
import type { PlatformDefinition } from '../ports/platform-definition.ts';
import { reportOperations } from '../report/operations.ts';
import { adCopyTemplateOperations } from './ad-copy/operations.ts';
import { approvalOperations } from './approvals/operations.ts';
import { automationOperations } from './automations/operations.ts';
import { commentOperations } from './comments/operations.ts';
import { companyOperations } from './companies/operations.ts';
import { authorizationOperations } from './connections/authorization-operations.ts';
import { accountOperations } from './connections/operations.ts';
import { conversionOperations } from './conversions/operations.ts';
import { draftOperations } from './drafts/operations.ts';
import { exportOperations } from './exports/operations.ts';
import { guardrailOperations } from './guardrails/operations.ts';
import { jobOperations } from './jobs/operations.ts';
import { accessOperations } from './keys/operations.ts';
import { libraryOperations } from './library/operations.ts';
import { mediaOperations } from './media/operations.ts';
import { namingOperations } from './naming/operations.ts';
import { notificationOperations } from './notifications/operations.ts';
import { overviewOperations } from './overview/operations.ts';
import { peopleOperations } from './people/operations.ts';
import { platformOperations } from './platforms/operations.ts';
import { presetOperations } from './presets/operations.ts';
import { previewOperations } from './previews/operations.ts';
import { researchOperations } from './research/operations.ts';
import { sheetOperations } from './row-claims/operations.ts';
import { sandboxOperations } from './sandbox/operations.ts';
import { savedReportOperations } from './saved-reports/operations.ts';
import { searchOperations } from './search/operations.ts';
import { utmTemplateOperations } from './utm/operations.ts';
import { webhookOperations } from './webhooks/operations.ts';

/** What a platform brings to the list: its definition, and operations that only it has. */
export interface OfferedPlatform {
  readonly definition: PlatformDefinition;
  readonly operations?: readonly Operation[];
}

/**
 * Every operation of a service with these platforms, in the order of the reference. The one list of operations.
 *
 * @example
 * import { operationsFor } from 'slipway/core';
 *
 * for (const { name, effects, summary } of operationsFor([])) console.log(name, effects, summary);
 */
export function operationsFor(platforms: readonly OfferedPlatform[]): readonly Operation[] {
  const shared = sharedOperations(platforms.map(({ definition }) => definition));
  const own = [...shared, ...platforms.flatMap((platform) => platform.operations ?? [])];
  const operations = [...own, ...guardrailOperations(own)];
  return [...operations, ...approvalOperations(operations)];
}

const sharedOperations = (definitions: readonly PlatformDefinition[]) => [
  ...launchOperations,
  ...batchOperations,
  ...sheetOperations,
  ...draftOperations,
  ...createOperations(definitions),
  ...updateOperations(definitions),
  ...manageOperations,
  ...duplicateOperations,
  ...platformOperations,
  ...mediaOperations,
  ...libraryOperations,
  ...commentOperations,
  ...reportOperations,
  ...exportOperations,
  ...savedReportOperations,
  ...conversionOperations,
  ...accountOperations,
  ...authorizationOperations,
  ...researchOperations,
  ...adCopyTemplateOperations,
  ...namingOperations,
  ...utmTemplateOperations,
  ...presetOperations,
  ...previewOperations,
  ...automationOperations,
  ...overviewOperations,
  ...searchOperations,
  ...accessOperations,
  ...peopleOperations,
  ...companyOperations,
  ...jobOperations,
  ...webhookOperations,
  ...notificationOperations,
  ...sandboxOperations,
];

type Each = ReturnType<typeof sharedOperations | typeof guardrailOperations | typeof approvalOperations>[number];

/** The name of an operation that is there whatever the platforms. */
export type OperationName = Each['name'];

/** Those operations as functions: `launch(…)`, `batches.undo(…)`, `reports.query(…)`. */
export type Operations = Api<Each>;
