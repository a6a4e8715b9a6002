import { platformModules } from '../../adapters/platforms/registry.ts';
import { createManualClock } from '../../adapters/runtime/manual-clock.ts';
import type { Http } from '../../core/ports/http.ts';
import { createApp } from '../../server/app.ts';
import { Problem } from '../../sheets-addon/base/problem.ts';
import { openFile, type SpreadsheetFile } from '../../sheets-addon/fakes/in-process.ts';
import { goOnBringingIn, startBringIn } from '../../sheets-addon/features/changes/bring-in.ts';
import { showChanges } from '../../sheets-addon/features/changes/plan.ts';
import { goOnPosting, startPost, startUndo } from '../../sheets-addon/features/changes/post.ts';
import { createTestService } from '../test-service.ts';
import { dice } from './dice.ts';
import { gestureOn, rowsOf, type SeenRow, TABS, typeOn } from './object-gestures.ts';
import { hostOf } from './sheet-ways.ts';

/**
 * What people do to the tabs of what exists, at random and from a seed, while rows are brought in, posted and taken back; and what
 * must hold: nothing is changed at the platform that no row asked for, nothing that others changed meanwhile is overwritten, what a
 * person typed stays, no row shows another object, and an undo brings back exactly what was.
 */

export const ACCOUNT = 'act_1001';
/** A campaign with five ad sets and three ads. */
export const CAMPAIGN = '120000001001100006';
const LEVELS = ['campaign', 'adset', 'ad'] as const;

export type Objects = ReadonlyMap<string, { readonly [field: string]: unknown }>;

