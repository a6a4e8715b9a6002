import sharp from 'sharp';

/** The largest picture that is taken, and the largest that is held whole while it is decoded. */
const SIDES = [10_000, 2_820];
export const PICTURES = 12;

/** Uploads a dozen of each at once, stored in passes, and answers how they were received. */
export async function uploadPictures(url: string, key: string): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (const side of SIDES) statuses.push(...(await uploadAll(url, key, await pictureOf(side))));
  return statuses;
}

const pictureOf = (side: number): Promise<Buffer> =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#cc6633' } })
    .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
    .toBuffer();

function uploadAll(url: string, key: string, picture: Buffer): Promise<number[]> {
  return Promise.all(
    Array.from({ length: PICTURES }, async (_, i) => {
      const form = new FormData();
      form.set('file', new File([Uint8Array.from(picture)], `picture-${i}.jpg`));
      const headers = { authorization: `Bearer ${key}` };
      const response = await fetch(`${url}/v1/media/upload`, {
        method: 'POST',
        headers,
        body: form,
      });
      await response.arrayBuffer();
      return response.status;
    }),
  );
}
