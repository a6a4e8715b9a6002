import { describe, expect, test } from 'vitest';
import { columnOf } from './addon-fixture.ts';
import { type Plan, type Summary, useLaunchFixture } from './launch-fixture.ts';
import { fillRows, type RowContent, SHEET, untilSettled, upload } from './launch-rows.ts';

const fixture = useLaunchFixture();
const { server, playground, freshSheet, rowsOf, statuses, launch, named, type } = fixture;

describe('a launch', () => {
  test('goes from template to results: checked, planned, launched, written back', async () => {
    await freshSheet(
      'single',
      ['E2E 1', 'E2E 2', 'E2E 3'].map((name, i) => ({
        'Ad name': name,
        'Ad sets': fixture.adSets.slice(0, i + 1).join(', '),
        'Start as': i === 2 ? 'Active' : '',
      })),
    );
    const plan = await launch();
    expect(plan).toMatchObject({
      totalAds: 6,
      launchStatus: 'MIXED',
      accounts: [{ name: 'Sandbox Company Europe (Meta, act_1001)', ads: 6 }],
    });
    const rows = await rowsOf();
    expect(rows.map((row) => row['Launch status'])).toEqual([
      'Launched',
      'Launched',
      'Launched, active',
    ]);
    expect(rows.map((row) => row['Ad IDs']?.split('\n').length)).toEqual([1, 2, 3]);
    for (const row of rows) {
      expect(row['Ad IDs']).toMatch(/^\d{18}/);
      expect(row['Ads manager']).toMatch(/^https:\/\//);
      expect(row.Batch).toMatch(/^\d+$/);
    }
    expect(await named('E2E')).toEqual(['E2E 1', 'E2E 2', 'E2E 2', 'E2E 3', 'E2E 3', 'E2E 3']);
  });

  test('of carousels takes cards from rows that share a key, or from several columns', async () => {
    await freshSheet('carousel', [], 'Launch carousels');
    const media = [await upload(server(), 'card-1.png'), await upload(server(), 'card-2.png')];
    const card = (i: number): RowContent => ({
      'Ad key': 'k',
      'Media 1': media[i] ?? '',
      'Card 1 title': `Card ${i}`,
    });
    await fillRows(
      playground(),
      'Launch carousels',
      { ...fixture.common, 'Ad sets': fixture.adSets[0] ?? '' },
      [
        { ...card(0), 'Ad name': 'Carousel 1' },
        { ...card(1), 'Ad name': 'Carousel 1' },
      ],
    );
    expect(await launch()).toMatchObject({ totalAds: 1 });
    const rows = await rowsOf('Launch carousels');
    expect(rows.map((row) => row['Launch status'])).toEqual([
      'Launched, paused',
      'Launched, paused',
    ]);
    expect(new Set(rows.map((row) => row['Ad IDs'])).size).toBe(1);
  });

  test('of every other kind reaches the platform as it is meant', async () => {
    const image = (name: string, height = 20): Promise<string> =>
      upload(server(), name, 20, height);
    const posts = (await server().ask('GET', `/v1/primary/posts?page=${fixture.common.Page}`))
      .data as unknown as {
      id: string;
      type: string;
    }[];
    const link = posts.find(({ type }) => type === 'link')?.id;
    expect(link, 'a post with a link').toBeDefined();
    const kinds: [template: string, sheet: string, row: RowContent][] = [
      [
        'multi',
        'Launch placements',
        { 'Media 1': await image('a_1x1.png'), 'Media 2': await image('a_9x16.png', 36) },
      ],
      [
        'flexible',
        'Launch flexible ads',
        {
          'Media 2': await image('b.png'),
          'Headline variation 1': 'One',
          'Headline variation 3': 'Two',
        },
      ],
      ['postBoost', 'Launch post boosts', { 'Media 1': '', 'Media 1 post': link ?? '' }],
      [
        'partnershipCode',
        'Launch partnership ads',
        { 'Partnership code': 'adcode-abcdef1234567890' },
      ],
    ];
    for (const [template, sheet, row] of kinds) {
      await freshSheet(template, [], sheet);
      await fillRows(playground(), sheet, fixture.common, [
        { 'Ad name': `Kind ${template}`, 'Ad sets': fixture.adSets[1] ?? '', ...row },
      ]);
      const launched = await launch().catch(async () => JSON.stringify(await rowsOf(sheet)));
      expect(launched, template).toMatchObject({ totalAds: 1 });
      expect((await rowsOf(sheet))[0], template).toMatchObject({
        'Launch status': 'Launched, paused',
        'What to do': '',
      });
    }
  });

  test('twice, by double click or by another window, launches nothing twice', async () => {
    await freshSheet('single', [{ 'Ad name': 'Double 1', 'Ad sets': fixture.adSets[0] ?? '' }]);
    const { planId } = await playground().call<Plan>('planLaunch', 'ready');
    await playground().call('startLaunch', planId, 'ready');
    await playground().call('startLaunch', planId, 'ready');
    await untilSettled(playground());
    await playground().call('startLaunch', planId, 'ready');
    expect(await named('Double')).toEqual(['Double 1']);
  });

  test('is refused when the rows are no longer those of the plan', async () => {
    await freshSheet('single', [{ 'Ad name': 'Changed 1', 'Ad sets': fixture.adSets[0] ?? '' }]);
    const { planId } = await playground().call<Plan>('planLaunch', 'ready');
    await type(2, 'Headline', 'Something else');
    await expect(playground().call('startLaunch', planId, 'ready')).rejects.toMatchObject({
      kind: 'changed',
    });
    expect(await named('Changed')).toEqual([]);
  });

  test('of a copied row is a new ad; of the row it was copied from, none', async () => {
    await freshSheet('single', [{ 'Ad name': 'Copied', 'Ad sets': fixture.adSets[0] ?? '' }]);
    await launch();
    await playground().hands({ do: 'copyRow', sheet: SHEET, from: 2, to: 3 });
    expect(await launch()).toMatchObject({ totalAds: 1 });
    expect(await named('Copied')).toEqual(['Copied', 'Copied']);
    const rows = await rowsOf();
    expect(new Set(rows.map((row) => row['Ad IDs'])).size).toBe(2);
    expect(new Set(rows.map((row) => row['Row key'])).size).toBe(2);
  });

  test('of a duplicated sheet is of new ads; of rows that were moved to another sheet, of none', async () => {
    for (const metadata of [true, false]) {
      const name = `Twin ${metadata}`;
      await freshSheet('single', [{ 'Ad name': name, 'Ad sets': fixture.adSets[2] ?? '' }]);
      await launch();
      await playground().hands({ do: 'duplicateSheet', sheet: SHEET, name: 'Next week', metadata });
      await playground().call('checkRows');
      expect(await statuses('Next week')).toEqual(['Ready to launch']);
      expect(await statuses()).toEqual(['Launched, paused']);
      expect(await launch()).toMatchObject({ totalAds: 1 });
      expect([await statuses('Next week'), await named(name)]).toEqual([
        ['Launched, paused'],
        [name, name],
      ]);

      // The original's row goes, so the one that carries its key is it.
      await playground().hands(
        { do: 'duplicateSheet', sheet: SHEET, name: 'Moved', metadata },
        { do: 'deleteRows', sheet: SHEET, first: 2, count: 1 },
      );
      await expect(playground().call('planLaunch', 'ready')).rejects.toThrow('launched already');
      expect(await statuses('Moved')).toEqual(['Launched, paused']);
    }
  });

  test('that failed in part is launched again alone, and only where nothing exists', async () => {
    await freshSheet('single', [
      { 'Ad name': 'Part 1', 'Ad sets': fixture.adSets.slice(0, 2).join(',') },
      { 'Ad name': 'Part 2', 'Ad sets': fixture.adSets[0] ?? '' },
    ]);
    const fault = {
      fault: 'error',
      method: 'POST',
      path: '*/ads',
      nth: 2,
      code: 100,
      message: 'This ad set wants something else.',
    };
    await fetch(`${server().sandboxUrl}/_sandbox/faults`, {
      method: 'POST',
      body: JSON.stringify(fault),
    });
    await launch();
    const [first, second] = await rowsOf();
    const failed = [first, second].find((row) => row?.['Launch status'] !== 'Launched, paused');
    expect(failed?.['Launch status']).toMatch(/^(Failed|Partly launched)$/);
    expect(failed?.['What to do']).toContain('This ad set wants something else.');
    expect(await named('Part')).toHaveLength(2);
    expect(await playground().call<Summary>('checkRows')).toMatchObject({ failed: 1 });
    expect((await statuses()).filter((status) => status === 'Launched, paused')).toHaveLength(1);

    await fetch(`${server().sandboxUrl}/_sandbox/faults`, { method: 'DELETE' });
    expect(await launch('failed')).toMatchObject({ totalAds: 1 });
    expect(await statuses()).toEqual(['Launched, paused', 'Launched, paused']);
    expect(await named('Part')).toEqual(['Part 1', 'Part 1', 'Part 2']);
    expect((await rowsOf()).map((row) => row['Ad IDs']?.split('\n').length)).toEqual([2, 1]);
  });

  test('is planned with what would start to spend', async () => {
    const ad = { 'Ad name': 'Spends', 'Ad sets': '120000001001200211', 'Start as': 'Active' };
    await freshSheet('single', [ad, { ...ad, 'Ad name': 'Spends too' }]);
    expect((await playground().call<Plan>('planLaunch', 'ready')).warnings).toEqual([
      'Starts to spend 50 EUR a day, in act_1001.',
    ]);
  });

  test('is planned with its warnings at the rows they are about, in the words of the sheet', async () => {
    const tags = (name: string, text: string) => ({
      'Ad name': name,
      'Ad sets': fixture.adSets[0] ?? '',
      'UTM tags': text,
    });
    const rows = [
      tags('Tag 1', 'utm_source=b'),
      tags('Tag 2', 'utm_campaign={{campain.name}}'),
      tags('Tag 3', 'utm_source=b'),
    ];
    await freshSheet(
      'single',
      rows.map((row) => ({ ...row, Link: 'https://example.com/?utm_source=a' })),
    );
    expect((await playground().call<Plan>('planLaunch', 'ready')).warnings).toEqual([
      expect.stringMatching(/^Rows 2, 4: UTM tags sets utm_source to b, the link itself to a/),
      expect.stringMatching(
        /^Row 3: The platform does not fill in \{\{campain\.name\}\}\. Did you mean \{\{campaign\.name\}\}\?/,
      ),
      expect.stringMatching(
        /^Row 3: Other ads of its campaign are tracked with utm_source=a&utm_source=b/,
      ),
    ]);
    const seen = await playground().look(SHEET);
    const notes = [1, 2, 3].map(
      (row) => seen.cells[row]?.[columnOf(seen, 'UTM tags') - 1]?.note ?? '',
    );
    for (const row of [0, 2]) expect(notes[row]).toMatch(/^Slipway: UTM tags sets utm_source to b/);
    expect(notes[1]).toContain('Did you mean {{campaign.name}}?');
    // They hold nothing up, and go with the next look at the rows.
    expect(await statuses()).toEqual(['Ready to launch', 'Ready to launch', 'Ready to launch']);
    await playground().call('checkRows');
    expect(
      (await playground().look(SHEET)).cells
        .flat()
        .filter((cell) => cell?.note?.startsWith('Slipway: ')),
    ).toEqual([]);
  });

  test('can be undone, and its rows launched again once their ads are deleted', async () => {
    await freshSheet('single', [{ 'Ad name': 'Undo 1', 'Ad sets': fixture.adSets[0] ?? '' }]);
    await launch();
    const [view] = await untilSettled(playground());
    await playground().call('undoLaunch', view?.id, 'pause');
    await untilSettled(playground());
    expect(await statuses()).toEqual(['Undone: paused']);
    await expect(playground().call('planLaunch', 'ready')).rejects.toThrow('launched already');
    await playground().call('undoLaunch', view?.id, 'delete');
    await untilSettled(playground());
    expect(await statuses()).toEqual(['Undone: deleted']);
    expect(await launch()).toMatchObject({ totalAds: 1 });
    expect(await statuses()).toEqual(['Launched, paused']);
  });
});
