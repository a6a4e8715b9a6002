import type { BackupPlace } from '../../../process/media-place.ts';
import { type Command, type CommandInput, EXIT, text, UsageFault } from '../../base/command.ts';

const data = { type: 'string', what: 'Folder of the service (.slipway)' } as const;
const argsOf = (folder: string | undefined): readonly string[] =>
  folder === undefined ? [] : ['--data', folder];
const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

export const backupCommand: Command = {
  name: 'backup',
  summary: 'Copy database, media and exports while the service works, and check the copy',
  usage: '[--to FOLDER|s3://…] [--data FOLDER] [--verify] [--keep N] [--with-secret]',
  notes: [
    'Run it with the environment of the service. Each backup is a folder inside that of --to, named with the time; the folder of',
    '--to is made when it is missing. The secret is not in it unless asked for: keep it elsewhere. Media in a bucket are not copied.',
    'To a bucket: --to "s3://BUCKET/PREFIX?endpoint=https://…&region=…", with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    'Postgres needs pg_dump. SLIPWAY_BACKUP has the service make backups itself, every SLIPWAY_BACKUP_HOURS.',
  ],
  examples: [
    'slipway backup --to /backups --data /var/lib/slipway --verify',
    'slipway backup --to "s3://backups/slipway?endpoint=https://s3.example.com" --verify --keep 14',
    'slipway backup --to /backups --list',
  ],
  flags: {
    data,
    to: { type: 'string', what: 'Folder or bucket that keeps the backups (.)' },
    verify: { type: 'boolean', what: 'Restore it to a scratch place, to see that it works' },
    keep: { type: 'string', what: 'How many to keep there; older ones are deleted' },
    list: { type: 'boolean', what: 'List the backups there; make none' },
    'with-secret': { type: 'boolean', what: 'Put the secret into the backup too' },
    'without-database': {
      type: 'boolean',
      what: 'Postgres only: leave the database out, because you dumped it already',
    },
  },
  async run({ flags, env, screen }) {
    const { backUpTo, pruneBackups } = await import('../../../local/backup/backup-place.ts');
    const { configuredPlaces } = await import('../../../local/places.ts');
    const places = configuredPlaces(argsOf(text(flags.data)), env);
    const withoutDatabase = flags['without-database'] === true;
    if (withoutDatabase && places.database.type === 'sqlite')
      throw new UsageFault(
        '--without-database is for Postgres; an SQLite file is part of every backup.',
      );
    const place = await targetOf(text(flags.to) ?? '.', env);
    if (flags.list === true) return listed(place, screen);
    const keep = flags.keep === undefined ? undefined : Number(text(flags.keep));
    if (keep !== undefined && (!Number.isInteger(keep) || keep < 1))
      throw new UsageFault('--keep is a whole number from 1.');
    const verify = flags.verify === true;
    if (verify && withoutDatabase)
      throw new UsageFault('Without its database a backup cannot be restored to try it.');
    const options = { withSecret: flags['with-secret'] === true, withoutDatabase, verify };
    const { folder, manifest, damaged, name, made } = await backUpTo(places, place, options);
    const gone = keep === undefined ? [] : await pruneBackups(place, keep);
    const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
    const where = place.type === 's3' ? `${name} in ${made.place}` : folder;
    screen.say(
      `  ${where}: ${counted(manifest.files.length, 'file')}, ${(bytes / 1e6).toFixed(1)} MB, written and read again.`,
    );
    if (verify && made.notVerified === undefined)
      screen.say('  It was restored to a scratch place, from where it lies, and opened.');
    if (made.notVerified !== undefined)
      screen.say(screen.paint.yellow(`  ! Not tried: ${made.notVerified}`));
    if (gone.length > 0) screen.say(`  Let go of: ${gone.join(', ')}.`);
    screen.say(
      manifest.secret === 'included'
        ? '  The secret is in it: anyone who has this backup can read the credentials.'
        : '  The secret is not in it. Without it (SLIPWAY_SECRET, or the file secret of the data folder) credentials cannot be read: keep it elsewhere.',
    );
    if (manifest.media === 'elsewhere') screen.say('  Media lie in a bucket and are not in it.');
    if (manifest.database === 'elsewhere')
      screen.say('  The database is not in it: its dump belongs to it.');
    for (const name of damaged)
      screen.say(screen.paint.red(`  ✗ the medium ${name} is damaged where it is kept`));
    const verified = verify && made.notVerified === undefined;
    const told = {
      folder: place.type === 's3' ? null : folder,
      name,
      place: made.place,
      verified,
      gone,
    };
    screen.tell({
      success: damaged.length === 0,
      ...told,
      bytes,
      damaged,
      ...manifest,
      files: manifest.files.length,
    });
    return damaged.length === 0 ? EXIT.ok : EXIT.failed;
  },
};

/** A folder, or what `--to s3://…` names. */
async function targetOf(to: string, env: CommandInput['env']): Promise<BackupPlace> {
  if (!to.startsWith('s3://')) return { type: 'disk', folder: to };
  const { backupPlaceOf } = await import('../../../process/config.ts');
  const faults: string[] = [];
  // A variable that is set to nothing is one that is not set.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const place = backupPlaceOf(to, given, '--to', faults);
  if (place === undefined || faults.length > 0)
    throw new UsageFault(
      faults.join(' ') || '--to must be a folder or s3://BUCKET/PREFIX?endpoint=…&region=…',
    );
  return place;
}

async function listed(
  place: BackupPlace,
  screen: CommandInput['screen'],
): Promise<number | undefined> {
  const { listBackups } = await import('../../../local/backup/backup-place.ts');
  const names = await listBackups(place);
  for (const each of names) screen.say(`  ${each}`);
  if (names.length === 0) screen.say('  No backups.');
  return screen.tell({ success: true, data: names });
}

export const restoreCommand: Command = {
  name: 'restore',
  summary: 'Put a backup into an empty folder, after checking all of it',
  usage: 'FOLDER|s3://… --data FOLDER [--backup NAME]',
  words: 1,
  notes: [
    'Run it with the environment the service is to have, and start the service afterwards. Nothing is ever overwritten.',
    'Stop the old service first: two that work from one history launch twice.',
  ],
  examples: [
    'slipway restore /backups --data /var/lib/slipway    # the latest backup there',
    'slipway restore /backups/slipway-backup-20261115T120000Z --data /var/lib/slipway',
    'slipway restore "s3://backups/slipway?endpoint=https://s3.example.com" --data /var/lib/slipway',
  ],
  flags: {
    data,
    backup: { type: 'string', what: 'Which backup of the folder or bucket (the latest)' },
  },
  async run({ words, flags, env, screen }) {
    const [from] = words;
    if (from === undefined)
      throw new UsageFault(
        'Which backup? Name its folder, or the folder or bucket that keeps the backups.',
      );
    const { restore } = await import('../../../local/backup/restore.ts');
    const { futurePlaces } = await import('../../../local/places.ts');
    const places = futurePlaces(argsOf(text(flags.data)), env);
    const place = await targetOf(from, env);
    const { withBackup } = await import('../../../local/backup/backup-place.ts');
    const { manifest, companies, unfinished, secret } = await withBackup(
      place,
      text(flags.backup),
      (folder) => restore(folder, places),
    );
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
    return screen.tell({
      success: true,
      createdAt: manifest.createdAt,
      companies,
      unfinished,
      secret,
    });
  },
};
