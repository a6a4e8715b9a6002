import { expect } from 'vitest';
import type { ChangeEvent } from '../../../core/ports/platform-reads.ts';
import type { Declaring, PlatformUnderTest } from '../platform-under-test.ts';

type Query = { readonly objectId?: string; readonly since?: number; readonly until?: number };

async function allChanges(
  at: PlatformUnderTest,
  query: Query,
  limit: number,
): Promise<readonly ChangeEvent[]> {
  const events: ChangeEvent[] = [];
  let after: string | undefined;
  do {
    const page = await at.platform.history?.changes(at.access, {
      ...query,
      limit,
      ...(after !== undefined && { after }),
    });
    expect(page?.data.length).toBeLessThanOrEqual(limit);
    events.push(...(page?.data ?? []));
    after = page?.after;
  } while (after !== undefined);
  return events;
}

export function historySuite({ describeOf, testOf }: Declaring): void {
  describeOf('history')('history', () => {
    testOf('history.days')('tells how far back it goes, where the platform forgets', async (at) => {
      const { days } = at.platform.history;
      const since = at.clock.now() - (days + 10) * 86_400_000;
      const { data = [] } =
        (await at.platform.history?.changes(at.access, { since, limit: 100 })) ?? {};
      for (const { eventTime } of data)
        expect(eventTime * 1_000).toBeGreaterThan(at.clock.now() - days * 86_400_000);
    });

    testOf('history')('says what it calls a budget', async ({ platform }) => {
      const { budgetFields } = platform.history;
      expect(budgetFields.length).toBeGreaterThan(0);
    });

    testOf('history.changes', 'edit.setBudget')(
      'tells a change with what was before and after, money in minor units, time in seconds',
      async (at) => {
        const { setBudget } = at.platform.edit;
        const level = at.samples.adSetBudgets === false ? 'campaign' : 'adset';
        const budgeted = (await at.platform.accounts.campaigns(at.access)).filter(
          ({ dailyBudget }) => dailyBudget !== undefined,
        );
        const [id = '', other = ''] =
          level === 'adset' ? at.adSetIds : budgeted.map((each) => each.id);
        const [before] =
          level === 'adset'
            ? await at.platform.accounts.adSets(at.access, { ids: [id] })
            : budgeted.filter((each) => each.id === id);
        const changedAt = at.clock.now();
        await setBudget(at.access, level, id, { daily: 77 });
        await setBudget(at.access, level, other, { daily: 78, confirmed: true });
        await at.clock.sleep(1_000);
        const events = await allChanges(at, { objectId: id, since: changedAt - 1_000 }, 50);
        expect(events).toHaveLength(1);
        const [event] = events;
        expect(event).toMatchObject({ objectId: id, objectType: level, objectName: before?.name });
        expect(Math.abs((event?.eventTime ?? 0) - changedAt / 1_000)).toBeLessThan(2);
        for (const words of [event?.eventType, event?.translatedEventType, event?.actorName])
          expect(words).not.toBe('');
        const minor =
          at.platform.definition.currencies.minorUnits(at.access.currency) ?? Number.NaN;
        const change = { old: (before?.dailyBudget ?? 0) * minor, new: 77 * minor };
        expect(Object.values(event?.changes ?? {})).toContainEqual(change);
      },
    );

    testOf('history.changes')(
      'goes back as far as asked, page by page, each change once, and no further',
      async (at) => {
        const [since, until] = [at.clock.now() - 90 * 86_400_000, at.clock.now() - 15 * 86_400_000];
        const all = await allChanges(at, { since }, 20);
        expect(all.length).toBeGreaterThan(20);
        expect(new Set(all.map((event) => JSON.stringify(event))).size).toBe(all.length);
        for (const { eventTime } of all) expect(eventTime * 1_000).toBeGreaterThanOrEqual(since);
        const older = await allChanges(at, { since, until }, 50);
        expect(older.length).toBeGreaterThan(0);
        expect(older.length).toBe(all.filter(({ eventTime }) => eventTime * 1_000 <= until).length);
      },
    );
  });
}
