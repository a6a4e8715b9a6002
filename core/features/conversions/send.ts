import type { Actor } from '../../access/caller.ts';
import { type Once, unkeyed } from '../../records/once.ts';
import { accept } from './accept.ts';
import { eventOf, valueWarning } from './judge.ts';
import {
  type Accepting,
  digests,
  eventFaults,
  noneLeft,
  openAll,
  type RefusedEvent,
  type SendPorts,
  wantedBy,
} from './prepare.ts';
import type { SendRequest, SendResponse } from './schema.ts';
import { tryOut } from './try-out.ts';

/**
 * Faults of the request refuse it as a whole; events that a platform would refuse are left out and
 * listed. Accepted events are sealed and committed before a job sends them.
 */
export async function sendConversions(
  ports: SendPorts,
  caller: Actor,
  request: SendRequest,
  once: Once = unkeyed(ports.store),
): Promise<SendResponse> {
  const { companyId } = caller;
  if (request.mode === 'check')
    return tryOut(ports, companyId, await readyToSend(ports, companyId, request));
  // An answered request is answered again, also where its platform cannot be asked any more. Ids of
  // events stand in the answer.
  return once.inOneCommit<SendResponse>(
    async (conclude) =>
      accept(ports, caller, request, await readyToSend(ports, companyId, request))(conclude),
    { secret: true },
  );
}

async function readyToSend(
  ports: SendPorts,
  companyId: string,
  request: SendRequest,
): Promise<Accepting> {
  const now = ports.clock.now();
  const events = request.events.map(eventOf);
  const destinations = await openAll(
    ports,
    companyId,
    request.destinations,
    eventFaults(events, now),
  );
  const warnings = events.flatMap((event, index) => valueWarning(event, `events[${index}]`) ?? []);
  const digested = await digests(ports, events);
  const refused: RefusedEvent[] = [];
  const wanted = await Promise.all(
    destinations.map((destination) => wantedBy(ports, destination, digested, { now, refused })),
  );
  if (wanted.every((each) => each.length === 0)) throw noneLeft(refused);
  return { destinations, wanted, refused, warnings };
}
