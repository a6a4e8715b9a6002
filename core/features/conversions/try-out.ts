import { defined } from '../../base/defined.ts';
import { explained } from '../../base/errors.ts';
import type { OpenDestination } from './destinations.ts';
import { afterFound, afterRefused, afterTaken, culprit, newHalving, nextGroup } from './halving.ts';
import { differingFault, knownEvents, type PlacedEvent } from './known-events.ts';
import {
  type Accepting,
  type Prepared,
  payloadOf,
  type RefusedEvent,
  type SendPorts,
} from './prepare.ts';
import type { SendResponse } from './schema.ts';

const MOST_REQUESTS = 60;

/**
 * `mode: "check"`: asks the platform too where it has a check of its own. Nothing is kept or
 * counted.
 */
export async function tryOut(
  ports: SendPorts,
  companyId: string,
  { destinations, wanted, refused, warnings }: Accepting,
): Promise<SendResponse> {
  const placed = wanted.flatMap((each, place) => each.map((prepared) => ({ place, prepared })));
  const known = await knownEvents(ports, companyId, destinations, placed);
  const isNew = (place: number) => (prepared: Prepared) =>
    ![...known.taken, ...known.differing].some(
      (each) => each.place === place && each.prepared === prepared,
    );
  const found: RefusedEvent[] = [
    ...refused,
    ...known.differing.map((each) => differingAt(destinations, each)),
  ];
  const checkedBy: NonNullable<SendResponse['checkedBy']> = [];
  let accepted = 0;
  for (const [place, destination] of destinations.entries()) {
    const prepared = (wanted[place] ?? []).filter(isNew(place));
    const bad =
      destination.can.tryOut === undefined || prepared.length === 0
        ? []
        : await asked(ports, destination, prepared);
    const message = typeof bad === 'string' ? bad : undefined;
    const list = typeof bad === 'string' ? [] : bad;
    found.push(...list);
    accepted += prepared.length - list.length;
    const by =
      destination.can.tryOut === undefined || message !== undefined ? 'slipway' : 'platform';
    checkedBy.push({ destination: destination.destination, by, ...defined({ message }) });
  }
  return {
    success: true,
    mode: 'check',
    accepted,
    refused: found,
    duplicates: [...known.duplicates],
    checkedBy,
    ...(warnings.length > 0 && { warnings: [...warnings] }),
  };
}

const differingAt = (
  destinations: readonly OpenDestination[],
  each: PlacedEvent,
): RefusedEvent => ({
  index: each.prepared.index,
  destination: destinations[each.place]?.destination,
  ...differingFault(each),
});

/** What the platform refuses, or why it could not be asked. */
async function asked(
  ports: SendPorts,
  opened: OpenDestination,
  prepared: readonly Prepared[],
): Promise<readonly RefusedEvent[] | string> {
  const { can, access, id, destination } = opened;
  const payload = await payloadOf(ports, opened, prepared);
  const bad: RefusedEvent[] = [];
  const refuse = (at: number, message: string, code: string | undefined): void => {
    const index = prepared[at]?.index ?? at;
    bad.push({
      index,
      destination,
      path: `events[${index}]`,
      code: code ?? 'refused_by_platform',
      message,
    });
  };
  let state = newHalving(prepared.map((_, at) => at));
  let reason = { message: '', code: undefined as string | undefined };
  for (let requests = 0; requests < MOST_REQUESTS; ) {
    const one = culprit(state);
    if (one !== undefined) {
      refuse(one, reason.message, reason.code);
      state = afterFound(state);
      continue;
    }
    const group = nextGroup(state, can.mostEvents);
    if (group.length === 0) break;
    requests += 1;
    const events = group.flatMap((at) => (payload[at] === undefined ? [] : [payload[at]]));
    const answer = await can.tryOut?.(access, id, events);
    if (answer === undefined || answer.taken) {
      for (const [place, failure] of (answer?.refused ?? []).entries())
        if (failure !== undefined) refuse(group[place] ?? 0, explained(failure), failure.code);
      state = afterTaken(state, group);
    } else if (answer.failure.class === 'invalid' || answer.failure.class === 'rule') {
      reason = { message: explained(answer.failure), code: answer.failure.code };
      state = afterRefused(state, group);
    } else return explained(answer.failure);
  }
  return bad;
}
