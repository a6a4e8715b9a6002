import type { PlatformDefinition } from '../ports/platform-definition.ts';
import { accessOperations } from './access.ts';
import { accountOperations } from './accounts.ts';
import { adCopyTemplateOperations } from './ad-copy-templates.ts';
import { approvalOperations } from './approvals.ts';
import { authorizationOperations } from './authorizations.ts';
import { automationOperations } from './automations.ts';
import { batchOperations } from './batches.ts';
import { commentOperations } from './comments.ts';
import { companyOperations } from './companies.ts';
import { conversionOperations } from './conversions.ts';
import { createOperations } from './create.ts';
import { draftOperations } from './drafts.ts';
import { duplicateOperations } from './duplicate.ts';
import { exportOperations } from './exports.ts';
import { guardrailOperations } from './guardrails.ts';
import { jobOperations } from './jobs.ts';
import { launchOperations } from './launch.ts';
import { libraryOperations } from './library.ts';
import { manageOperations } from './manage.ts';
import { mediaOperations } from './media.ts';
import { namingOperations } from './naming.ts';
import { notificationOperations } from './notifications.ts';
import type { Api, Operation } from './operation.ts';
import { overviewOperations } from './overview.ts';
import { peopleOperations } from './people.ts';
import type { Places } from './place.ts';
import { platformOperations } from './platforms.ts';
import { presetOperations } from './presets.ts';
import { previewOperations } from './previews.ts';
import { reportOperations } from './reports.ts';
import { researchOperations } from './research.ts';
import { sandboxOperations } from './sandbox.ts';
import { savedReportOperations } from './saved-reports.ts';
import { searchOperations } from './search.ts';
import { sheetOperations } from './sheets.ts';
import { updateOperations } from './update.ts';
import { utmTemplateOperations } from './utm-templates.ts';
import { webhookOperations } from './webhooks.ts';

/** What a platform brings to the list: its definition, and operations that only it has. */
export interface OfferedPlatform {
  readonly definition: PlatformDefinition;
  readonly operations?: readonly Operation[];
  readonly places?: Places;
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
