import { SlipwayError } from '../../base/errors.ts';
import type { Warning } from '../../base/schema/unknown-fields.ts';
import { readGuardrails } from '../../gate/records.ts';
import { planDiffers } from '../../launch/accept/prepare.ts';
import type { Addition, PlannedLaunch, PlanPorts } from '../../launch/hooks.ts';
import { feature } from '../../operations/feature.ts';
import { inTurns } from '../../records/steps.ts';
import { repeatsOf, repeatWarnings } from './find.ts';
import {
  forgetLaunchedInto,
  launchedIntoKind,
  launchedIntoWrites,
  printsOf,
  readLaunchedInto,
} from './records.ts';

export async function findRepeats(
  ports: PlanPorts,
  companyId: string,
  launch: PlannedLaunch,
): Promise<Addition> {
  const { plan, isAgreed, again } = launch;
  const prints = await inTurns(ports.turns, printsOf(plan));
  const read = await readLaunchedInto(ports.store, companyId, prints);
  const planned = await repeatsOf(ports, companyId, prints, read);
  return {
    warnings: repeatWarnings(plan, planned),
    // Agreement to a plan is none to launching its ads a second time.
    ...(planned.length > 0 && { agreed: planned }),
    documents: [...read.keys()],
    async commit(current, { batchId, now, isAsPlanned }) {
      const known = isAsPlanned ? read : await readLaunchedInto(current.store, companyId, prints);
      const repeats = isAsPlanned ? planned : await repeatsOf(current, companyId, prints, known);
      const warnings = repeatWarnings(plan, repeats);
      if (repeats.length > 0 && again !== true) {
        if (isAgreed && repeats.length !== planned.length)
          throw planDiffers('Some of these ads have been launched since, by another request.');
        const isAsked =
          again === false || (await readGuardrails(current, companyId))?.doc.refuseRepeats === true;
        if (isAsked) throw launchedAlready(warnings);
      }
      return {
        writes: launchedIntoWrites({ companyId, batch: batchId, now }, prints, known),
        warnings,
      };
    },
  };
}

function launchedAlready(repeats: readonly Warning[]) {
  const which =
    repeats.length === 1 ? 'One of these ads was' : `${repeats.length} of these ads were`;
  const message = `${which} launched already. Nothing was launched. Send again: true to launch them a second time.`;
  return new SlipwayError('conflict', message, {
    details: repeats.map((each) => ({ ...each, code: 'already_launched' })),
  });
}

export const repeats = feature({
  name: 'repeats',
  operations: [],
  kinds: [launchedIntoKind],
  planned: findRepeats,
  forget: forgetLaunchedInto,
});
