import * as v from 'valibot';
import { objectOutcomes, type PlanStatus, statusWords } from '../../base/outcome-words.ts';
import { answer, listOf, pageQuery } from '../../base/schema/envelope.ts';
import { nameText, shortText } from '../../base/schema/fields.ts';
import { listOfAtMost } from '../../base/schema/lists.ts';
import { guardEntries } from '../../gate/schema.ts';

export const planDigest = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/));

const step = v.object({
  operation: v.pipe(
    shortText(100),
    v.description('The name of the operation: `launch`, `manage.updateBudget`, `batches.undo`.'),
  ),
  input: v.optional(v.looseObject({}), {}),
});

export const approvalRequest = v.object({
  operations: v.pipe(
    listOfAtMost(step, 20, 'operations'),
    v.minLength(1, 'Give at least one operation.'),
    v.description('Carried out in this order; the first that fails ends it.'),
  ),
  comment: v.optional(
    v.pipe(shortText(1_000), v.description('For the person who approves: why this is wanted.')),
  ),
});
export type ApprovalRequest = v.InferOutput<typeof approvalRequest>;

const approvalStatuses = Object.keys(statusWords) as [PlanStatus, ...PlanStatus[]];
export type ApprovalStatus = PlanStatus;

const decision = v.object({
  by: v.pipe(
    v.string(),
    v.description('The id of the person, of the key, or of the key behind the session.'),
  ),
  person: v.optional(
    v.pipe(v.string(), v.description('The person, by name and address, or the key by its name.')),
  ),
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
  destroys: v.pipe(
    v.boolean(),
    v.description('It takes away what no other operation brings back.'),
  ),
  ...guardEntries,
  /** `another-key`: not with the key that planned it. */
  needs: approver,
  createdBy: v.string(),
  planner: v.optional(
    v.pipe(
      v.string(),
      v.description('The person who planned it, by name and address; absent where a key did.'),
    ),
  ),
  createdAt: v.string(),
  /** After this it can be neither approved nor applied. */
  expiresAt: v.string(),
  /**
   * Since then some of it may have been sent. Until it has results, applying it goes on where it
   * was cut off.
   */
  startedAt: v.optional(v.string()),
  comment: v.optional(v.string()),
  approved: v.optional(decision),
  declined: v.optional(decision),
  approveUrl: v.string(),
};

const does = v.optional(v.pipe(v.string(), v.description('What happens to it, in one sentence.')));

const stepResult = v.object({
  operation: v.string(),
  status: v.pipe(
    v.picklist(['done', 'partly', 'failed', 'running', 'not_attempted']),
    v.description(
      '`done` only if every object is. A step that is not done ends the plan: those after it are not begun.',
    ),
  ),
  counts: v.pipe(
    v.partial(v.object(v.entriesFromList(objectOutcomes, v.number()))),
    v.description('Objects by their outcome.'),
  ),
  objects: v.pipe(
    v.array(
      v.object({
        type: v.optional(v.string()),
        id: v.optional(v.string()),
        name: v.optional(v.string()),
        does,
        outcome: v.picklist(objectOutcomes),
        reason: v.optional(v.string()),
      }),
    ),
    v.description(
      'What became of each. `unknown`: the platform gave no answer, so it may have happened. The first 300, those that are not done before others.',
    ),
  ),
  answer: v.optional(v.looseObject({})),
  error: v.optional(
    v.object({ code: v.string(), message: v.string(), details: v.array(v.looseObject({})) }),
  ),
});
export type StepResult = v.InferOutput<typeof stepResult>;

const from = { address: v.optional(v.string()), agent: v.optional(v.string()) };

const link = v.object({
  id: v.string(),
  for: v.pipe(v.string(), v.description('Who it is for, as its maker wrote.')),
  by: v.string(),
  person: v.pipe(v.string(), v.description('The person or key that made it, in words.')),
  createdAt: v.string(),
  expiresAt: v.string(),
  opened: v.array(v.object({ at: v.string(), ...from })),
  decided: v.optional(
    v.object({
      at: v.string(),
      name: v.string(),
      decision: v.picklist(['approve', 'decline']),
      ...from,
    }),
  ),
});

export const approvalAnswer = answer({
  ...outline,
  links: v.optional(
    v.pipe(v.array(link), v.description('For people without an account, with who opened them.')),
  ),
  operations: v.array(
    v.object({
      operation: v.string(),
      effects: v.string(),
      title: v.optional(
        v.pipe(v.string(), v.description('What it does, without amounts and names.')),
      ),
      objects: v.optional(
        v.pipe(
          v.array(
            v.object({
              type: v.optional(v.string()),
              id: v.string(),
              name: v.string(),
              does,
              before: v.optional(v.string()),
              after: v.optional(v.string()),
            }),
          ),
          v.description(
            'What it is about, with the state of each now and afterwards. The first 300.',
          ),
        ),
      ),
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
export const approvalQuery = v.object({
  ...pageQuery,
  status: v.optional(v.picklist(approvalStatuses)),
});

export const decisionBody = v.object({
  decision: v.picklist(['approve', 'decline'], 'Give approve or decline.'),
  comment: v.optional(shortText(1_000)),
});

export const approvalPolicyBody = v.object({ approver });
export const approvalPolicyAnswer = answer({ approver });

export const shareBody = v.object({
  for: v.pipe(nameText(100), v.description('The person who decides, by name.')),
});
export type ShareRequest = v.InferOutput<typeof shareBody>;
export const shareAnswer = answer({
  id: v.string(),
  url: v.pipe(
    v.string(),
    v.description(
      'Opens this plan alone, without signing in. It is shown in this answer and never again.',
    ),
  ),
  expiresAt: v.string(),
});

export type ShareAnswer = v.InferOutput<typeof shareAnswer>;

/** Of a person with a link. */
export const guestBody = v.object({
  token: v.pipe(v.string(), v.maxLength(2_000)),
  decision: v.optional(decisionBody.entries.decision),
  name: v.optional(nameText(100)),
  comment: decisionBody.entries.comment,
});
export interface GuestDecision {
  readonly decision: 'approve' | 'decline';
  readonly name: string;
  readonly comment?: string | undefined;
}

export const receiptId = v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{32}|\d{1,15})$/));

export const receiptAnswer = answer({
  format: v.literal('slipway-receipt-1'),
  issuer: v.string(),
  issuedAt: v.string(),
  entries: v.pipe(
    v.array(
      v.object({
        what: v.string(),
        data: v.looseObject({}),
        previous: v.string(),
        hash: v.string(),
      }),
    ),
    v.description(
      'Each with the SHA-256 of itself and of the one before, over JSON with sorted members.',
    ),
  ),
  head: v.pipe(v.string(), v.description('The hash of the last entry.')),
  publicKey: v.pipe(v.string(), v.description('Ed25519, of this installation, in base64url.')),
  signature: v.pipe(
    v.string(),
    v.description('Of format, issuer, issuedAt and head, as JSON with sorted members.'),
  ),
});
export type Receipt = v.InferOutput<typeof receiptAnswer>;
