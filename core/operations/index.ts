import type { PlatformDefinition } from '../ports/platform-definition.ts';
import { accessOperations } from './access.ts';
import { accountOperations } from './accounts.ts';
import { adCopyTemplateOperations } from './ad-copy-templates.ts';
import { approvalOperations } from './approvals.ts';
import { batchOperations } from './batches.ts';
import { createOperations } from './create.ts';
import { draftOperations } from './drafts.ts';
import { duplicateOperations } from './duplicate.ts';
import { exportOperations } from './exports.ts';
import { guardrailOperations } from './guardrails.ts';
import { launchOperations } from './launch.ts';
import { manageOperations } from './manage.ts';
import { mediaOperations } from './media.ts';
import type { Api } from './operation.ts';
import { platformOperations } from './platforms.ts';
import { reportOperations } from './reports.ts';
import { sandboxOperations } from './sandbox.ts';
import { webhookOperations } from './webhooks.ts';

/** Every operation of a service with these platforms, in the order of the reference. The one list of operations. */
export function operationsFor(definitions: readonly PlatformDefinition[]) {
  const operations = [
    ...launchOperations,
    ...batchOperations,
    ...draftOperations,
    ...createOperations(definitions),
    ...manageOperations,
    ...duplicateOperations,
    ...platformOperations,
    ...mediaOperations,
    ...reportOperations,
    ...exportOperations,
    ...accountOperations,
    ...adCopyTemplateOperations,
    ...accessOperations,
    ...guardrailOperations,
    ...webhookOperations,
    ...sandboxOperations,
  ];
  return [...operations, ...approvalOperations(operations)];
}

type Each = ReturnType<typeof operationsFor>[number];

/** The name of an operation. */
export type OperationName = Each['name'];

/** Every operation as a function: `launch(…)`, `batches.undo(…)`, `reports.query(…)`. */
export type Operations = Api<Each>;
