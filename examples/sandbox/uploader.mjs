// A bulk uploader as many people write one: it creates an ad for each row of a file and tries again when a request fails.
//
//   GRAPH_URL=http://127.0.0.1:4100/meta/v25.0 TOKEN=sandbox-token node uploader.mjs ads.json
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

const TRIES = 3;

async function post(path, body, { url, token }) {
  const response = await fetch(`${url}/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error?.message ?? `HTTP ${response.status}`);
  return answer;
}

async function adCalled(name, adSet, { url, token }) {
  const query = new URLSearchParams({ fields: 'name', limit: '500', access_token: token });
  const { data = [] } = await fetch(`${url}/${adSet}/ads?${query}`).then((response) =>
    response.json(),
  );
  return data.find((ad) => ad.name === name);
}

/** `careful`: after a lost answer it looks whether the ad exists before it tries again. */
export async function upload(rows, { careful = false, ...place }) {
  const made = [];
  for (const { account, ...ad } of rows)
    for (let attempt = 1; ; attempt++)
      try {
        const { id } = await post(`${account}/ads`, ad, place);
        made.push(id);
        break;
      } catch (error) {
        const found = careful ? await adCalled(ad.name, ad.adset_id, place) : undefined;
        if (found !== undefined) {
          made.push(found.id);
          break;
        }
        if (attempt === TRIES) throw error;
      }
  return made;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { GRAPH_URL: url, TOKEN: token, CAREFUL } = process.env;
  const rows = JSON.parse(await readFile(process.argv[2], 'utf8'));
  console.log((await upload(rows, { url, token, careful: CAREFUL === '1' })).join('\n'));
}
