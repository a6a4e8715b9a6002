import {
  acceptedContent,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import * as v from 'valibot';
import { spendingRemarks } from '../../core/gate/words.ts';
import { answered, refusalOf } from './answers.ts';
import type { McpSession } from './tool.ts';
import { type Plan, planAnswer } from './write-tools.ts';

/**
 * The only tool that changes a platform, but for the pauses of `stop`. A plan without approval is shown to the person in the
 * client's own form; no argument of a model replaces the tick. A client without forms gets the
 * address where a person approves it.
 */

export const applyInput = v.strictObject({
  planDigest: v.pipe(
    v.string(),
    v.regex(/^[0-9a-f]{32}$/, 'Give the planDigest that a plan_* tool answered.'),
  ),
  retry: v.optional(
    v.pipe(v.boolean(), v.description('Of a plan that was not wholly done: try the rest again.')),
  ),
});

export const applyOutput = v.looseObject({
  planDigest: v.string(),
  status: v.string(),
  next: v.string(),
});

/** What is remembered between the two rounds of an approval: signed, and for this caller alone. */
export interface Asked {
  readonly digest: string;
}

/**
 * Seals what is remembered, and opens it again; undefined for what is forged, old or another
 * caller's.
 */
export interface StateCodec {
  mint(asked: Asked): Promise<string>;
  verify(sealed: string): Promise<Asked | undefined>;
}

const form = v.object({ approve: v.boolean() });

export async function applyPlan(
  session: McpSession,
  { planDigest, retry = false }: v.InferOutput<typeof applyInput>,
  {
    codec,
    server,
    ctx,
  }: { readonly codec: StateCodec; readonly server: McpServer; readonly ctx: ServerContext },
): Promise<CallToolResult | InputRequiredResult> {
  const { api, scopes } = session;
  const plan = await api.approvals.get({ digest: planDigest });
  if (retry && (plan.status === 'partly' || plan.status === 'failed'))
    return planAnswer(session, await api.approvals.retry({ digest: planDigest }));
  if (plan.status === 'approved') return applied(session, planDigest);
  if (plan.status !== 'awaiting_approval') return planAnswer(session, plan);
  if (scopes.includes('unattended')) {
    const tried = await tryAlone(session, planDigest);
    if (tried !== undefined) return tried;
  }

  const asked = ctx.mcpReq.requestState<Asked | null>() ?? undefined;
  const response = inputResponse(ctx.mcpReq.inputResponses, 'approval');
  if (response.kind !== 'elicit' || asked?.digest !== planDigest) {
    if (!session.mayApprove) return needsPerson(plan, 'A connected program approves nothing.');
    if (!showsForms(server, ctx)) return needsPerson(plan, 'This client shows no forms.');
    return inputRequired({
      inputRequests: {
        approval: inputRequired.elicit({ message: question(plan), requestedSchema }),
      },
      requestState: await codec.mint({ digest: planDigest }),
    });
  }
  if (response.action === 'cancel')
    return stopped(plan, 'The person closed the form. The plan still waits.');
  const ticked =
    response.action === 'accept'
      ? acceptedContent(ctx.mcpReq.inputResponses, 'approval', form)
      : undefined;
  if (ticked?.approve !== true) {
    await api.approvals.decide({
      digest: planDigest,
      decision: 'decline',
      comment: 'Declined in the form of an MCP client.',
    });
    return stopped(
      await api.approvals.get({ digest: planDigest }),
      'The person declined. Ask what should be different.',
    );
  }
  try {
    await api.approvals.decide({
      digest: planDigest,
      decision: 'approve',
      comment: 'Approved in the form of an MCP client.',
    });
  } catch (error) {
    const { code, details } = refusalOf(error);
    if (code === 'forbidden' && details.some((fault) => fault.code === 'another_key'))
      return needsPerson(plan, 'This plan has to be approved by another person than planned it.');
    throw error;
  }
  return applied(session, planDigest);
}

const applied = async (session: McpSession, digest: string): Promise<CallToolResult> =>
  planAnswer(session, await session.api.approvals.apply({ digest }));

/** For a key that needs no approval; undefined where the company wants one. */
async function tryAlone(session: McpSession, digest: string): Promise<CallToolResult | undefined> {
  try {
    return await applied(session, digest);
  } catch (error) {
    if (refusalOf(error).details.some(({ code }) => code === 'approval_required')) return undefined;
    throw error;
  }
}

const requestedSchema = {
  type: 'object' as const,
  properties: {
    approve: {
      type: 'boolean' as const,
      title: 'Do this',
      description: 'Tick to have it carried out now.',
      default: false,
    },
  },
  required: ['approve'],
};

/**
 * What the person is asked: how much, where, whether it starts to spend, and how much that can be.
 */
function question({ summary, adAccountIds, startsDelivering, moneyAtStake }: Plan): string {
  const money = spendingRemarks({ moneyAtStake }).starts;
  return [
    'A model asks to do this:',
    ...summary.map((line) => `- ${line}`),
    `Ad accounts: ${adAccountIds.length === 0 ? 'none' : adAccountIds.join(', ')}`,
    startsDelivering ? 'It starts to deliver, and to spend.' : 'Nothing starts to deliver.',
    `Budgets at stake: ${money.length === 0 ? 'none' : money.join('; ')}`,
  ].join('\n');
}

const needsPerson = (plan: Plan, why: string): CallToolResult =>
  answered({
    planDigest: plan.digest,
    status: 'needs_person',
    approveUrl: plan.approveUrl,
    expiresAt: plan.expiresAt,
    next: `${why} Nothing has been sent. A person approves it at ${plan.approveUrl}; then call apply_plan again.`,
  });

const stopped = ({ digest, status }: Plan, next: string): CallToolResult =>
  answered({ planDigest: digest, status, next: `${next} Nothing has been sent.` });

/**
 * Whether the client of this request can show a form. Declared with each request, or when an older
 * client began.
 */
function showsForms(server: McpServer, ctx: ServerContext): boolean {
  // The shipped type of the envelope has no members.
  const envelope = ctx.mcpReq.envelope as
    | { readonly [key: string]: { readonly elicitation?: object } }
    | undefined;
  const declared =
    envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? server.server.getClientCapabilities();
  const elicitation = declared?.elicitation as
    | { readonly form?: object; readonly url?: object }
    | undefined;
  return (
    elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
  );
}