/** A service with a simulated platform in this process. */
export async function startObjects() {
  const module = platformModules.find(({ definition }) => definition.id === 'primary');
  if (module === undefined) throw new Error('There is no platform.');
  const fixture = await createTestService({ clock: createManualClock(undefined, { auto: true }), platforms: [module] });
  const app = createApp(fixture.ports, { readLimit: 1e9, writeLimit: 1e9 });
  const key = fixture.companies[0]?.adminKey ?? '';
  const http: Http = {
    requestAll: (requests) =>
      Promise.all(
        requests.map(async ({ method, url, headers, body }) => {
          const response = await app.request(url, {
            method,
            headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
            ...(body?.type === 'json' && { body: JSON.stringify(body.value) }),
          });
          const text = await response.text();
          return { ok: true as const, status: response.status, headers: Object.fromEntries(response.headers), text };
        }),
      ),
  };
  const ask = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const response = await app.request(`http://service.test${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await response.json()) as { readonly data: readonly { readonly id: string; readonly values: object }[] };
  };
  return {
    open: (seed: number): SpreadsheetFile =>
      openFile({
        host: hostOf(`objects ${seed}`),
        http,
        key,
        companyId: fixture.companyId,
        id: `file-${seed}`,
        now: fixture.clock.now(),
        headers: ['Ad name'],
        rows: 30,
      }),
    /** Everything of the campaign, by level and id. */
    async live(): Promise<Objects> {
      const all = new Map<string, { readonly [field: string]: unknown }>();
      for (const level of LEVELS) {
        const { data } = await ask('GET', `/v1/objects?adAccountId=${ACCOUNT}&level=${level}&campaignId=${CAMPAIGN}&limit=200`);
        for (const { id, values } of data) all.set(id, { ...values });
      }
      return all;
    },
    /** The platform counts changes of an hour. */
    pass: () => fixture.clock.sleep(3_700_000),
    /** Another person changes an object, in the ads manager. */
    rename: (level: string, entityId: string, name: string) =>
      ask('POST', '/v1/manage/rename', { businessId: ACCOUNT, entityType: level, entityId, name }),
  };
}

export type ObjectService = Awaited<ReturnType<typeof startObjects>>;

/** What rows ask for, as a person reads them: of which object, which value, and what they were brought in with. */
function asked(file: SpreadsheetFile): readonly { id: string; field: string; wanted: string; was: unknown }[] {
  return TABS.flatMap((tab) => rowsOf(file, tab)).flatMap(({ id, was, cells }) =>
    Object.entries({ name: cells.Name, status: cells.Status, dailyBudget: cells['Daily budget'] }).flatMap(
      ([field, wanted = '']) => (id === '' || wanted === '' ? [] : [{ id, field, wanted, was: was?.values[field] }]),
    ),
  );
}

const typedIn = (rows: readonly SeenRow[]): string[] =>
  rows.flatMap(({ id, was, cells }) =>
    Object.entries({ name: cells.Name, status: cells.Status, dailyBudget: cells['Daily budget'] }).flatMap(
      ([field, text = '']) =>
        text !== '' && was?.id === id && text.toUpperCase() !== String(was.values[field] ?? '').toUpperCase()
          ? [`${id} ${field} ${text}`]
          : [],
    ),
  );

export interface Played {
  readonly problems: readonly string[];
  readonly gestures: number;
  readonly posts: number;
  readonly changed: number;
  readonly undone: number;
}

/** One file and a dozen steps in the order that the seed says. */
export async function play(service: ObjectService, seed: number): Promise<Played> {
  const { below, next, oneOf } = dice(seed);
  const file = service.open(seed);
  const problems: string[] = [];
  const say = (what: string) => void problems.push(`seed ${seed}: ${what}`);
  const bring = { account: ACCOUNT, levels: LEVELS, campaignId: CAMPAIGN };
  let [gestures, posts, changed, undone, isSorted] = [0, 0, 0, 0, false];
  const names = new Map<string, Set<string>>();
  const learn = (live: Objects): Objects => {
    for (const [id, { name }] of live) names.set(id, (names.get(id) ?? new Set()).add(String(name)));
    return live;
  };
  const gesture = (typing = 0.45): void => {
    const it = next() < typing ? typeOn(file, dice(seed * 131 + gestures)) : gestureOn(file, dice(seed * 137 + gestures));
    gestures += 1;
    if (it === undefined) return;
    if (it.do === 'sortRange') isSorted = true;
    file.do(it);
  };
  /** In the middle of what the script does, another person acts. */
  const meanwhile = (): { beforeCall: number; act(): void } | null =>
    next() < 0.8 ? { beforeCall: 1 + below(90), act: () => gesture(0.2) } : null;
  const run = async <T>(work: Parameters<typeof file.run<T>>[0], disturbed = meanwhile()): Promise<T | undefined> =>
    file.run(work, disturbed ?? undefined).catch((error: unknown) => {
      // What cannot be done while rows move, or is not what was looked at, is said.
      if (error instanceof Problem || /^Sheet \d+ not found|out of bounds/.test(String((error as Error).message)))
        return undefined;
      throw error;
    });
  const looked = (): void => {
    if (isSorted) return;
    for (const tab of TABS)
      for (const { id, was, cells } of rowsOf(file, tab)) {
        if (id === '') continue;
        if (was !== undefined && was.id !== id) say(`the row of ${id} holds what was brought in of ${was.id}`);
        const name = cells.Name ?? '';
        const own = name === '' || names.get(id)?.has(name) || name.startsWith(`${id} `) || name === 'CLEAR';
        if (!own) say(`the row of ${id} shows the name ${name}`);
      }
  };
  const bringIn = async (): Promise<void> => {
    for (let i = below(4); i > 0; i -= 1) await others();
    learn(await service.live());
    const before = typedIn(TABS.flatMap((tab) => rowsOf(file, tab)));
    const isQuiet = next() < 0.5;
    await run((app) => startBringIn(app, bring), isQuiet ? null : meanwhile());
    await run((app) => goOnBringingIn(app), isQuiet ? null : meanwhile());
    // What could not be done while rows moved is done by the next execution.
    await run((app) => goOnBringingIn(app), null);
    looked();
    if (!isQuiet) return;
    const live = await service.live();
    const shown = TABS.flatMap((tab) => rowsOf(file, tab));
    for (const typed of before) {
      const [id = '', field = '', ...text] = typed.split(' ');
      const isThere = shown.some((row) => row.id === id && cellOf(row, field) === text.join(' '));
      if (!isThere && String(live.get(id)?.[field] ?? '') !== text.join(' ')) say(`typed and lost: ${typed}`);
    }
    for (const id of live.keys()) if (!shown.some((row) => row.id === id)) say(`${id} has no row`);
  };
  const post = async (): Promise<void> => {
    const view = await run(showChanges);
    looked();
    if (view === undefined) return;
    if (next() < 0.3) gesture();
    if (next() < 0.3) await others();
    const before = learn(await service.live());
    const wishes = asked(file);
    const first = await run((app) => startPost(app, view.planId, true));
    if (first !== undefined && next() < 0.5) await run((app) => startPost(app, view.planId, true));
    await run((app) => goOnPosting(app), null);
    posts += 1;
    const after = learn(await service.live());
    looked();
    for (const [id, values] of after)
      for (const [field, value] of Object.entries(values)) {
        const old = before.get(id)?.[field];
        if (JSON.stringify(old) === JSON.stringify(value)) continue;
        changed += 1;
        const own = wishes.filter((wish) => wish.id === id && wish.field === field);
        if (!own.some(({ wanted }) => wanted.toUpperCase() === String(value).toUpperCase()))
          say(`nobody asked ${field} of ${id} to be ${value}`);
        if (!own.some(({ was }) => was === undefined || String(was) === String(old)))
          say(`${field} of ${id} was ${old} by others, and is overwritten`);
      }
    const [latest] = (await file.run(goOnPosting)).filter(({ id }) => id === view.planId);
    if (latest?.state !== 'posted' || next() < 0.5) return;
    await run((app) => startUndo(app, view.planId));
    await run((app) => goOnPosting(app), null);
    const [end] = (await file.run(goOnPosting)).filter(({ id }) => id === view.planId);
    // The platform takes so many changes of a budget an hour: then it waits.
    if (end?.state !== 'undone') return;
    undone += 1;
    const back = learn(await service.live());
    for (const [id, values] of back)
      if (JSON.stringify(values) !== JSON.stringify(before.get(id))) say(`${id} is not as before after the undo`);
    looked();
  };
  const others = async (): Promise<void> => {
    const id = oneOf([...(await service.live()).keys()]);
    const level = id === CAMPAIGN ? 'campaign' : id.slice(-6).startsWith('2') ? 'adset' : 'ad';
    await service.rename(level, id, `${id} by others ${seed} ${gestures}`);
    learn(await service.live());
  };
  await service.pass();
  learn(await service.live());
  await run((app) => startBringIn(app, bring), null);
  await run((app) => goOnBringingIn(app), null);
  for (let step = 0; step < 10; step += 1) {
    for (let i = 1 + below(4); i > 0; i -= 1) gesture();
    const what = below(8);
    if (what < 3) await post();
    else if (what < 6) await bringIn();
    else if (what === 6) await others();
  }
  return { problems, gestures, posts, changed, undone };
}

const HEADERS: { readonly [field: string]: string } = { name: 'Name', status: 'Status', dailyBudget: 'Daily budget' };
const cellOf = ({ cells }: SeenRow, field: string): string => cells[HEADERS[field] ?? ''] ?? '';

export async function tryObjectWays(first: number, sequences: number, progress: (line: string) => void = () => undefined) {
  const sum = { problems: [] as string[], gestures: 0, posts: 0, changed: 0, undone: 0 };
  let service = await startObjects();
  for (let i = 0; i < sequences; i += 1) {
    // Names and journals grow: a fresh one now and then.
    if (i % 25 === 24) service = await startObjects();
    const { problems, ...counts } = await play(service, first + i);
    sum.problems.push(...problems);
    for (const name of ['gestures', 'posts', 'changed', 'undone'] as const) sum[name] += counts[name];
    progress(
      `${i + 1} of ${sequences}: ${sum.gestures} gestures, ${sum.posts} posts, ${sum.changed} changed, ${sum.undone} undone, ${sum.problems.length} problems`,
    );
  }
  return sum;
}
