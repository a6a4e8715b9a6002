import type { Client } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contentHash } from '../../adapters/sandbox/kit/image-bytes.ts';
import { professionalNetwork } from '../../adapters/sandbox/linkedin/seed/ids.ts';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { batchKind } from '../../core/launch/journal/records.ts';
import { gif, jpeg, mp4, png, webp } from '../samples/media.ts';
import { type Called, failOnDrift } from './harness.ts';
import { call, connectOver } from './mcp-client.ts';
import { type OutsideHosts, startOutsideHosts } from './outside-hosts.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

const eur = seed.accounts.eur;
const adSets = seed.emptyAdSets(eur, 'traffic');
const [adSet = ''] = adSets;

let fixture: ServiceFixture;
let hosts: OutsideHosts;
let planner: string;
let model: Client;

beforeAll(async () => {
  hosts = await startOutsideHosts();
  fixture = await startServiceFixture({ publicFetch: hosts.publicFetch });
  planner = await fixture.keyWith('launch', 'manage');
  model = await connectOver(
    (url, init) => Promise.resolve(fixture.app.request(url, init)),
    fixture.key,
  );
});
afterAll(async () => {
  hosts.close();
  await fixture.worker.stop();
});

const adOf = (adName: string, media: readonly object[], more: object = {}) => ({
  adName,
  adAccountId: eur,
  page: seed.page,
  secondary: seed.profile,
  link: 'https://example.com',
  adSets: [adSet],
  media,
  ...more,
});
const plan = (operations: readonly object[]) =>
  fixture.call('POST', '/v1/approvals', { key: planner, body: { operations } });
const planAds = (...ads: readonly object[]) =>
  plan([{ operation: 'launch', input: { ads, force: true } }]);
const approve = (digest: string) =>
  fixture.call('POST', `/v1/approvals/${digest}`, { body: { decision: 'approve' } });
const apply = (digest: string) =>
  fixture.call('POST', `/v1/approvals/${digest}/apply`, { key: planner });
const codes = ({ body }: Called): readonly string[] =>
  body.error.details.map(({ code }: { code: string }) => code);

