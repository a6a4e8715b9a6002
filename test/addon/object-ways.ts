import { platformModules } from '../../adapters/platforms/registry.ts';
import { createManualClock } from '../../adapters/runtime/manual-clock.ts';
import { runUndo } from '../../core/launch/undo/run.ts';
import type { Http } from '../../core/ports/http.ts';
import { createHolder } from '../../core/records/lease.ts';
import { createApp } from '../../server/app.ts';
import { Problem } from '../../sheets-addon/base/problem.ts';
import { openFile, type SpreadsheetFile } from '../../sheets-addon/fakes/in-process.ts';
import { goOnBringingIn, startBringIn } from '../../sheets-addon/features/changes/bring-in.ts';
import { showChanges } from '../../sheets-addon/features/changes/plan.ts';
import {
  goOnPosting,
  startPost,
  startRemoval,
  startUndo,
} from '../../sheets-addon/features/changes/post.ts';
import { createTestService } from '../test-service.ts';
import { dice } from './dice.ts';
import {
  CLEARED,
  gestureOn,
  rowsOf,
  type SeenRow,
  TABS,
  typeOn,
  writeRow,
} from './object-gestures.ts';
import { hostOf } from './sheet-ways.ts';

/**
 * What people do to the tabs of what exists, at random and from a seed, while rows are brought in,
 * made, posted and taken back; and what must hold: nothing is changed, made or deleted at the
 * platform that no row asked for, nothing that others changed meanwhile is overwritten, what a
 * person typed stays, no row shows another object, each new row is made once and finds its id, what
 * stayed empty is removed and nothing else, and an undo brings back exactly what was.
 */

export const ACCOUNT = 'act_1001';
/** A campaign with five ad sets and three ads. */
export const CAMPAIGN = '120000001001100006';
const LEVELS = ['campaign', 'adset', 'ad'] as const;

interface Found {
  readonly id: string;
  readonly values: object;
  readonly campaignId?: string;
  readonly adSetId?: string;
  readonly page?: string;
  readonly secondary?: string;
}

export type Objects = ReadonlyMap<string, { readonly [field: string]: unknown }>;

/** A service with a simulated platform in this process. */
export async function startObjects() {
  const module = platformModules.find(({ definition }) => definition.id === 'primary');
  if (module === undefined) throw new Error('There is no platform.');
  const fixture = await createTestService({
    clock: createManualClock(undefined, { auto: true }),
    platforms: [module],
  });
  const app = createApp(fixture.ports, { readLimit: 1e9, writeLimit: 1e9 });
  const key = fixture.companies[0]?.adminKey ?? '';
  const [launched, undone] = [new Set<number>(), new Set<number>()];
  const holder = createHolder(fixture.clock, 'worker');
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
          const { adBatchId, undo } =
            response.status < 300 && method !== 'GET' ? JSON.parse(text) : { undo: undefined };
          if (adBatchId !== undefined) (undo === undefined ? launched : undone).add(adBatchId);
          return {
            ok: true as const,
            status: response.status,
            headers: Object.fromEntries(response.headers),
            text,
          };
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
    return (await response.json()) as { readonly data: readonly Found[] };
  };
  const above = new Map<string, readonly string[]>();
  const { data: profiles } = await ask('GET', `/v1/profiles?businessId=${ACCOUNT}`);
  const [{ page = '', secondary = '' } = {}] = profiles;
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
    page,
    secondary,
    /** What each object goes into. */
    above,
    /** Everything of some campaigns, by id. */
    async live(campaigns: Iterable<string> = [CAMPAIGN]): Promise<Objects> {
      const all = new Map<string, { readonly [field: string]: unknown }>();
      for (const campaign of campaigns)
        for (const level of LEVELS) {
          const { data } = await ask(
            'GET',
            `/v1/objects?adAccountId=${ACCOUNT}&level=${level}&campaignId=${campaign}&limit=200`,
          );
          for (const { id, values, campaignId = '', adSetId = '' } of data) {
            all.set(id, { ...values });
            above.set(
              id,
              level === 'campaign' ? [] : level === 'adset' ? [campaignId] : [campaignId, adSetId],
            );
          }
        }
      return all;
    },
    async campaignsNamed(name: string): Promise<readonly string[]> {
      const query = `adAccountId=${ACCOUNT}&level=campaign&name=${encodeURIComponent(name)}&limit=200`;
      return (await ask('GET', `/v1/objects?${query}`)).data.map(({ id }) => id);
    },
    /** The work that the service was given, to its end. */
    async runBatches(): Promise<void> {
      for (const id of launched) await fixture.run(id);
      for (const id of undone)
        await runUndo(fixture.ports, fixture.companyId, String(id), { holder });
      launched.clear();
      undone.clear();
    },
    refuseAds: (times: number) =>
      fixture.fault({
        platform: 'meta',
        fault: 'refuse-1815629',
        method: 'POST',
        path: '/*/ads',
        times,
      }),
    clearFaults: () => fixture.clearFaults(),
    /** The platform counts changes of an hour. */
    pass: () => fixture.clock.sleep(3_700_000),
    /** Another person changes an object, in the ads manager. */
    rename: (level: string, entityId: string, name: string) =>
      ask('POST', '/v1/manage/rename', { businessId: ACCOUNT, entityType: level, entityId, name }),
  };
}

