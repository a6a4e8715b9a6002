import { expect } from 'vitest';
import type { EntityType } from '../../../core/ports/platform-accounts.ts';
import type {
  CopyOutcome,
  CopyRequest,
  CopySource,
  DuplicateCapability,
  NativeCopies,
} from '../../../core/ports/platform-changes.ts';
import {
  campaignWithAds,
  type Declaring,
  explained,
  offered,
  type PlatformUnderTest,
  unknownId,
} from '../platform-under-test.ts';

const marker = '[copy 1]';

/** The largest object copied in the background, and the smallest copied at once. */
async function sourceOf(
  at: PlatformUnderTest,
  { tree }: DuplicateCapability,
  type: EntityType,
): Promise<CopySource> {
  const { id, adSetId } = await campaignWithAds(at);
  if (type === 'campaign') return tree(at.access, 'campaign', id);
  const adSet = await tree(at.access, 'adset', adSetId);
  return type === 'adset' ? adSet : (adSet.children[0] ?? adSet);
}

const requestOf = (type: EntityType, sourceId: string, deep: boolean): CopyRequest => ({
  type,
  sourceId,
  deep,
  status: 'PAUSED',
  marker,
});

/** Names all the way down, in no order. */
const shapeOf = ({ name, children }: CopySource): readonly unknown[] => [
  name,
  children.map(shapeOf).sort(),
];

async function ended(
  at: PlatformUnderTest,
  native: NativeCopies,
  session: string,
  request: CopyRequest,
): Promise<CopyOutcome> {
  const states: string[] = [];
  for (
    const from = at.clock.now();
    at.clock.now() - from <= native.asyncMs;
    await at.clock.sleep(5_000)
  ) {
    const [outcome] = (await native.poll?.(at.access, [{ session, request }])) ?? [];
    if (outcome === undefined) throw new Error('no outcome');
    if (outcome.state !== 'running') return outcome;
    states.push(outcome.state);
  }
  throw new Error(`it never ended: ${states.join()}`);
}

