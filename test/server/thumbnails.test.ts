import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { lookDistance, lookOf } from '../../core/media/find/look.ts';
import { mp4 } from '../samples/media.ts';
import { startMediaFixture } from './media-fixture.ts';

/** Waves of brightness: a picture that has a look. `shift` moves them. */
function waves(width: number, height: number, shift = 0): Promise<Uint8Array<ArrayBuffer>> {
  const pixels = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const light = 128 + 100 * Math.sin((x / width) * 14 + (y / height) * 5 + shift);
      pixels.fill(light, (y * width + x) * 3, (y * width + x) * 3 + 3);
    }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
    .then((bytes) => Uint8Array.from(bytes));
}

let fixture: Awaited<ReturnType<typeof startMediaFixture>>;
let picture: {
  readonly id: number;
  readonly sha256: string;
  readonly thumbnails: { readonly url: string; readonly width: number }[];
};
beforeAll(async () => {
  fixture = await startMediaFixture();
  const uploaded = await fixture.uploadAs('Waves.png', await waves(1_200, 600));
  picture = (await fixture.call('GET', `/v1/media/${uploaded.body.id}`)).body;
});

describe('small pictures', () => {
  test('are made in three sizes when a file is kept, and served in WebP with ranges and validators', async () => {
    expect(picture.thumbnails.map(({ width }) => width)).toEqual([160, 320, 640]);
    for (const { url, width } of picture.thumbnails) {
      const path = new URL(url).pathname;
      const whole = await fixture.app.request(path);
      const bytes = new Uint8Array(await whole.arrayBuffer());
      expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'image/webp']);
      expect(whole.headers.get('cache-control')).toBe('public, max-age=86400, immutable');
      expect(await sharp(bytes).metadata()).toMatchObject({
        format: 'webp',
        width,
        height: width / 2,
      });
      const part = await fixture.app.request(path, { headers: { range: 'bytes=4-7' } });
      expect([part.status, new Uint8Array(await part.arrayBuffer())]).toEqual([
        206,
        bytes.slice(4, 8),
      ]);
      const etag = whole.headers.get('etag') ?? '';
      expect((await fixture.app.request(path, { headers: { 'if-none-match': etag } })).status).toBe(
        304,
      );
    }
  });

  test('of a video are made of the poster it is given, once', async () => {
    const film = await fixture.uploadAs(
      'Film.mp4',
      Uint8Array.from(mp4({ width: 640, height: 360, seconds: 3, fps: 25 })),
    );
    const path = `/v1/media/${film.body.id}/poster`;
    const give = async (bytes: Uint8Array | string) => {
      const image = typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString('base64');
      return fixture.call('PUT', path, { body: { image } });
    };
    expect((await fixture.call('GET', `/v1/media/${film.body.id}`)).body.thumbnails).toBeNull();
    for (const wrong of ['no picture!', await waves(100, 90), new TextEncoder().encode('<svg/>')])
      expect((await give(wrong)).body.error.details).toMatchObject([
        { path: 'image', code: 'invalid_poster' },
      ]);
    const { status, body } = await give(await waves(700, 350, 2));
    expect([status, body.thumbnails.map(({ width }: { width: number }) => width)]).toEqual([
      200,
      [160, 320, 640],
    ]);
    const kept = new Uint8Array(
      await (await fixture.app.request(new URL(body.thumbnails[1].url).pathname)).arrayBuffer(),
    );
    expect(await sharp(kept).metadata()).toMatchObject({ format: 'webp', width: 320, height: 160 });
    // Their addresses are immutable.
    expect((await give(await waves(400, 400, 2))).body.thumbnails).toEqual(body.thumbnails);
    const onImage = await fixture.call('PUT', `/v1/media/${picture.id}/poster`, {
      body: { image: 'AAAA' },
    });
    expect(onImage.body.error.details).toMatchObject([{ code: 'not_a_video' }]);
    expect((await fixture.call('DELETE', `/v1/media/${film.body.id}`)).status).toBe(200);
  });

  test('are not made larger than the picture, stand upright, and go with the last file of the content', async () => {
    const small = await fixture.uploadAs('Small.png', await waves(200, 100));
    const { body } = await fixture.call('GET', `/v1/media/${small.body.id}`);
    expect(body.thumbnails).toMatchObject([{ width: 160, height: 80 }]);
    const tiny = await fixture.uploadAs('Tiny.png', await waves(40, 20));
    expect((await fixture.call('GET', `/v1/media/${tiny.body.id}`)).body.thumbnails).toBeNull();

    const lying = await sharp(await waves(800, 400))
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const turned = await fixture.uploadAs('Turned.jpg', Uint8Array.from(lying));
    expect(
      (await fixture.call('GET', `/v1/media/${turned.body.id}`)).body.thumbnails[0],
    ).toMatchObject({
      width: 80,
      height: 160,
    });

    const path = new URL(body.thumbnails[0].url).pathname;
    const before = (await fixture.stored()).length;
    await fixture.call('DELETE', `/v1/media/${small.body.id}`);
    expect((await fixture.app.request(path)).status).toBe(404);
    expect((await fixture.stored()).length).toBe(before - 2);
    for (const name of [
      'x',
      `${picture.sha256}-999.webp`,
      `${picture.sha256}-160.png`,
      '..%2f..%2fx',
    ])
      expect((await fixture.app.request(path.replace(/[^/]+$/, name))).status).toBe(404);
  });
});

describe('similar pictures', () => {
  test('are told with how much they differ, and never taken for one', async () => {
    const again = await fixture.uploadAs(
      'Waves small.jpg',
      Uint8Array.from(
        await sharp(await waves(900, 450))
          .jpeg({ quality: 60 })
          .toBuffer(),
      ),
    );
    const other = await fixture.uploadAs('Other waves.png', await waves(1_200, 600, 2.2));
    for (const [n, background] of ['#3366cc', '#cc6633'].entries())
      await fixture.uploadAs(
        `Plain ${n}.png`,
        Uint8Array.from(
          await sharp({ create: { width: 500, height: 500, channels: 3, background } })
            .png()
            .toBuffer(),
        ),
      );
    const { body } = await fixture.call('GET', `/v1/library/assets/${picture.id}`);
    expect(body.similar).toMatchObject([
      { id: again.body.id, type: 'image', distance: expect.any(Number) },
    ]);
    expect(body.similar[0].sha256).not.toBe(body.sha256);
    expect((await fixture.call('GET', `/v1/library/assets/${other.body.id}`)).body.similar).toEqual(
      [],
    );
    expect((await fixture.call('GET', '/v1/library/assets?q=plain')).body.pagination.total).toBe(2);
  });

  test('are compared by 64 differences of brightness; plain areas have none', () => {
    const falling = Array.from(
      { length: 72 },
      (_, at) => 255 - (at % 9) * 20 * (Math.floor(at / 9) % 2),
    );
    expect(lookOf(falling)).toBe('00ff00ff00ff00ff');
    expect(lookOf(new Array(72).fill(7))).toBeUndefined();
    expect(lookDistance('00ff00ff00ff00ff', '00ff00ff00ff00fe')).toBe(1);
    expect(lookDistance('00ff00ff00ff00ff', 'ff00ff00ff00ff00')).toBe(64);
  });
});