export type ObjectService = Awaited<ReturnType<typeof startObjects>>;

/**
 * What rows ask for, as a person reads them: of which object, which value, and what they were
 * brought in with.
 */
function asked(
  file: SpreadsheetFile,
): readonly { id: string; field: string; wanted: string; was: unknown }[] {
  return TABS.flatMap((tab) => rowsOf(file, tab)).flatMap(({ id, was, cells }) =>
    Object.entries(FIELDS).flatMap(([field, header]) => {
      const wanted = cells[header] ?? '';
      return id === '' || wanted === '' ? [] : [{ id, field, wanted, was: was?.values[field] }];
    }),
  );
}

const typedIn = (rows: readonly SeenRow[]): string[] =>
  rows.flatMap(({ id, was, cells }) =>
    Object.entries(FIELDS).flatMap(([field, header]) => {
      const text = cells[header] ?? '';
      return text !== '' &&
        was?.id === id &&
        text.toUpperCase() !== String(was.values[field] ?? '').toUpperCase()
        ? [`${id} ${field} ${text}`]
        : [];
    }),
  );

export interface Played {
  readonly problems: readonly string[];
  readonly gestures: number;
  readonly posts: number;
  readonly changed: number;
  readonly made: number;
  readonly deleted: number;
  readonly removed: number;
  readonly undone: number;
}

/** Columns of the request by their field. */
const FIELDS = {
  name: 'Name',
  status: 'Status',
  dailyBudget: 'Daily budget',
  endTime: 'End time',
} as const;

