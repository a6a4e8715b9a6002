import { asked, begin, type Scene } from './acts.ts';
import type { Body } from './people.ts';
import type { Filled } from './platform-leads.ts';
import { PLATFORM } from './things.ts';
import type { World } from './world.ts';

/** People answer forms of a company, which reads their answers and erases some of them. */

export const DOMAIN = '@people.test';

interface Erasure {
  readonly is: (filled: Filled) => boolean;
  /** Asked for, and known to be done. */
  readonly asked: number;
  done: number;
}

interface Reading {
  readonly accounts: Set<string>;
  readonly erasures: Erasure[];
}

const readings = new WeakMap<object, Reading>();

const readingOf = ({ acts }: Scene): Reading => {
  const reading = readings.get(acts) ?? { accounts: new Set(), erasures: [] };
  readings.set(acts, reading);
  return reading;
};

const MINUTE = 60_000;

export async function leads(scene: Scene): Promise<void> {
  const { world, accounts, number } = scene;
  const { choices, schedule } = world;
  const account = choices.pick('leads', accounts);
  const reading = readingOf(scene);
  const act = begin(scene, `leads ${number}`, (ask) => compared(scene, account, reading, ask));
  const told = await asked(scene, act, 'leadWatches.set', { accountId: account });
  if (told.is === 'answered') reading.accounts.add(account);
  const count = 1 + choices.int('leads', 3);
  for (let i = 0; i < count; i += 1) {
    const email = `${choices.pick('leads', ['ada', 'bob', 'cy'])}-${scene.company}${DOMAIN}`;
    schedule.after(choices.span('leads', 3 * MINUTE), undefined, () => {
      world.note(`${email} answers a form of ${account}`);
      world.leads.fill(account, email);
    });
  }
  await scene.person.pause(choices.span('leads', 2 * MINUTE));
  if (choices.oneIn('erase', 2)) await erase(scene);
}

export async function erase(scene: Scene): Promise<void> {
  const { world, number } = scene;
  // Nobody knows of leads in accounts that are not read.
  const known = world.leads.all.filter(({ account }) => readingOf(scene).accounts.has(account));
  if (known.length === 0) return;
  const one = world.choices.pick('erase', known);
  const byId = world.choices.oneIn('erase', 3);
  const erasure: Erasure = {
    is: ({ id, email }) => (byId ? id === one.id : email === one.email),
    asked: world.schedule.now(),
    done: Number.POSITIVE_INFINITY,
  };
  readingOf(scene).erasures.push(erasure);
  const act = begin(scene, `erasing ${number}`, async () => []);
  const told = await asked(
    scene,
    act,
    'leads.erase',
    byId ? { id: `${PLATFORM}:${one.id}` } : { email: one.email },
  );
  if (told.is === 'answered') erasure.done = world.schedule.now();
}

/** Those that must not be there any more, and those that must. */
function wanted({ leads: { all }, faults }: World, account: string, { erasures }: Reading) {
  const own = all.filter((each) => each.account === account);
  // What was sent and what was erased are compared by clocks: where they jump nobody can tell which
  // was first.
  const slack =
    faults.has('clock steps') || faults.has('clock drifts') ? Number.POSITIVE_INFINITY : 0;
  const isErased = (each: Filled) =>
    erasures.some(
      (erasure) =>
        erasure.is(each) &&
        erasure.done < Number.POSITIVE_INFINITY &&
        each.at + slack < erasure.asked,
    );
  const mayBeErased = (each: Filled) =>
    erasures.some((erasure) => erasure.is(each) && each.at - slack <= erasure.done);
  return {
    gone: own.filter(isErased),
    there: slack > 0 ? [] : own.filter((each) => !mayBeErased(each)),
  };
}

async function compared(
  { world, person }: Scene,
  account: string,
  reading: Reading,
  ask: (operation: string, input: object) => Promise<Body>,
): Promise<readonly string[]> {
  if (!reading.accounts.has(account)) return [];
  const { gone, there } = wanted(world, account, reading);
  // After a while without a connection it is asked for again.
  await ask('leadWatches.set', { accountId: account });
  for (let looks = 0; ; looks += 1) {
    const { data } = await ask('leads.list', { accountId: account, limit: 200 });
    const isListed = ({ id, email }: Filled) =>
      (data as Body[]).some((each) => each.id === `${PLATFORM}:${id}` && hasText(each, email));
    const faults = [
      ...gone
        .filter(isListed)
        .map(({ id, email }) => `the lead ${id} of ${email} was erased and is there`),
      ...gone
        .filter(({ id, email }) =>
          sealedTexts(world, `${PLATFORM}:${id}`).some((text) => text.includes(email)),
        )
        .map(({ id }) => `the lead ${id} was erased and is kept sealed`),
      ...there
        .filter((each) => !isListed(each))
        .map(({ id, email }) => `the lead ${id} of ${email} is not there`),
    ];
    // Quiet forms are read every hour.
    if (looks === 8 || faults.every((fault) => !fault.endsWith('is not there'))) return faults;
    await person.pause(20 * MINUTE);
  }
}

const hasText = (value: unknown, text: string): boolean => JSON.stringify(value).includes(text);

/** What stands sealed in a lead. */
const sealedTexts = ({ disk }: World, id: string): readonly string[] =>
  disk
    .companies()
    .flatMap((company) => disk.documents('lead', company))
    .filter((each) => each.id === id)
    .flatMap(({ doc }) =>
      [...JSON.stringify(doc).matchAll(SEALED)].map(([, text = '']) =>
        Buffer.from(text, 'base64').toString(),
      ),
    );

const SEALED = /sealed \S+ \S+ ([A-Za-z0-9+/=]+)/g;

/** Nothing that people answered stands anywhere in clear. */
export function inClear({ disk, leads: { all }, events: { counted } }: World): readonly string[] {
  if (all.length === 0 && counted.size === 0) return [];
  return disk
    .everything()
    .flatMap(([table, id, doc]) =>
      hasText(doc, DOMAIN) ? [`${table}/${id} names a person in clear`] : [],
    );
}
