import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { bundlePage, bundleScript } from './addon-bundle.ts';
import { lackingIn } from './apps-script-lint.ts';

/**
 * The most bytes: of the script, which Apps Script loads for every call, and of the sidebar, which
 * it hands to the browser. The script had 829,080 bytes before its blanks were left out.
 */
export const BUDGETS: { readonly [file: string]: number } = {
  'Code.js': 700 * 1024,
  'sidebar.html': 80 * 1024,
};

/**
 * The same where core and a platform are part of the script. It had 1,747,476 bytes before its
 * blanks were left out.
 */
export const STANDALONE_BUDGETS: typeof BUDGETS = { ...BUDGETS, 'Code.js': 1460 * 1024 };

/** Where the two builds go. */
export const ADDON_FOLDER = 'dist/sheets-addon';
export const STANDALONE_FOLDER = 'dist/sheets-addon-standalone';

export const ADDON_FILES = ['Code.js', 'appsscript.json', 'sidebar.html'] as const;

export interface AddonBuild {
  /** Address of the server the add-on talks to; none where it works by itself. */
  readonly server?: string;
  /**
   * Where the ad platform is reached by an add-on that works by itself, where it is not the usual
   * address: for rehearsals.
   */
  readonly platform?: string;
  readonly folder: string;
  /** Apps Script reaches public https addresses only; the playground's server is neither. */
  readonly playground?: boolean;
  /**
   * With the right to read files of the user's Google Drive: one more thing Google asks every user
   * for.
   */
  readonly drive?: boolean;
  /** Another script than the add-on's own: tests run the store's suite in Apps Script this way. */
  readonly entry?: string;
}

/** Writes the add-on's files and answers their sizes. Throws when one is too large. */
export async function buildAddon({
  server,
  platform,
  folder,
  playground = false,
  drive = playground,
  entry = 'sheets-addon/main.ts',
}: AddonBuild): Promise<{ [file: string]: number }> {
  const standalone = server === undefined;
  const base = server === undefined ? '' : addressOf(server, playground);
  const manifest = JSON.parse(await readFile('sheets-addon/appsscript.json', 'utf8')) as {
    oauthScopes: string[];
  };
  const files: { [name in (typeof ADDON_FILES)[number]]: string } = {
    'Code.js': await bundleScript({
      entry,
      standalone,
      define: {
        SERVER: JSON.stringify(base),
        PLATFORM: JSON.stringify(platform ?? ''),
        DRIVE: String(drive),
      },
    }),
    'sidebar.html': await bundlePage('sheets-addon/sidebar'),
    // Media may lie at any address, so that a script which fetches them itself cannot have a list
    // of those it may fetch from.
    'appsscript.json': `${JSON.stringify(withDrive(standalone ? manifest : { ...manifest, urlFetchWhitelist: [`${base}/`] }, drive), null, 2)}\n`,
  };
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const sizes: { [file: string]: number } = {};
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), text);
    sizes[name] = Buffer.byteLength(text);
  }
  const lacking = lackingIn(files['Code.js']);
  if (lacking.length > 0)
    throw new Error(`Code.js uses what Apps Script lacks: ${lacking.join(', ')}.`);
  for (const [name, most] of Object.entries(standalone ? STANDALONE_BUDGETS : BUDGETS))
    if ((sizes[name] ?? 0) > most)
      throw new Error(`${name} has ${sizes[name]} bytes; it may have ${most}.`);
  return sizes;
}

/**
 * Reading a file by the link that stands in a cell takes no less: `drive.file` is for files that
 * were made or picked with the add-on.
 */
const withDrive = <M extends { oauthScopes: string[]; urlFetchWhitelist?: string[] }>(
  manifest: M,
  drive: boolean,
): M =>
  drive
    ? {
        ...manifest,
        oauthScopes: [...manifest.oauthScopes, 'https://www.googleapis.com/auth/drive.readonly'],
        ...(manifest.urlFetchWhitelist && {
          urlFetchWhitelist: [
            ...manifest.urlFetchWhitelist,
            'https://www.googleapis.com/drive/v3/',
          ],
        }),
      }
    : manifest;

/** Throws in words for whoever typed it. */
function addressOf(server: string, playground: boolean): string {
  const url = URL.canParse(server) ? new URL(server) : undefined;
  if (url?.protocol !== 'https:' && !(playground && url?.protocol === 'http:'))
    throw new Error(
      `Apps Script reaches https addresses only, and “${server}” is none. Give the public address of your server, for example --server https://ads.example.com`,
    );
  if (!playground && isPrivate(url.hostname))
    throw new Error(
      `Google does not reach “${url.host}”, which is on your own machine or network. Give the public address of your server, for example --server https://ads.example.com`,
    );
  return url.href.replace(/\/+$/, '');
}

const isPrivate = (host: string): boolean =>
  /^(localhost|.*\.(local|internal|localhost)|127\..*|10\..*|192\.168\..*|172\.(1[6-9]|2\d|3[01])\..*|\[::1\])$/.test(
    host,
  );

/**
 * The file that tells clasp of a built folder. It stands beside the folder: clasp refuses one whose
 * `rootDir` leads out of the folder that the file stands in.
 */
export async function writeProject(folder: string, scriptId: string): Promise<string> {
  const project = join(dirname(folder), `${basename(folder)}.clasp.json`);
  await mkdir(dirname(project), { recursive: true });
  await writeFile(project, `${JSON.stringify({ scriptId, rootDir: basename(folder) }, null, 2)}\n`);
  return project;
}

/** clasp with a project, as `npm run addon:push` calls it. */
export const claspCommand = (
  project: string,
  ...rest: readonly string[]
): readonly [command: string, args: string[]] => [
  'node',
  [
    join(process.cwd(), 'node_modules/@google/clasp/build/src/index.js'),
    '--project',
    project,
    ...rest,
  ],
];

/**
 * What clasp would push, asked of clasp itself. It needs neither a login nor a network for that.
 */
export async function filesToPush(folder: string): Promise<string[]> {
  const project = await writeProject(folder, 'not-pushed');
  try {
    const { stdout } = await promisify(execFile)(
      ...claspCommand(project, 'show-file-status', '--json'),
    );
    return (JSON.parse(stdout) as { filesToPush: string[] }).filesToPush
      .map((file) => basename(file))
      .sort();
  } finally {
    await rm(project);
  }
}

if (import.meta.main) {
  const at = process.argv.indexOf('--server');
  const server =
    (at < 0 ? undefined : process.argv[at + 1]) ??
    process.env.SLIPWAY_ADDON_SERVER ??
    'https://slipway.example';
  const drive = process.argv.includes('--drive');
  const build = async (options: AddonBuild, what: string): Promise<void> => {
    const { folder } = options;
    const sizes = await buildAddon(options).catch((error: Error) => {
      console.error(error.message);
      process.exit(1);
    });
    const pushed = await filesToPush(folder);
    if (pushed.join() !== [...ADDON_FILES].sort().join())
      throw new Error(`clasp would push ${pushed.join(', ')}.`);
    for (const [file, size] of Object.entries(sizes))
      console.log(`${folder}/${file}  ${(size / 1024).toFixed(1)} KB`);
    console.log(`${what} clasp sees ${pushed.length} files to push.`);
  };
  await build({ server, folder: ADDON_FOLDER, drive }, `For ${server}.`);
  await build({ folder: STANDALONE_FOLDER, drive }, 'Without a server.');
}