/** One file and a dozen steps in the order that the seed says. */
export async function play(service: ObjectService, seed: number): Promise<Played> {
  const { below, next, oneOf } = dice(seed);
  const file = service.open(seed);
  const problems: string[] = [];
  const say = (what: string) => void problems.push(`seed ${seed}: ${what}`);
  const bring = { account: ACCOUNT, levels: LEVELS, campaignId: CAMPAIGN };
  let [gestures, posts, changed, made, deleted, removed, undone] = [0, 0, 0, 0, 0, 0, 0];
  /** Some columns were sorted without the others; rows were deleted. */
  let [isSorted, isDeleted] = [false, false];
  const names = new Map<string, Set<string>>();
  const campaigns = new Set([CAMPAIGN]);
  const news = `New ${seed} `;
  /** The most rows with a new name at one time, and the objects that came with it. */
  const [rowsNamed, cameAs] = [new Map<string, number>(), new Map<string, Set<string>>()];
  let written = 0;
  const live = async (): Promise<Objects> => {
    if (written > 0) for (const id of await service.campaignsNamed(news)) campaigns.add(id);
    return learn(await service.live(campaigns));
  };
  const learn = (live: Objects): Objects => {
    for (const [id, { name }] of live) {
      const isNew = !names.has(id) && String(name).startsWith(news);
      if (isNew) cameAs.set(String(name), (cameAs.get(String(name)) ?? new Set()).add(id));
      names.set(id, (names.get(id) ?? new Set()).add(String(name)));
    }
    return live;
  };
  const gesture = (typing = 0.45): void => {
    const it =
      next() < typing
        ? typeOn(file, dice(seed * 131 + gestures))
        : gestureOn(file, dice(seed * 137 + gestures));
    gestures += 1;
    if (it === undefined) return;
    if (it.do === 'sortRange') isSorted = true;
    if (it.do === 'deleteRows' || it.do === 'deleteSheet') isDeleted = true;
    file.do(it);
    counted();
  };
  const counted = (): void => {
    const there = new Map<string, number>();
    for (const { cells } of TABS.flatMap((tab) => rowsOf(file, tab)))
      if (cells.Name?.startsWith(news)) there.set(cells.Name, (there.get(cells.Name) ?? 0) + 1);
    for (const [name, n] of there) rowsNamed.set(name, Math.max(n, rowsNamed.get(name) ?? 0));
  };
  /** Rows without ids: an ad, with a new ad set, with a new campaign. */
  const writeNew = async (): Promise<void> => {
    const adSets = [...(await live()).keys()].filter((id) => service.above.get(id)?.length === 1);
    const kind = adSets.length === 0 ? 1 + below(2) : below(3);
    written += 1;
    const word = `${news}${written}`;
    const own = { 'Ad account': ACCOUNT };
    const rows: (readonly [string, { readonly [header: string]: string }])[] = [];
    if (kind === 2)
      rows.push(['Campaigns', { ...own, Name: `${word} C`, Objective: 'OUTCOME_TRAFFIC' }]);
    if (kind > 0) {
      const of = { 'Campaign ID': kind === 2 ? `${word} C` : CAMPAIGN };
      rows.push([
        'Ad sets',
        { ...own, ...of, Name: `${word} S`, 'Daily budget': '20', Countries: 'US' },
      ]);
    }
    for (let i = 1 + below(2); i > 0; i -= 1)
      rows.push([
        'Ads 2',
        {
          ...own,
          Name: `${word} A${i}`,
          'Ad set ID': kind === 0 ? oneOf(adSets) : `${word} S`,
          Link: 'https://shop.example/',
          'Primary texts': 'Boats',
          Headlines: 'Boats',
          'Media 1': 'https://cdn.example/a.png',
          Page: `Page (${service.page})`,
          Profile: `Profile (${service.secondary})`,
          'Call to action': 'LEARN_MORE',
        },
      ]);
    for (const [tab, cells] of rows) writeRow(file, tab, cells);
    counted();
  };
  /** In the middle of what the script does, another person acts. */
  const meanwhile = (): { beforeCall: number; act(): void } | null =>
    next() < 0.8 ? { beforeCall: 1 + below(90), act: () => gesture(0.2) } : null;
  const run = async <T>(
    work: Parameters<typeof file.run<T>>[0],
    disturbed = meanwhile(),
  ): Promise<T | undefined> =>
    file.run(work, disturbed ?? undefined).catch((error: unknown) => {
      // What cannot be done while rows move, or is not what was looked at, is said.
      if (
        error instanceof Problem ||
        /^Sheet \d+ not found|out of bounds/.test(String((error as Error).message))
      )
        return undefined;
      throw error;
    });
  const looked = (): void => {
    if (isSorted) return;
    for (const tab of TABS)
      for (const { id, was, cells } of rowsOf(file, tab)) {
        if (id === '') continue;
        if (was !== undefined && was.id !== id)
          say(`the row of ${id} holds what was brought in of ${was.id}`);
        const name = cells.Name ?? '';
        // Made into an ad set that another row of the same post deleted: it was never seen.
        const isUnseen = !names.has(id) && was?.values.name === name;
        const isTold =
          CLEARED.some((text) => text === name) ||
          names.get(id)?.has(name) ||
          name.startsWith(`${id} `);
        const own = isTold || isUnseen;
        if (!own) say(`the row of ${id} shows the name ${name}`);
      }
  };
  const bringIn = async (): Promise<void> => {
    for (let i = below(4); i > 0; i -= 1) await others();
    await live();
    const before = typedIn(TABS.flatMap((tab) => rowsOf(file, tab)));
    const isQuiet = next() < 0.5;
    await run((app) => startBringIn(app, bring), isQuiet ? null : meanwhile());
    await run((app) => goOnBringingIn(app), isQuiet ? null : meanwhile());
    // What could not be done while rows moved is done by the next execution.
    await run((app) => goOnBringingIn(app), null);
    looked();
    if (!isQuiet) return;
    const there = learn(await service.live());
    const shown = TABS.flatMap((tab) => rowsOf(file, tab));
    for (const typed of before) {
      const [id = '', field = '', ...text] = typed.split(' ');
      const isThere = shown.some((row) => row.id === id && cellOf(row, field) === text.join(' '));
      // What is not there need not be taken away.
      if (CLEARED.some((word) => word === text.join(' ')) && there.get(id)?.[field] === undefined)
        continue;
      if (!isThere && String(there.get(id)?.[field] ?? '') !== text.join(' '))
        say(`typed and lost: ${typed}`);
    }
    for (const id of there.keys()) if (!shown.some((row) => row.id === id)) say(`${id} has no row`);
  };
  const post = async (): Promise<void> => {
    const view = await run(showChanges);
    looked();
    if (view === undefined) return;
    if (next() < 0.3) gesture();
    if (next() < 0.3) await others();
    const before = await live();
    const wishes = asked(file);
    if (written > 0 && next() < 0.4) await service.refuseAds(1 + below(2));
    const start = () => run((app) => startPost(app, view.planId, true));
    // Another person posts the same, or brings in, at the same moment.
    if (next() < 0.25)
      await Promise.all([start(), oneOf([start, () => run((app) => startBringIn(app, bring))])()]);
    else if ((await start()) !== undefined && next() < 0.5) await start();
    await finish();
    await service.clearFaults();
    posts += 1;
    const after = await live();
    looked();
    const came = [...after.keys()].filter((id) => !before.has(id));
    made += came.length;
    for (const [name, ids] of cameAs)
      if (!isSorted && ids.size > (rowsNamed.get(name) ?? 0))
        say(`${name} was made ${ids.size} times of ${rowsNamed.get(name)} rows`);
    const ids = new Set(TABS.flatMap((tab) => rowsOf(file, tab)).map(({ id }) => id));
    for (const id of came)
      if (!isDeleted && !isSorted && !ids.has(id)) say(`${id} was made and no row knows it`);
    for (const id of before.keys()) {
      if (after.has(id)) continue;
      deleted += 1;
      const isAsked = wishes.some(
        (wish) =>
          wish.id === id && wish.field === 'status' && wish.wanted.toUpperCase() === 'DELETED',
      );
      if (!isAsked && !(service.above.get(id) ?? []).some((parent) => !after.has(parent)))
        say(`nobody asked to delete ${id}`);
    }
    for (const [id, values] of after)
      for (const [field, value] of before.has(id) ? Object.entries(values) : []) {
        const old = before.get(id)?.[field];
        if (JSON.stringify(old) === JSON.stringify(value)) continue;
        changed += 1;
        const own = wishes.filter((wish) => wish.id === id && wish.field === field);
        if (!own.some(({ wanted }) => wanted.toUpperCase() === String(value).toUpperCase()))
          say(`nobody asked ${field} of ${id} to be ${value}`);
        if (!own.some(({ was }) => was === undefined || String(was) === String(old)))
          say(`${field} of ${id} was ${old} by others, and is overwritten`);
      }
    await takeBack(view.planId, before, came);
  };
  const latestOf = async (id: string) =>
    (await file.run(goOnPosting)).find((each) => each.id === id);
  /** What the script began goes on until it has ended. */
  const finish = async (): Promise<void> => {
    for (let i = 0; i < 4; i += 1) {
      await service.runBatches();
      await run((app) => goOnPosting(app), null);
    }
  };
  const takeBack = async (id: string, before: Objects, came: readonly string[]): Promise<void> => {
    const latest = await latestOf(id);
    if (latest?.state === 'posted' && latest.empty.length > 0 && next() < 0.7) {
      const there = await live();
      await run((app) => startRemoval(app, id));
      await finish();
      const left = await live();
      const gone = [...there.keys()].filter((each) => !left.has(each));
      for (const each of gone)
        if (
          !came.includes(each) ||
          [...there.keys()].some((ad) => service.above.get(ad)?.includes(each) && left.has(ad))
        )
          say(`${each} was removed and was not empty`);
      if ((await latestOf(id))?.empty.length === 0 && gone.length !== latest.empty.length)
        say(`${latest.empty.join()} were empty, and ${gone.join()} are gone`);
      removed += gone.length;
      looked();
    }
    if (latest?.state !== 'posted' || next() < 0.5) return;
    await run((app) => startUndo(app, id));
    await finish();
    // The platform takes so many changes of a budget an hour: then it waits.
    if ((await latestOf(id))?.state !== 'undone') return;
    undone += 1;
    const back = await live();
    for (const [each, values] of back)
      if (came.includes(each)) say(`${each} was made and is not taken back`);
      else if (JSON.stringify(values) !== JSON.stringify(before.get(each)))
        say(`${each} is not as before after the undo`);
    looked();
  };
  const others = async (): Promise<void> => {
    const id = oneOf([...(await live()).keys()]);
    const level = LEVELS[service.above.get(id)?.length ?? 0] ?? 'ad';
    await service.rename(level, id, `${id} by others ${seed} ${gestures}`);
    await live();
  };
  await service.pass();
  await live();
  await run((app) => startBringIn(app, bring), null);
  await run((app) => goOnBringingIn(app), null);
  for (let step = 0; step < 10; step += 1) {
    for (let i = 1 + below(4); i > 0; i -= 1) gesture();
    const what = below(9);
    if (what < 3) await post();
    else if (what < 6) await bringIn();
    else if (what === 6) await others();
    else await writeNew();
  }
  return { problems, gestures, posts, changed, made, deleted, removed, undone };
}

const HEADERS: { readonly [field: string]: string } = FIELDS;
const cellOf = ({ cells }: SeenRow, field: string): string => cells[HEADERS[field] ?? ''] ?? '';

export async function tryObjectWays(
  first: number,
  sequences: number,
  progress: (line: string) => void = () => undefined,
) {
  const sum = {
    problems: [] as string[],
    gestures: 0,
    posts: 0,
    changed: 0,
    made: 0,
    deleted: 0,
    removed: 0,
    undone: 0,
  };
  let service = await startObjects();
  for (let i = 0; i < sequences; i += 1) {
    // Names and journals grow: a fresh one now and then.
    if (i % 25 === 24) service = await startObjects();
    const { problems, ...counts } = await play(service, first + i);
    sum.problems.push(...problems);
    for (const name of [
      'gestures',
      'posts',
      'changed',
      'made',
      'deleted',
      'removed',
      'undone',
    ] as const)
      sum[name] += counts[name];
    const { problems: found, ...told } = sum;
    progress(`${i + 1} of ${sequences}: ${JSON.stringify({ ...told, problems: found.length })}`);
  }
  return sum;
}
