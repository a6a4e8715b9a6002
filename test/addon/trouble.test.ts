import { describe, expect, test } from 'vitest';
import { columnOf } from './addon-fixture.ts';
import { type Plan, type Summary, useLaunchFixture } from './launch-fixture.ts';
import { ACCOUNT, fillRows, makeAdSets, SHEET, untilSettled } from './launch-rows.ts';

const fixture = useLaunchFixture();
const { server, playground, freshSheet, rowsOf, statuses, named, type } = fixture;

describe('when things go wrong', () => {
  test('a key that was revoked is said so, and the launch goes on with a new one', async () => {
    const { key, id } = (await server().ask('POST', '/v1/keys', { name: 'Sheet' })) as {
      key: string;
      id: string;
    };
    await freshSheet('single', [{ 'Ad name': 'Revoked 1', 'Ad sets': fixture.adSets[0] ?? '' }]);
    await playground().call('connect', key);
    const { planId } = await playground().call<Plan>('planLaunch', 'ready');
    await server().ask('DELETE', `/v1/keys/${id}`);
    await expect(playground().call('startLaunch', planId, 'ready')).rejects.toMatchObject({
      kind: 'connect',
      message: expect.stringContaining('does not work any more'),
    });
    expect(await statuses()).toEqual(['Launching']);
    await playground().call('connect', server().adminKey);
    await untilSettled(playground());
    expect([await statuses(), await named('Revoked')]).toEqual([
      ['Launched, paused'],
      ['Revoked 1'],
    ]);
  });

  test('a server that is down loses nothing: the launch goes on when it is back', async () => {
    await freshSheet('single', [{ 'Ad name': 'Down 1', 'Ad sets': fixture.adSets[0] ?? '' }]);
    const { planId } = await playground().call<Plan>('planLaunch', 'ready');
    await playground().control('disturb', {
      faults: [{ match: 'POST', times: 10, does: 'unreachable' }],
    });
    await expect(playground().call('startLaunch', planId, 'ready')).rejects.toMatchObject({
      kind: 'offline',
    });
    expect(await statuses()).toEqual(['Launching']);
    await playground().control('disturb', {});
    await untilSettled(playground());
    expect([await statuses(), await named('Down')]).toEqual([['Launched, paused'], ['Down 1']]);
  });

  test('an answer that got lost launches nothing twice', async () => {
    await freshSheet('single', [{ 'Ad name': 'Lost 1', 'Ad sets': fixture.adSets[0] ?? '' }]);
    const { planId } = await playground().call<Plan>('planLaunch', 'ready');
    await playground().control('disturb', {
      faults: [{ match: '/v1/launch', times: 1, does: 'lost' }],
    });
    await playground().call('startLaunch', planId, 'ready');
    await untilSettled(playground());
    expect([await statuses(), await named('Lost')]).toEqual([['Launched, paused'], ['Lost 1']]);
  });

  test('an answer that is no list is told with its address and its status, and no launch sheet is made of it', async () => {
    await playground().reset();
    await playground().call('connect', server().adminKey);
    const sheets = async () => (await playground().look()).sheets.filter(({ hidden }) => !hidden);
    const before = await sheets();
    const other = { status: 200, body: await server().ask('GET', '/v1/launch-defaults') };
    for (const path of ['/v1/adaccounts', '/v1/adsets', '/v1/profiles']) {
      await playground().control('disturb', { faults: [{ match: path, times: 1, does: other }] });
      await expect(playground().call('createLaunchSheet', 'single', ACCOUNT)).rejects.toMatchObject(
        {
          kind: 'other',
          message: expect.stringMatching(
            new RegExp(`${server().url}${path} .* status 200, is no list`),
          ),
        },
      );
      expect(await sheets()).toEqual(before);
    }
  });

  test('an answer that is no batch leaves the launch where it was: it goes on, and is made once', async () => {
    await freshSheet('single', [{ 'Ad name': 'Other 1', 'Ad sets': fixture.adSets[0] ?? '' }]);
    const { planId } = await playground().call<Plan>('planLaunch', 'ready');
    const other = { status: 200, body: await server().ask('GET', '/v1/me') };
    await playground().control('disturb', { faults: [{ match: 'POST', times: 1, does: other }] });
    await expect(playground().call('startLaunch', planId, 'ready')).rejects.toMatchObject({
      message: expect.stringContaining('/v1/launch'),
    });
    expect(await statuses()).toEqual(['Launching']);
    await untilSettled(playground());
    expect([await statuses(), await named('Other')]).toEqual([['Launched, paused'], ['Other 1']]);
  });

  test('a launch that is just being accepted, by another window perhaps, is waited for and never forgotten', async () => {
    await freshSheet('single', [{ 'Ad name': 'Twice 1', 'Ad sets': fixture.adSets[0] ?? '' }]);
    const { planId } = await playground().call<Plan>('planLaunch', 'ready');
    const message = 'Wait for the first answer.';
    const details = [{ path: 'Idempotency-Key', code: 'in_progress', message }];
    const busy = {
      status: 409,
      body: { success: false, error: { code: 'conflict', message, details } },
    };
    await playground().control('disturb', { faults: [{ match: 'POST', times: 3, does: busy }] });
    await expect(playground().call('startLaunch', planId, 'ready')).rejects.toMatchObject({
      kind: 'wait',
      waitSeconds: 5,
    });
    await type(2, 'Headline', 'Changed meanwhile');
    await untilSettled(playground());
    expect([await statuses(), await named('Twice')]).toEqual([
      ['Launched, paused, changed since'],
      ['Twice 1'],
    ]);
  });

  test('a launch that cannot be sent can be given up, unless the service has it after all', async () => {
    for (const arrived of [false, true]) {
      const name = `Given up ${arrived}`;
      await freshSheet('single', [{ 'Ad name': name, 'Ad sets': fixture.adSets[0] ?? '' }]);
      const { planId } = await playground().call<Plan>('planLaunch', 'ready');
      await playground().control('disturb', {
        faults: [{ match: 'POST', times: 10, does: arrived ? 'lost' : 'unreachable' }],
      });
      await expect(playground().call('startLaunch', planId, 'ready')).rejects.toMatchObject({
        kind: 'offline',
      });
      const [view] = (await playground().call<{ launches: { id: string }[] }>('sidebarState'))
        .launches;
      await playground().call('giveUpLaunch', view?.id);
      await playground().control('disturb', {});
      await untilSettled(playground());
      await playground().call('checkRows');
      expect(await statuses()).toEqual([arrived ? 'Launched, paused' : 'Ready to launch']);
      expect(await named(name)).toHaveLength(arrived ? 1 : 0);
    }
  });

  test('a launch that waited for more than a day is looked for before it is sent again', async () => {
    await freshSheet('single', [{ 'Ad name': 'Old 1', 'Ad sets': fixture.adSets[0] ?? '' }]);
    const { planId } = await playground().call<Plan>('planLaunch', 'ready');
    await playground().control('disturb', { faults: [{ match: 'POST', times: 10, does: 'lost' }] });
    await expect(playground().call('startLaunch', planId, 'ready')).rejects.toMatchObject({
      kind: 'offline',
    });
    await playground().control('disturb', {
      faults: [{ match: 'POST', times: 10, does: 'unreachable' }],
    });
    await playground().control('set', { advanceMs: 25 * 3_600_000 });
    await untilSettled(playground());
    expect([await statuses(), await named('Old')]).toEqual([['Launched, paused'], ['Old 1']]);
  });

  test('a service that asks to wait is waited for: shortly on the spot, longer by the sidebar', async () => {
    await freshSheet('single', [{ 'Ad name': 'Wait 1', 'Ad sets': fixture.adSets[0] ?? '' }]);
    const { planId } = await playground().call<Plan>('planLaunch', 'ready');
    const busy = (seconds: number) => ({
      match: 'POST',
      times: 1,
      does: { status: 429, headers: { 'retry-after': String(seconds) } },
    });
    await playground().control('disturb', { faults: [busy(50)] });
    await expect(playground().call('startLaunch', planId, 'ready')).rejects.toMatchObject({
      kind: 'wait',
      waitSeconds: 50,
    });
    await playground().control('disturb', { faults: [busy(3)] });
    const before = await playground().control<{ now: number }>('state');
    await untilSettled(playground());
    expect((await playground().control<{ now: number }>('state')).now - before.now).toBeGreaterThan(
      3000,
    );
    expect(await named('Wait')).toEqual(['Wait 1']);
  });

  test('plans and undos wait for the service themselves: nobody would ask for them again', async () => {
    await freshSheet('single', [{ 'Ad name': 'Patient 1', 'Ad sets': fixture.adSets[0] ?? '' }]);
    const busy = {
      match: 'POST',
      times: 2,
      does: { status: 429, headers: { 'retry-after': '50' } },
    };
    await playground().control('disturb', { faults: [busy] });
    const { planId } = await playground().call<Plan>('planLaunch', 'ready');
    await playground().call('startLaunch', planId, 'ready');
    const [view] = await untilSettled(playground());
    await playground().control('disturb', { faults: [busy] });
    await playground().call('undoLaunch', view?.id, 'delete');
    await untilSettled(playground());
    expect(await statuses()).toEqual(['Undone: deleted']);
  });

  test('an undo the platform refuses for one ad is told in its row alone, and done when asked for again', async () => {
    const rows = ['Stuck 1', 'Stuck 2'].map((name) => ({
      'Ad name': name,
      'Ad sets': fixture.adSets[0] ?? '',
    }));
    await freshSheet('single', rows);
    await fixture.launch();
    const [view] = await untilSettled(playground());
    const adId = (await rowsOf())[1]?.['Ad IDs'];
    await server().ask('POST', '/v1/sandbox/faults', {
      platform: 'meta',
      fault: 'refuse-1340029',
      path: `/${adId}`,
      times: 1,
    });
    await playground().call('undoLaunch', view?.id, 'delete');
    expect(await untilSettled(playground())).toMatchObject([
      { made: 2, stuck: 1, undone: 'delete' },
    ]);
    expect(await statuses()).toEqual(['Undone: deleted', 'Undo failed']);
    const [first, second] = await rowsOf();
    expect([first?.['What to do'], first?.['Ad IDs']]).toEqual(['', '']);
    expect([second?.['What to do'], second?.['Ad IDs']]).toEqual([
      expect.stringMatching(
        new RegExp(`^Ad ${adId} was not deleted: .*Choose “Delete all” of this launch again`),
      ),
      adId,
    ]);
    await playground().call('checkRows');
    expect(await statuses()).toEqual(['Undone: deleted', 'Undo failed']);
    await playground().call('undoLaunch', view?.id, 'delete');
    await untilSettled(playground());
    expect(await statuses()).toEqual(['Undone: deleted', 'Undone: deleted']);
  });

  test('a batch the service no longer knows is said to be lost, and holds up no other', async () => {
    await freshSheet('single', [{ 'Ad name': 'Gone 1', 'Ad sets': fixture.adSets[0] ?? '' }]);
    const { planId } = await playground().call<Plan>('planLaunch', 'ready');
    const gone = { status: 200, body: { success: true, data: [] } };
    await playground().control('disturb', {
      faults: [{ match: 'batch-status', times: 1, does: gone }],
    });
    await playground().call('startLaunch', planId, 'ready');
    await untilSettled(playground());
    expect(await statuses()).toEqual(['Failed']);
    expect((await rowsOf())[0]?.['What to do']).toMatch(
      /does not know batch \d+ any more.*Look in the ads manager/,
    );
  });

  test('faults only the service can find are marked in the sheet like all others', async () => {
    await freshSheet('single', [
      { 'Ad name': 'Refused 1', 'Ad sets': fixture.adSets[0] ?? '' },
      { 'Ad name': 'Refused 2', 'Ad sets': fixture.adSets[0] ?? '' },
    ]);
    const details = [{ path: 'ads[1].link', code: 'x', message: 'This page does not exist.' }];
    const refusal = {
      status: 422,
      body: {
        success: false,
        error: { code: 'unprocessable_entity', message: 'No.', details, faultCount: 251 },
      },
    };
    await playground().control('disturb', {
      faults: [{ match: '/v1/launch/plan', times: 1, does: refusal }],
    });
    await expect(playground().call('planLaunch', 'ready')).rejects.toThrow(
      'one cell needs fixing. It is marked in the sheet. There are 250 more faults: fix these first.',
    );
    const seen = await playground().look(SHEET);
    expect(seen.cells[2]?.[columnOf(seen, 'Link') - 1]).toMatchObject({
      background: '#fad2cf',
      note: 'Slipway: This page does not exist.',
    });
    expect(await statuses()).toEqual(['Ready to launch', 'Needs fixing']);

    // They stay until the row is changed, or the service asked again.
    const { counts, faults } = await playground().call<Summary>('checkRows');
    expect([counts.launch, counts.faulty]).toEqual([1, 1]);
    expect(faults).toMatchObject([{ text: 'Link: This page does not exist.' }]);
    expect(
      (await playground().look(SHEET)).cells[2]?.[columnOf(seen, 'Link') - 1]?.background,
    ).toBe('#fad2cf');
    await type(3, 'Link', 'https://example.com/other');
    expect(await statuses()).toEqual(['Ready to launch', 'Ready to launch']);
    expect(
      (await playground().look(SHEET)).cells[2]?.[columnOf(seen, 'Link') - 1]?.note,
    ).toBeUndefined();
  });

  test('faults beyond the first hundred are marked too', async () => {
    const gone = await makeAdSets(server(), 120);
    await freshSheet();
    await playground().control('set', { newSheetRows: 130 });
    await playground().call('createLaunchSheet', 'single', ACCOUNT);
    const sheet = `${SHEET} 2`;
    const rows = Array.from({ length: 120 }, (_, i) => ({
      'Ad name': `Gone ${i}`,
      'Ad sets': gone[i % gone.length] ?? '',
    }));
    await fillRows(playground(), sheet, fixture.common, rows);
    await server().ask('POST', '/v1/manage/delete', {
      businessId: ACCOUNT,
      entityType: 'adsets',
      entityIds: gone,
      confirm: true,
    });
    await expect(playground().call('planLaunch', 'ready')).rejects.toThrow(
      /120 cells need fixing\. They are marked in the sheet\.$/,
    );
    expect((await statuses(sheet)).filter((status) => status !== 'Needs fixing')).toEqual([]);
  });

  test('a launch of another company is never sent again by this one', async () => {
    const other = (await server().ask('POST', '/v1/companies', {
      name: 'Other',
      sandbox: true,
    })) as unknown as {
      adminKey: string;
    };
    await freshSheet('single', [{ 'Ad name': 'Foreign 1', 'Ad sets': fixture.adSets[0] ?? '' }]);
    const { planId } = await playground().call<Plan>('planLaunch', 'ready');
    await playground().control('disturb', {
      faults: [{ match: 'POST', times: 10, does: 'unreachable' }],
    });
    await expect(playground().call('startLaunch', planId, 'ready')).rejects.toMatchObject({
      kind: 'offline',
    });
    await playground().control('disturb', {});
    await playground().call('connect', other.adminKey);
    const views =
      await playground().call<{ ofAnotherCompany: boolean; state: string }[]>('continueLaunches');
    expect(views).toMatchObject([{ ofAnotherCompany: true, state: 'sending' }]);
    expect(await named('Foreign')).toEqual([]);
  });
});
