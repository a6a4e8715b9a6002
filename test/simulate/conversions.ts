import { asked, begin, type Scene } from './acts.ts';
import { DOMAIN } from './leads.ts';
import type { Body, Told } from './people.ts';
import { BAD_VALUE, pixelOf } from './platform-conversions.ts';
import { START } from './process.ts';
import { PLATFORM } from './things.ts';

/** Events that a company sends to where the platform counts them, each once. */

interface Event {
  readonly eventId: string;
  readonly value: string;
}

const MOST_LOOKS = 30;
const LOOK_MS = 10 * 60_000;

export async function convert(scene: Scene): Promise<void> {
  const { world, number, accounts, company } = scene;
  const { choices } = world;
  const account = choices.pick('events', accounts);
  const events: Event[] = Array.from({ length: 1 + choices.int('events', 4) }, (_, i) => ({
    // Two people may send the same sale.
    eventId: choices.oneIn('events', 4) ? `sale-${company}-${i}` : `E${number}-${i}`,
    value: choices.oneIn('events', 5) ? BAD_VALUE : '10',
  }));
  let told: Told | undefined;
  let isResent = false;
  const countOf = ({ eventId }: Event) =>
    world.events.counted.get(`${pixelOf(account)} ${eventId}`) ?? 0;
  const act = begin(scene, `events ${number}`, async (ask) => {
    const doubled = events.flatMap((event) =>
      countOf(event) > (isResent ? 2 : 1)
        ? [`${event.eventId} was counted ${countOf(event)} times`]
        : [],
    );
    const own = events.filter(({ eventId }) => eventId.startsWith('E'));
    if (told?.is === 'refused' && !told.wasSilent)
      return [
        ...doubled,
        ...own
          .filter((each) => countOf(each) > 0)
          .map(({ eventId }) => `${eventId} was refused and counted`),
      ];
    const id: unknown = told?.is === 'answered' ? told.body.uploadId : undefined;
    return id === undefined
      ? doubled
      : [...doubled, ...comparedUpload(await ended(scene, ask, id), events, countOf)];
  });
  told = await asked(scene, act, 'conversions.send', {
    destinations: [`${PLATFORM}:${pixelOf(account)}`],
    events: events.map(({ eventId, value }) => ({
      eventId,
      name: 'purchase',
      happenedAt: new Date(START - 60_000).toISOString(),
      value,
      currency: 'EUR',
      user: { email: `ada-${company}${DOMAIN}` },
    })),
  });
  if (told.is !== 'answered' || told.body.uploadId === undefined || !choices.oneIn('resend', 4))
    return;
  await scene.person.pause(choices.span('resend', 10 * 60_000));
  isResent = true;
  await asked(scene, act, 'conversions.resend', { id: told.body.uploadId, confirm: true });
}

/** What the platform tells later is waited for. */
async function ended(
  { person }: Scene,
  ask: (operation: string, input: object) => Promise<Body>,
  id: unknown,
): Promise<Body> {
  for (let looks = 0; ; looks += 1) {
    const status = await ask('conversions.status', { id });
    if (status.finished || looks === MOST_LOOKS) return status;
    await person.pause(LOOK_MS);
  }
}

function comparedUpload(
  status: Body,
  events: readonly Event[],
  countOf: (event: Event) => number,
): readonly string[] {
  if (!status.finished) return ['it is told as open in the end'];
  const [delivery] = status.destinations as Body[];
  const failed = new Map<number, Body>(delivery.failures.map((each: Body) => [each.index, each]));
  return events.flatMap((event, i) => {
    const { eventId, value } = event;
    // Of those that others send too another upload may tell.
    if (!eventId.startsWith('E')) return [];
    const { outcome, code } = failed.get(i) ?? { outcome: 'confirmed' };
    const count = countOf(event);
    if (outcome === 'confirmed' && count === 0)
      return [`${eventId} is told as counted and was not`];
    if (outcome === 'refused' && count > 0)
      return [`${eventId} is told as refused and was counted`];
    if (code === 'invalid' && value !== BAD_VALUE)
      return [`${eventId} is refused for what is wrong with another`];
    return outcome === 'confirmed' && value === BAD_VALUE
      ? [`${eventId} is told as counted and is bad`]
      : [];
  });
}
