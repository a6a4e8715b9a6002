import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { useCommandLine } from '../server/cli-fixture.ts';
import { useProcesses } from '../server/slipway-process.ts';

/** A file in parts whose command is killed between them, at worst moments. */

const { fixture, folder, slipway, env, intercept } = useCommandLine({
  launchLimits: { ads: 30, creations: 100 },
});
const startSlipway = useProcesses();
afterEach(() => intercept());

const adsMade = async (): Promise<number> =>
  (await fixture().call('GET', '/v1/sandbox/state')).body.objects.ads;
const batches = async (): Promise<number> =>
  (await fixture().call('GET', '/v1/batches')).body.pagination.total;

/**
 * Sixty-five ads, thirty of them into an ad set that takes fifty: once launched, they do not fit a
 * second time.
 */
async function file(name: string): Promise<string> {
  const { data } = (
    await fixture().call('GET', '/v1/adsets?accountId=act_1001&status=ACTIVE&limit=200')
  ).body;
  const empty = data.filter(({ adCount }: { adCount: number }) => adCount === 0);
  const rows = Array.from({ length: 65 }, (_, i) => {
    const adSet = empty[Math.floor(i / 30)].value;
    return `${name} ${i},act_1001,${adSet},120000001001700001,120000001001900001,boat.png,Hello,https://example.com`;
  });
  const path = join(folder, `${name}.csv`);
  writeFileSync(
    path,
    ['Ad name,Ad account,Ad sets,Page,Profile,Media 1,Headline,Link', ...rows].join('\n'),
  );
  return path;
}

test.each([
  ['before the second part is launched', false],
  ['when the second part is launched and not answered', true],
] as const)(
  'killed %s, the same command goes on, and every ad is made once',
  async (when, isLaunched) => {
    const path = await file(isLaunched ? 'after' : 'before');
    const [ads, former] = [await adsMade(), await batches()];
    let launches = 0;
    const killed = Promise.withResolvers<void>();
    intercept(async (request, pass) => {
      if (!request.url.endsWith('/v1/launch') || ++launches !== 2) return pass();
      const answer = isLaunched ? await pass() : new Response('', { status: 503 });
      await running.end('SIGKILL');
      killed.resolve();
      return answer;
    });
    const running = startSlipway(['launch', path, '--watch'], env());
    await killed.promise;
    intercept();
    expect([when, await batches()]).toEqual([when, former + (isLaunched ? 2 : 1)]);

    const { code, out } = await slipway('launch', path, '--watch', '--json');
    const answer = JSON.parse(out);
    expect([code, answer.parts, answer.totalAds]).toEqual([0, 3, 65]);
    expect(answer.batches.map(({ replayed }: { replayed: boolean }) => replayed)).toEqual([
      true,
      isLaunched,
      false,
    ]);
    expect([await adsMade(), await batches()]).toEqual([ads + 65, former + 3]);

    // What is launched is known by its key, also where its ad set has no room for it any more.
    const { code: third, out: said } = await slipway('launch', path, '--watch');
    expect([third, said]).toEqual([
      0,
      expect.stringContaining('Launched already, and not again: part 1, part 2, part 3.'),
    ]);
    expect([await adsMade(), await batches()]).toEqual([ads + 65, former + 3]);
  },
);
