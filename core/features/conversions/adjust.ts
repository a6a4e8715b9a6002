import { auditWrite } from '../../access/audit.ts';
import type { Actor } from '../../access/caller.ts';
import { offeredMember } from '../../accounts/capabilities.ts';
import { defined } from '../../base/defined.ts';
import { explained, type Fault, SlipwayError } from '../../base/errors.ts';
import { itemOutcomeOf, type Part, wholeOf } from '../../base/outcomes.ts';
import type { EffectPorts } from '../../effects/run.ts';
import { type Once, unkeyed } from '../../records/once.ts';
import { openDestination } from './destinations.ts';
import type { AdjustRequest, AdjustResponse } from './upload-schema.ts';

/** An adjustment that is sent twice changes nothing more, so a repetition sends it again. */
export const adjustConversions = (
  ports: EffectPorts,
  caller: Actor,
  { destination: name, adjustments }: AdjustRequest,
  once: Once = unkeyed(ports.store),
) =>
  once.inSteps<object, AdjustResponse>(async ({ begin, conclude, isHeld, begun }) => {
    const { companyId } = caller;
    const { platform, can, access, id, destination } = await openDestination(
      ports,
      companyId,
      name,
      'destination',
    );
    const adjust = offeredMember(platform, 'conversions', 'adjust', 'destination');
    const faults = adjustments.flatMap(faultsOf);
    if (faults.length > 0)
      throw new SlipwayError('unprocessable_entity', 'Adjustments have faults.', {
        details: faults,
      });
    const now = ports.clock.now();
    const wanted = adjustments.map(({ kind, orderId, adjustedAt, value, currency }) => ({
      kind,
      orderId,
      value,
      currency,
      adjustedAt: adjustedAt === undefined ? now : Date.parse(adjustedAt),
    }));
    const audit = auditWrite(ports, caller, {
      action: 'conversions.adjust',
      subject: destination,
      details: { adjustments: wanted.length },
    });
    if (begun === undefined) await begin({ at: now }, [audit]);
    const failures = await adjust.call(can, { ...access, isLeaseHeld: isHeld }, id, wanted);
    const answer: AdjustResponse = {
      success: true,
      outcome: wholeOf(failures.map((failure) => failure === undefined)),
      done: failures.filter((failure) => failure === undefined).length,
      results: failures.map((failure, index) => {
        if (failure === undefined) return { index, success: true, outcome: 'done' };
        const { code, message, traceId, fix } = failure;
        return {
          index,
          success: false,
          outcome: itemOutcomeOf(failure),
          platformError: { ...defined({ code }), message, traceId },
          fix,
        };
      }),
    };
    await conclude(answer, []);
    return answer;
  });

function faultsOf(
  { kind, value, currency }: AdjustRequest['adjustments'][number],
  index: number,
): readonly Fault[] {
  const path = `adjustments[${index}]`;
  if (kind === 'restate' && (value === undefined || currency === undefined)) {
    const field = value === undefined ? 'value' : 'currency';
    return [
      {
        path: `${path}.${field}`,
        code: 'missing_field',
        message: 'A restatement needs the new value and its currency.',
      },
    ];
  }
  if (kind !== 'retract' || value === undefined) return [];
  const message = 'What is taken back has no value. Use restate for a part of it.';
  return [{ path: `${path}.value`, code: 'invalid_value', message }];
}

/** By the position in the request, which is all that an adjustment is known by. */
export const adjustParts = {
  of: async (
    _ports: unknown,
    _companyId: string,
    { results }: AdjustResponse,
  ): Promise<readonly Part[]> =>
    results.map(({ index, outcome, platformError, fix = '' }) => ({
      id: String(index),
      type: 'adjustment',
      outcome,
      ...(platformError && { reason: explained({ message: platformError.message, fix }) }),
    })),
  again: (input: { readonly [name: string]: unknown }, left: readonly Part[]) => {
    const adjustments = input.adjustments as AdjustRequest['adjustments'];
    return {
      input: { ...input, adjustments: left.flatMap(({ id }) => adjustments[Number(id)] ?? []) },
    };
  },
};
