import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import sharp from 'sharp';
import { type AddonBuild, buildAddon } from './addon.ts';

/**
 * Builds the add-on and everything it needs to run without Google into one folder: the fakes for a
 * bare V8 context, the process that serves the page, and the page itself.
 */
export async function buildPlayground(
  folder: string,
  server: string | undefined,
  options: Pick<AddonBuild, 'entry' | 'platform'> = {},
): Promise<void> {
  await buildAddon({
    ...(server !== undefined && { server }),
    folder,
    playground: true,
    ...options,
  });
  await build({
    entryPoints: ['sheets-addon/fakes/main.ts'],
    outfile: join(folder, 'fakes.js'),
    bundle: true,
    format: 'iife',
    globalName: '__fakes',
    platform: 'neutral',
    target: 'es2022',
  });
  await build({
    entryPoints: ['sheets-addon/playground/serve.ts'],
    outfile: join(folder, 'serve.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
  });
  await writeFile(join(folder, 'page.html'), await pageOf('sheets-addon/playground/page'));
}

/** One file out of a page, its styles and its script. */
async function pageOf(folder: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`${folder}/page.ts`],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
  });
  const css = await readFile(`${folder}/page.css`, 'utf8');
  return (await readFile(`${folder}/page.html`, 'utf8'))
    .replace('/* styles */', () => css)
    .replace('/* script */', () =>
      (outputFiles[0]?.text ?? '').replace(/<\/script/gi, '<\\/script'),
    );
}

interface Process {
  readonly child: ChildProcess;
  readonly line: { readonly [name: string]: string };
}

/** Starts a process and waits for its first line, which is JSON. */
function started(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<Process> {
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    let out = '';
    child.stdout.on('data', (data: Buffer) => {
      out += data;
      if (out.includes('\n'))
        resolve({ child, line: JSON.parse(out.split('\n')[0] ?? '{}') as Process['line'] });
    });
    // It has said why.
    child.on('exit', () => reject(undefined));
  });
}

/**
 * Rows to try, the last with a fault in it, images for them on the server, and the key if the page
 * shall show it.
 */
export async function writeSamples(
  folder: string,
  server: string,
  key: string,
  showKey = true,
): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  const get = async (path: string): Promise<{ data: { [field: string]: string }[] }> =>
    (await fetch(`${server}${path}`, { headers })).json() as never;
  const account = (await get('/v1/adaccounts?limit=200')).data.find(
    ({ platform }) => platform === 'primary',
  );
  const profile = (await get(`/v1/profiles?businessId=${account?.id}`)).data[0];
  const adSets = (await get(`/v1/adsets?accountId=${account?.id}&limit=50`)).data;
  const images = await Promise.all(
    ['#1a73e8', '#188038', '#e37400'].map(async (background, i) => {
      const size = { width: 600, height: 600, channels: 3 as const, background };
      const form = new FormData();
      form.append(
        'file',
        new Blob([await sharp({ create: size }).png().toBuffer()], { type: 'image/png' }),
        `boat-${i + 1}_1x1.png`,
      );
      return (
        (await (
          await fetch(`${server}/upload`, { method: 'POST', headers, body: form })
        ).json()) as { url: string }
      ).url;
    }),
  );
  const adSet =
    adSets.find(({ status, label }) => status === 'ACTIVE' && !label?.includes('full')) ??
    adSets[0];
  const rows = ['Boats for everybody', 'Sail this summer', 'The last boats'].map((text, i) => ({
    Ready: true,
    'Ad name': `{{filename}} ${i + 1}`,
    'Ad account': `${account?.name} (${account?.id})`,
    'Ad sets': `${adSet?.label} (${adSet?.value})`,
    Page: `${profile?.primaryName} (${profile?.page})`,
    Profile: `${profile?.secondaryName} (${profile?.secondary})`,
    'Media 1': images[i] ?? '',
    'Primary text': text,
    Headline: 'Harbour Store',
    'Call to action': 'SHOP_NOW',
    Link: i === 2 ? 'harbour.example/boats' : 'https://harbour.example/boats',
    'UTM tags': 'utm_source=sheet&utm_campaign={{campaign.name}}',
  }));
  const drive = await Promise.all(
    ['#c5221f', '#9334e6'].map(async (background, i) => ({
      id: `playground-file-${i + 1}`,
      name: `from-drive-${i + 1}_1x1.png`,
      mimeType: 'image/png',
      base64: (
        await sharp({ create: { width: 600, height: 600, channels: 3, background } })
          .png()
          .toBuffer()
      ).toString('base64'),
    })),
  );
  await writeFile(
    join(folder, 'samples.json'),
    JSON.stringify({ ...(showKey ? { key } : {}), drive, rows }),
  );
}

/**
 * `npm run addon:playground [-- --port N]`: the add-on without Google. Starts a server of its own
 * on the sandbox, in a folder that is thrown away, and a page to try everything on.
 */
async function play(port: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-playground-'));
  const running: ChildProcess[] = [];
  const stop = async (code: number): Promise<never> => {
    for (const child of running) child.kill();
    await rm(folder, { recursive: true, force: true });
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0));
  try {
    const server = await started(
      'bun',
      ['server/main.ts', '--port', '0', '--data', join(folder, 'data'), '--json'],
      {
        ...process.env,
        SLIPWAY_LOG: 'error',
      },
    );
    running.push(server.child);
    const { url = '', adminKey = '' } = server.line;
    await buildPlayground(join(folder, 'addon'), url);
    await writeSamples(join(folder, 'addon'), url, adminKey);
    const page = await started('node', [
      join(folder, 'addon', 'serve.mjs'),
      join(folder, 'addon'),
      port,
    ]);
    running.push(page.child);
    console.log(
      `Open ${page.line.url} and choose Open Slipway. Your key for its settings: ${adminKey}`,
    );
    console.log(`The server behind it answers at ${url}. Stop both with Ctrl-C.`);
  } catch (error) {
    if (error !== undefined) console.error(error instanceof Error ? error.message : error);
    await stop(1);
  }
}

if (import.meta.main) {
  const at = process.argv.indexOf('--port');
  await play((at < 0 ? undefined : process.argv[at + 1]) ?? '4100');
}