/** The answer of a batch that has come to its end. */
async function ended(id: number): Promise<Called['body']> {
  for (;;) {
    const { body } = await fixture.call('GET', `/v1/batch-status/${id}`);
    if (body.status !== 'processing') return body;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** The contents of all pictures that the platform holds. */
async function held(): Promise<ReadonlySet<string>> {
  const { list } = (await fixture.control('GET', 'state?objects=1')) as {
    list: { [kind: string]: readonly { id: string; hash?: string }[] };
  };
  return new Set(Object.values(list).flatMap((each) => each.flatMap(({ hash }) => hash ?? [])));
}

let pictures = 0;
/** A picture like no other. */
const picture = (): Promise<Buffer> => {
  pictures += 1;
  return png(41 + pictures, 60);
};

/** The id of the file at an address, on whichever page of the list it is. */
async function mediaAt(address: string): Promise<string> {
  for (let offset = 0; ; offset += 200) {
    const { data } = (await fixture.call('GET', `/v1/media?limit=200&offset=${offset}`)).body;
    const found = data.find(({ url }: { readonly url: string }) => url === address);
    if (found !== undefined) return found.id;
    if (data.length === 0) throw new Error(`There is no file at ${address}.`);
  }
}

describe('a plan that names a picture at another host', () => {
  test('holds the picture that was there when it was planned: that one is launched, and the host is asked once', async () => {
    const [approved, other] = [await picture(), await picture()];
    hosts.serve('/swap.png', approved);
    const address = hosts.at('pics.example', '/swap.png');
    const planned = await planAds(adOf('Swapped {{filename}}', [{ url: address }]));
    expect(planned.status).toBe(202);
    const [{ media, input }] = planned.body.operations;
    expect(media).toEqual([
      {
        address,
        url: expect.stringContaining('/media/'),
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
    expect(input.ads[0].media[0].url).toBe(address);
    expect(planned.body.summary).toEqual([
      expect.stringMatching(/^Launch 1 ad, paused; no money at stake; in act_1001 “/),
      expect.stringContaining('name “Swapped swap”'),
      expect.stringContaining(media[0].url),
    ]);
    const shown = await fixture.app.request(new URL(media[0].url).pathname);
    expect(Buffer.from(await shown.arrayBuffer()).equals(approved)).toBe(true);

    hosts.serve('/swap.png', other);
    await approve(planned.body.digest);
    const applied = await apply(planned.body.digest);
    expect(applied.body.status).toBe('running');
    const { successfulAds, launchedAds } = await ended(applied.body.results[0].answer.adBatchId);
    expect([successfulAds, launchedAds[0].adName]).toEqual([1, 'Swapped swap']);
    const there = await held();
    expect([there.has(contentHash(approved)), there.has(contentHash(other))]).toEqual([
      true,
      false,
    ]);
    expect(hosts.asked.filter((each) => each.endsWith('/swap.png'))).toHaveLength(1);
  });

  test('is another plan when the host serves another picture', async () => {
    hosts.serve('/again.png', await picture());
    const ad = adOf('Again', [{ url: hosts.at('pics.example', '/again.png') }]);
    const first = (await planAds(ad)).body.digest;
    expect((await planAds(ad)).body.digest).toBe(first);
    hosts.serve('/again.png', await picture());
    expect((await planAds(ad)).body.digest).not.toBe(first);
  });

  test('is outdated when the picture was deleted meanwhile', async () => {
    hosts.serve('/gone.png', await picture());
    const { body } = await planAds(adOf('Gone', [{ url: hosts.at('pics.example', '/gone.png') }]));
    const list = (await fixture.call('GET', '/v1/media?q=gone')).body.data;
    await fixture.call('DELETE', `/v1/media/${list[0].id}`);
    await approve(body.digest);
    const applied = await apply(body.digest);
    expect([applied.status, codes(applied)]).toEqual([409, ['plan_outdated']]);
  });

  test('is refused at the place of what cannot be fetched, is no picture, or is another kind of file', async () => {
    hosts.serve('/page.png', new TextEncoder().encode('<!doctype html><title>Sign in</title>'));
    hosts.serve('/film.png', Uint8Array.from(mp4({ width: 64, height: 64, seconds: 1, fps: 10 })));
    const media = ['/nothing.png', '/page.png', '/film.png'].map((path) => [
      { url: hosts.at('pics.example', path) },
    ]);
    const refused = await planAds(...media.map((each, i) => adOf(`Refused ${i}`, each)));
    expect(refused.status).toBe(422);
    expect(
      refused.body.error.details.map(({ path, code }: { path: string; code: string }) => [
        path,
        code,
      ]),
    ).toEqual([
      ['ads[0].media[0].url', 'media_unreachable'],
      ['ads[1].media[0].url', 'media_unreachable'],
      ['ads[2].media[0].url', 'media_type'],
    ]);
  });

  test('keeps every card, the thumbnail of a video, GIF and WebP; what posts show as a preview is not asked for', async () => {
    const film = Uint8Array.from(mp4({ width: 64, height: 64, seconds: 2, fps: 10 }));
    const files = {
      '/card.jpg': await jpeg(71, 60),
      '/film.mp4': film,
      '/cover.jpg': await jpeg(72, 60),
    };
    for (const [path, bytes] of Object.entries({
      ...files,
      '/a.gif': await gif(),
      '/a.webp': await webp(),
    }))
      hosts.serve(path, bytes);
    const url = (path: string) => hosts.at('pics.example', path);
    const cards = ['/card.jpg', '/a.gif', '/a.webp'].map((path) => ({
      url: url(path),
      carouselTitle: path,
    }));
    const video = { url: url('/film.mp4'), thumbnail: url('/cover.jpg') };
    const { body } = await planAds(
      adOf('Cards', cards, { type: 'carousel' }),
      adOf('Film', [video]),
    );
    expect(
      body.operations[0].media.map(({ address }: { address: string }) => new URL(address).pathname),
    ).toEqual(['/a.gif', '/a.webp', '/card.jpg', '/cover.jpg', '/film.mp4']);
    const boost = {
      url: url('/preview.png'),
      effectiveStoryId: `${seed.page}_1`,
      existingAd: true,
    };
    await planAds(
      adOf('Boost', [{ ...boost, existingPrimaryAd: true, isExistingPost: true }], {
        scalePostId: true,
      }),
    );
    expect(hosts.asked.some((each) => each.endsWith('/preview.png'))).toBe(false);
  });

  test('holds a document where a platform shows one', async () => {
    const pdf = new TextEncoder().encode('%PDF-1.7\n%%EOF\n');
    hosts.serve('/guide.pdf', pdf);
    const account = professionalNetwork.accounts.eur;
    const [campaign = ''] = professionalNetwork.emptyCampaigns(account, 'visits');
    const ad = {
      adName: 'Guide',
      adAccountId: account,
      adAccountType: 'professional-network',
      adSets: [campaign],
    };
    const texts = {
      title: 'Guide',
      description: 'Read on',
      organizationId: professionalNetwork.organization,
    };
    const media = [{ url: hosts.at('pics.example', '/guide.pdf') }];
    const planned = await planAds({ ...ad, ...texts, link: 'https://example.com', media });
    expect([planned.status, planned.body.operations?.[0].media]).toMatchObject([
      202,
      [{ address: media[0]?.url }],
    ]);
    hosts.serve('/guide.pdf', new TextEncoder().encode('%PDF-1.7 other\n'));
    await approve(planned.body.digest);
    const applied = await apply(planned.body.digest);
    expect((await ended(applied.body.results[0].answer.adBatchId)).successfulAds).toBe(1);
    const [kept] = (await fixture.call('GET', '/v1/media?q=guide')).body.data;
    expect(kept).toMatchObject({
      type: 'document',
      contentType: 'application/pdf',
      thumbnails: null,
      size: pdf.length,
    });
    expect(hosts.asked.filter((each) => each.endsWith('/guide.pdf'))).toHaveLength(1);
  });

  test('is launched with it from a draft, and when what failed is launched again', async () => {
    const [first, second] = [await picture(), await picture()];
    hosts.serve('/draft.png', first);
    const address = hosts.at('pics.example', '/draft.png');
    const draft = await fixture.call('POST', '/v1/drafts', {
      body: { ads: [adOf('Drafted', [{ url: address }])], force: true },
    });
    const planned = await plan([{ operation: 'drafts.launch', input: { id: draft.body.draftId } }]);
    expect(planned.status).toBe(202);
    hosts.serve('/draft.png', second);
    await approve(planned.body.digest);
    expect((await apply(planned.body.digest)).body.status).toBe('running');
    expect((await ended(draft.body.draftId)).successfulAds).toBe(1);
    expect([
      (await held()).has(contentHash(first)),
      (await held()).has(contentHash(second)),
    ]).toEqual([true, false]);

    const launched = await fixture.call('POST', '/v1/launch', {
      body: { ads: [adOf('Fails', [{ url: hosts.at('pics.example', '/late.png') }])], force: true },
    });
    const id = launched.body.adBatchId;
    expect((await ended(id)).status).toBe('error');
    const [third, fourth] = [await picture(), await picture()];
    hosts.serve('/late.png', third);
    const retry = await plan([{ operation: 'batches.retry', input: { id } }]);
    expect([retry.status, retry.body.operations[0].media]).toMatchObject([
      202,
      [{ address: expect.stringContaining('/late.png') }],
    ]);
    hosts.serve('/late.png', fourth);
    await approve(retry.body.digest);
    expect((await apply(retry.body.digest)).body.status).toBe('running');
    expect((await ended(id)).successfulAds).toBe(1);
    expect([
      (await held()).has(contentHash(third)),
      (await held()).has(contentHash(fourth)),
    ]).toEqual([true, false]);
  });

  test('launches what was approved or nothing, whatever the host does afterwards', async () => {
    const afterwards = fc.constantFrom('stays', 'other', 'gone', 'leads on', 'page', 'deleted');
    const shapes = fc.constantFrom<readonly number[]>([0], [1], [0, 1], [0, 1, 2]);
    let tries = 0;
    await fc.assert(
      fc.asyncProperty(shapes, afterwards, async (shape, what) => {
        const run = `/run-${hosts.asked.length}-${pictures}`;
        const approved = await Promise.all(shape.map(picture));
        const others = await Promise.all(shape.map(picture));
        const paths = shape.map((i) => `${run}-${i}.png`);
        for (const [i, path] of paths.entries()) hosts.serve(path, approved[i] ?? '');
        const items = paths.map((path) => ({
          url: hosts.at('pics.example', path),
          carouselTitle: 'Card',
        }));
        // An ad set holds 50 ads.
        const into = [adSets[Math.floor(tries++ / 30)]];
        const ad = adOf(run, items, {
          adSets: into,
          ...(items.length > 1 && { type: 'carousel' }),
        });
        const { digest, operations } = (await planAds(ad)).body;
        for (const [i, path] of paths.entries()) {
          if (what === 'other') hosts.serve(path, others[i] ?? '');
          if (what === 'gone') hosts.serve(path, hosts.at('pics.example', '/never'));
          if (what === 'leads on')
            hosts.serve(path, hosts.at('other.example', `${run}-other-${i}.png`));
          if (what === 'page') hosts.serve(path, new TextEncoder().encode('<html>'));
          hosts.serve(`${run}-other-${i}.png`, others[i] ?? '');
        }
        if (what === 'deleted') {
          const [kept] = operations[0].media;
          await fixture.call('DELETE', `/v1/media/${await mediaAt(kept.url)}`);
        }
        const batches = await fixture.ports.store.count(batchKind, fixture.companyId);
        await approve(digest);
        const { status, body } = await apply(digest);
        if (status !== 200) {
          expect([status, what]).toEqual([409, 'deleted']);
          expect(await fixture.ports.store.count(batchKind, fixture.companyId)).toBe(batches);
        } else expect((await ended(body.results[0].answer.adBatchId)).successfulAds).toBe(1);
        const there = await held();
        expect(others.some((bytes) => there.has(contentHash(bytes)))).toBe(false);
        expect(approved.every((bytes) => there.has(contentHash(bytes)))).toBe(status === 200);
      }),
      { numRuns: 8 },
    );
  });
});

describe('an address that a model names', () => {
  const secret = '/p.png?spend=12345&customers=secret';
  /** Everything that has left so far, names that were looked up included. */
  const left = () => [...hosts.asked, ...hosts.lookedUp].join('\n');

  test('is asked at no host that the company does not know, and nothing of it leaves', async () => {
    hosts.serve('/p.png', await picture());
    const spellings = [
      hosts.at('evil.example', secret),
      hosts.at('EVIL.example', secret),
      hosts.at('evil.example', '/p.png#spend'),
      `http://pics.example@evil.example/p.png`,
      'http://pics.example\\@evil.example/p.png',
      'http://xn--evil-example/p.png',
      'http://évil.example/p.png',
      'http://pics.example.evil.example/p.png',
      'http://pics.example:81/p.png',
      'http://[::1]/p.png',
      'http://127.0.0.1:9/p.png',
      'https://pics.example/p.png',
    ];
    const before = left();
    for (const url of spellings) {
      const added = await call(model, 'add_media', { url });
      const isPlan = added.status === 'awaiting_approval';
      // What a person is to approve is what is asked: a query is not among it.
      expect([
        url,
        isPlan || added.error.details[0].code === 'unknown_host',
        isPlan && /[?#]/.test(url),
      ]).toEqual([url, true, false]);
      const imported = await call(model, 'call_action', {
        action: 'media.import',
        input: { urls: [url] },
      });
      expect([url, imported.status ?? imported.error.details[0].code]).toEqual([
        url,
        added.status ?? 'unknown_host',
      ]);
      const launch = await call(model, 'plan', {
        ads: [adOf('By a model', [{ url, type: 'image' }])],
      });
      expect(
        launch.error.details.map(
          ({ path, code }: { path: string; code: string }) => `${path} ${code}`,
        ),
      ).toContain('ads[0].media[0].url unknown_host');
    }
    expect(left()).toBe(before);
    const named = await call(model, 'add_media', { url: hosts.at('evil.example', secret) });
    expect(named.error.untrusted.message).toContain('evil.example');
  });

  test('is told apart by the header that the program for clients of MCP sends', async () => {
    const headers = { 'slipway-door': 'mcp' };
    const body = { urls: [hosts.at('door.example', '/p.png')] };
    const refused = await fixture.call('POST', '/v1/media/import', { headers, body });
    expect([refused.status, codes(refused)]).toEqual([422, ['unknown_host']]);
    expect(hosts.lookedUp).not.toContain('door.example');
  });

  test('is asked once a person has approved it; then the company knows the host', async () => {
    hosts.serve('/shop.png', await picture());
    hosts.serve('/more.png', await picture());
    const url = hosts.at('shop.example', '/shop.png');
    const { planDigest, untrusted } = await call(model, 'add_media', { url });
    expect(untrusted.summary[0]).toContain('shop.example');
    expect(hosts.lookedUp).not.toContain('shop.example');
    expect((await call(model, 'apply_plan', { planDigest })).status).toBe('needs_person');
    await approve(planDigest);
    expect((await call(model, 'apply_plan', { planDigest })).status).toBe('applied');
    const known = (await fixture.call('GET', '/v1/media/hosts')).body.hosts;
    expect(known).toContain(new URL(url).host);
    expect(
      (await call(model, 'add_media', { url: hosts.at('shop.example', '/more.png') })).isError,
    ).toBe(false);
    await fixture.call('PUT', '/v1/media/hosts', { body: { hosts: [] } });
    expect(
      (await call(model, 'add_media', { url: hosts.at('shop.example', '/more.png?again') }))
        .isError,
    ).toBe(true);
    expect(
      (await fixture.call('PUT', '/v1/media/hosts', { key: planner, body: { hosts: known } }))
        .status,
    ).toBe(403);
    await fixture.call('PUT', '/v1/media/hosts', { body: { hosts: known } });
  });

  test('leads on to no host that the company does not know', async () => {
    hosts.serve('/lure.png', hosts.at('evil.example', '/caught.png'));
    hosts.serve('/caught.png', await picture());
    const { host } = new URL(hosts.at('lure.example', '/'));
    const { hosts: known } = (await fixture.call('GET', '/v1/media/hosts')).body;
    await fixture.call('PUT', '/v1/media/hosts', { body: { hosts: [...known, host] } });
    const url = hosts.at('lure.example', '/lure.png');
    const planned = await call(model, 'plan', { ads: [adOf('Lured', [{ url }])] });
    expect(planned.error.details[0]).toMatchObject({
      path: 'ads[0].media[0].url',
      code: 'unknown_host',
    });
    expect((await call(model, 'add_media', { url })).status).toBe('awaiting_approval');
    expect(hosts.lookedUp).not.toContain('evil.example');
  });

  test('is followed in no link, and sent to no research source beyond what is declared', async () => {
    const link = 'https://evil.example/?spend=12345';
    const file = (await fixture.uploadAs('own.png', await picture())).url;
    const ads = [adOf('Linked', [{ url: file }], { link })];
    const looked = await call(model, 'call_action', {
      action: 'plan',
      input: { ads, links: 'follow', force: true },
    });
    expect(JSON.stringify(looked)).toContain('evil.example is no host');
    const asked = (action: string, input: object) => call(model, 'call_action', { action, input });
    const refused = [
      await asked('research.query', { procedure: 'ads.search', input: { spend: '12345' } }),
      await asked('research.query', { procedure: 'boards.list', input: { spend: '12345' } }),
      await asked('research.query', {
        procedure: 'brandWatch.getOverview',
        input: { companyName: 'nike.com', spend: 1 },
      }),
      await asked('research.ads', { filters: { note: 'x'.repeat(101) } }),
    ];
    expect(refused.map(({ error }) => error?.details[0].code)).toEqual(
      Array(4).fill('undeclared_input'),
    );
    expect((await asked('research.boards', {})).error?.details[0]?.code).not.toBe(
      'undeclared_input',
    );
  });
});