export function nativeCopiesSuite({ describeOf, testOf }: Declaring): void {
  describeOf('duplicate.native')('duplicate.native', () => {
    testOf('duplicate.native.copy')(
      'copies objects at once, each with its own outcome and in order',
      async (at) => {
        const { duplicate } = at.platform;
        const { native } = duplicate;
        const copy = offered('duplicate.native.copy', native.copy);
        expect(native.asyncMs).toBeGreaterThanOrEqual(0);
        const type = native.types.at(-1) ?? 'ad';
        const source = await sourceOf(at, duplicate, type);
        const requests = [source.id, unknownId, source.id].map((id) => requestOf(type, id, false));
        const outcomes = await copy(at.access, requests);
        expect(outcomes.map(({ state }) => state)).toEqual(['done', 'failed', 'done']);
        if (outcomes[1]?.state === 'failed') explained(outcomes[1].failure);
        const made = outcomes.flatMap((outcome) => (outcome.state === 'done' ? [outcome.id] : []));
        await at.clock.sleep(duplicate.lagMs);
        const found = await duplicate.named(at.access, type, marker);
        expect(found.map(({ id }) => id).sort()).toEqual([...made].sort());
        expect(found.map(({ name }) => name)).toEqual([
          `${source.name} ${marker}`,
          `${source.name} ${marker}`,
        ]);
      },
    );

    testOf('duplicate.native.copy')(
      'copies more than it may take at once: it says to copy less',
      async (at) => {
        const { duplicate } = at.platform;
        const { native } = duplicate;
        const copy = offered('duplicate.native.copy', native.copy);
        const source = await sourceOf(at, duplicate, 'campaign');
        const isSmall =
          source.children.flatMap(({ children }) => [0, ...children]).length <= native.limits.sync;
        const [outcome] = await copy(at.access, [requestOf('campaign', source.id, true)]);
        expect(outcome).toMatchObject(
          isSmall ? { state: 'done' } : { state: 'failed', remedy: 'smaller' },
        );
      },
    );

    testOf('duplicate.native.start', 'duplicate.native.poll')(
      'copies in the background what is below too, switched off, under a name that can be found',
      async (at) => {
        const { duplicate } = at.platform;
        const { native } = duplicate;
        const start = offered('duplicate.native.start', native.start);
        const poll = offered('duplicate.native.poll', native.poll);
        for (const type of native.types) {
          const source = await sourceOf(at, duplicate, type);
          expect(
            source.children.flatMap(({ children }) => [0, ...children]).length,
          ).toBeLessThanOrEqual(native.limits.async);
          const request = requestOf(type, source.id, true);
          const [started, refused] = await start(at.access, [
            request,
            requestOf(type, unknownId, true),
          ]);
          if (started?.state !== 'started')
            throw new Error(`not started: ${JSON.stringify(started)}`);
          expect(await poll(at.access, [{ session: started.session, request }])).toEqual([
            { state: 'running' },
          ]);
          const outcome = await ended(at, native, started.session, request);
          if (outcome.state !== 'done') throw new Error(`not done: ${JSON.stringify(outcome)}`);
          for (const each of outcome.objects.filter(({ sourceId }) => sourceId === source.id))
            expect(each).toEqual({ type, sourceId: source.id, id: outcome.id });
          const made = await duplicate.tree(at.access, type, outcome.id);
          expect(made).toMatchObject({ name: `${source.name} ${marker}`, status: 'PAUSED' });
          expect(shapeOf({ ...made, name: source.name })).toEqual(shapeOf(source));
          const switchedOn = made.children.filter((child) =>
            native.madeActive?.includes(child.type),
          );
          expect(switchedOn.map(({ status }) => status)).toEqual(switchedOn.map(() => 'ACTIVE'));
          expect((await duplicate.named(at.access, type, marker)).map(({ id }) => id)).toEqual([
            outcome.id,
          ]);
          // One that does not exist is refused, now or when it is looked at.
          if (refused?.state === 'started') {
            const late = await ended(at, native, refused.session, requestOf(type, unknownId, true));
            expect(late.state).toBe('failed');
          } else expect(refused?.state).toBe('failed');
        }
      },
    );

    testOf('duplicate.native.copy')(
      'a copy whose answer was lost is unknown, and found by its name, once',
      async (at) => {
        const { duplicate } = at.platform;
        const { native } = duplicate;
        const copy = offered('duplicate.native.copy', native.copy);
        const type = native.types.at(-1) ?? 'ad';
        const source = await sourceOf(at, duplicate, type);
        await at.trouble('answer lost', 'copy');
        const [outcome] = await copy(at.access, [requestOf(type, source.id, false)]);
        expect(outcome?.state).toBe('unknown');
        if (outcome?.state === 'unknown') explained(outcome.failure);
        await at.clock.sleep(duplicate.settleMs);
        const [found, ...others] = await duplicate.named(at.access, type, marker);
        expect(others).toEqual([]);
        const { copiedFrom = source.id } = await duplicate.tree(at.access, type, found?.id ?? '');
        expect(copiedFrom).toBe(source.id);
      },
    );

    testOf('duplicate.native.start')(
      'a background copy whose start was not answered is found by its name, once',
      async (at) => {
        const { duplicate } = at.platform;
        const { native } = duplicate;
        const start = offered('duplicate.native.start', native.start);
        const [type = 'campaign'] = native.types;
        const source = await sourceOf(at, duplicate, type);
        await at.trouble('answer lost', 'backgroundCopy');
        const [outcome] = await start(at.access, [requestOf(type, source.id, true)]);
        expect(outcome?.state).toBe('unknown');
        if (outcome?.state === 'unknown') explained(outcome.failure);
        await at.clock.sleep(native.asyncMs);
        expect(await duplicate.named(at.access, type, marker)).toHaveLength(1);
      },
    );
  });
}
