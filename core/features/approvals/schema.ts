import * as v from 'valibot';
import { answer, listOf, pageQuery } from '../../base/schema/envelope.ts';
import { shortText } from '../../base/schema/fields.ts';
import { listOfAtMost } from '../../base/schema/lists.ts';
import { guardEntries } from '../../gate/schema.ts';

export const planDigest = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/));

const step = v.object({
  operation: v.pipe(shortText(100), v.description('The name of the operation: `launch`, `manage.updateBudget`, `batches.undo`.')),
  input: v.optional(v.looseObject({}), {}),
});

export const approvalRequest = v.object({
  operations: v.pipe(
    listOfAtMost(step, 20, 'operations'),
    v.minLength(1, 'Give at least one operation.'),
    v.description('Carried out in this order; the first that fails ends it.'),
  ),
  comment: v.optional(v.pipe(shortText(1_000), v.description('For the person who approves: why this is wanted.'))),
});
export type ApprovalRequest = v.InferOutput<typeof approvalRequest>;

const approvalStatuses = ['awaiting_approval', 'approved', 'declined', 'applied', 'failed', 'expired'] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

const decision = v.object({
  by: v.pipe(v.string(), v.description('The id of the person, of the key, or of the key behind the session.')),
  person: v.optional(v.pipe(v.string(), v.description('The person, by name and address.'))),
  at: v.string(),
  comment: v.optional(v.string()),
});

const approver = v.picklist(['anyone', 'another-key'], 'Give anyone or another-key.');

const outline = {
  digest: v.string(),
  status: v.picklist(approvalStatuses),
  summary: v.array(v.string()),
  adAccountIds: v.array(v.string()),
  startsDelivering: v.boolean(),
  ...guardEntries,
  /** `another-key`: not with the key that planned it. */
  needs: approver,
  createdBy: v.string(),
  planner: v.optional(
    v.pipe(v.string(), v.description('The person who planned it, by name and address; absent where a key did.')),
  ),
  createdAt: v.string(),
  /** After this it can be neither approved nor applied. */
  expiresAt: v.string(),
  comment: v.optional(v.string()),
  approved: v.optional(decision),
  declined: v.optional(decision),
  approveUrl: v.string(),
};

const stepResult = v.object({
  operation: v.string(),
  status: v.picklist(['done', 'failed', 'not_attempted']),
  answer: v.optional(v.looseObject({})),
  error: v.optional(v.object({ code: v.string(), message: v.string(), details: v.array(v.looseObject({})) })),
});
export type StepResult = v.InferOutput<typeof stepResult>;

export const approvalAnswer = answer({
  ...outline,
  operations: v.array(
    v.object({
      operation: v.string(),
      effects: v.string(),
      input: v.looseObject({}),
      media: v.optional(
        v.pipe(
          v.array(v.object({ address: v.string(), url: v.string(), sha256: v.string() })),
          v.description(
            'What addresses at other hosts led to when this was planned. The file at `url` is what is launched; the address is not asked again.',
          ),
        ),
      ),
    }),
  ),
  results: v.optional(v.array(stepResult)),
});
export type ApprovalAnswer = v.InferOutput<typeof approvalAnswer>;

export const approvalList = listOf(v.object(outline));
export const approvalQuery = v.object({ ...pageQuery, status: v.optional(v.picklist(approvalStatuses)) });

export const decisionBody = v.object({
  decision: v.picklist(['approve', 'decline'], 'Give approve or decline.'),
  comment: v.optional(shortText(1_000)),
});

export const approvalPolicyBody = v.object({ approver });
export const approvalPolicyAnswer = answer({ approver });
