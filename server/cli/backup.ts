import { type Command, EXIT, text, UsageFault } from './command.ts';

const data = { type: 'string', what: 'Folder of the service (.slipway)' } as const;
const argsOf = (folder: string | undefined): readonly string[] => (folder === undefined ? [] : ['--data', folder]);
const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

export const backupCommand: Command = {
  name: 'backup',
  summary: 'Copy database, media and exports while the service works, and check the copy',
  usage: '[--to FOLDER] [--data FOLDER] [--with-secret]',
  notes: [
    'Run it with the environment of the service. The result is a folder with a manifest and a checksum of every file.',
    'Everything accepted before it began is in it. The secret is not, unless asked for: keep it apart from backups,',
    'because who has both can read the credentials. Media in a bucket are not copied; let the bucket keep versions.',
    'Postgres is dumped with pg_dump. Where there is none, dump it elsewhere first and then use --without-database.',
  ],
  examples: ['slipway backup --to /backups --data /var/lib/slipway', 'slipway backup --to today && tar -czf today.tar.gz today'],
  flags: {
    data,
    to: { type: 'string', what: 'A folder that is there, or the name of a new one (.)' },
    'with-secret': { type: 'boolean', what: 'Put the secret into the backup too' },
    'without-database': { type: 'boolean', what: 'Postgres only: leave the database out; you have dumped it before this' },
  },
  async run({ flags, env, screen }) {
    const { backUp } = await import('../local/backup.ts');
    const { configuredPlaces } = await import('../local/places.ts');
    const places = configuredPlaces(argsOf(text(flags.data)), env);
    const withoutDatabase = flags['without-database'] === true;
    if (withoutDatabase && places.database.type === 'sqlite')
      throw new UsageFault('--without-database is for Postgres; an SQLite file is part of every backup.');
    const { folder, manifest, damaged } = await backUp(places, {
      to: text(flags.to) ?? '.',
      withSecret: flags['with-secret'] === true,
      withoutDatabase,
    });
    const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
    screen.say(`  ${folder}: ${counted(manifest.files.length, 'file')}, ${(bytes / 1e6).toFixed(1)} MB, written and read again.`);
    screen.say(
      manifest.secret === 'included'
        ? '  The secret is in it: anyone who has this backup can read the credentials.'
        : '  The secret is not in it. Without it (SLIPWAY_SECRET, or the file secret of the data folder) credentials cannot be read: keep it elsewhere.',
    );
    if (manifest.media === 'elsewhere') screen.say('  Media lie in a bucket and are not in it.');
    if (manifest.database === 'elsewhere') screen.say('  The database is not in it: its dump belongs to it.');
    for (const name of damaged) screen.say(screen.paint.red(`  ✗ the medium ${name} is damaged where it is kept`));
    screen.tell({ success: damaged.length === 0, folder, bytes, damaged, ...manifest, files: manifest.files.length });
    return damaged.length === 0 ? EXIT.ok : EXIT.failed;
  },
};

export const restoreCommand: Command = {
  name: 'restore',
  summary: 'Put a backup into an empty folder, after checking all of it',
  usage: 'FOLDER --data FOLDER',
  words: 1,
  notes: [
    'Run it with the environment the service is to have, and start the service afterwards. Nothing is ever overwritten.',
    'Stop the old service first: two that work from one history launch twice. What was under way when the backup was made is',
    'looked for at the platforms before anything of it is sent; what was asked for afterwards is not known any more.',
  ],
  examples: ['slipway restore /backups/slipway-backup-20261115T120000Z --data /var/lib/slipway'],
  flags: { data },
  async run({ words, flags, env, screen }) {
    const [from] = words;
    if (from === undefined) throw new UsageFault('Which backup? Name the folder that slipway backup made.');
    const { restore } = await import('../local/restore.ts');
    const { futurePlaces } = await import('../local/places.ts');
    const places = futurePlaces(argsOf(text(flags.data)), env);
    const { manifest, companies, unfinished, secret } = await restore(from, places);
    screen.say(
      `  Restored to ${places.folder}, as it was on ${manifest.createdAt}: ${counted(companies, 'company', 'companies')}.`,
    );
    if (unfinished.batches > 0)
      screen.say(
        `  ${counted(unfinished.batches, 'batch', 'batches')} were under way; each ad is looked for before it is launched.`,
      );
    if (unfinished.duplications > 0)
      screen.say(
        `  ${counted(unfinished.duplications, 'duplication')} were under way and have been ended; look for the copies in the ad account.`,
      );
    if (secret !== 'opens')
      screen.say(
        screen.paint.yellow(
          `  ! The secret ${secret === 'missing' ? 'is not here' : 'at hand is another one'}: set SLIPWAY_SECRET to the one of the old installation, or put its file secret into ${places.folder}.`,
        ),
      );
    screen.tell({ success: true, createdAt: manifest.createdAt, companies, unfinished, secret });
    return EXIT.ok;
  },
};
