import { expect, test } from 'vitest';
import { platformDefinitions } from '../../adapters/platforms/definitions.ts';
import { readConfig, refuseIncompleteLive } from '../../server/process/config.ts';

test('without any setting it is SQLite, disk and sandbox in one folder, for this machine alone', () => {
  expect(readConfig([], {})).toMatchObject({
    port: 4000,
    host: '127.0.0.1',
    data: '.slipway',
    json: false,
    platforms: 'sandbox',
    readLimit: 60,
    writeLimit: 10,
    database: { type: 'sqlite', path: '.slipway/slipway.db' },
    media: { type: 'disk', folder: '.slipway/media' },
  });
});

test('everything can be set', () => {
  const config = readConfig(['--port', '0', '--data', '/var/slipway', '--json'], {
    SLIPWAY_DATABASE: 'postgres://u:p@db/slipway',
    SLIPWAY_SECRET: 'a secret of enough length',
    SLIPWAY_FORMER_SECRETS: 'an older secret of length, another one of length',
    SLIPWAY_PLATFORMS: 'live',
    SLIPWAY_MEDIA: 's3://bucket/some/where?endpoint=https://s3.example&region=eu-central-1',
    SLIPWAY_META_VERSION: 'v26.0',
    SLIPWAY_PUBLIC_URL: 'https://ads.example/',
    SLIPWAY_READ_LIMIT: '600',
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'key',
  });
  expect(config).toMatchObject({
    platformSettings: { primary: { version: 'v26.0' } },
    port: 0,
    data: '/var/slipway',
    json: true,
    platforms: 'live',
    publicUrl: 'https://ads.example',
    readLimit: 600,
    database: { type: 'postgres', url: 'postgres://u:p@db/slipway' },
    formerSecrets: ['an older secret of length', 'another one of length'],
    media: {
      type: 's3',
      bucket: 'bucket',
      prefix: 'some/where/',
      endpoint: 'https://s3.example',
      region: 'eu-central-1',
    },
  });
});

test('how much one launch may hold is 500 ads and 5,000 ads x ad sets, unless it is set', () => {
  expect(readConfig([], {})).toMatchObject({
    launchLimits: { ads: 500, creations: 5_000 },
    bodyLimit: 4 * 1024 * 1024,
  });
  expect(
    readConfig([], { SLIPWAY_LAUNCH_LIMIT: '10000,20000', SLIPWAY_BODY_LIMIT: '32' }),
  ).toMatchObject({
    launchLimits: { ads: 10_000, creations: 20_000 },
    bodyLimit: 32 * 1024 * 1024,
  });
  for (const text of ['500', '0,5', '600,500', '20001,30000', '500,5000,1', 'many'])
    expect(() => readConfig([], { SLIPWAY_LAUNCH_LIMIT: text })).toThrow(
      /SLIPWAY_LAUNCH_LIMIT must be/,
    );
});

test('every fault is listed at once, each with its name, none with a secret', () => {
  const start = () =>
    readConfig(['--port', '70000'], {
      SLIPWAY_DATABASE: 'mysql://u:hush@db/x',
      SLIPWAY_SECRET: 'short',
      SLIPWAY_PLATFORMS: 'both',
      SLIPWAY_READ_LIMIT: '-1',
      SLIPWAY_WRITE_LIMIT: '0',
      SLIPWAY_PUBLIC_URL: 'ads.example',
      SLIPWAY_LOG: 'loud',
      SLIPWAY_META_VERSION: '26',
    });
  const names = [
    '--port',
    'DATABASE',
    'SECRET',
    'PLATFORMS',
    'READ_LIMIT',
    'WRITE_LIMIT',
    'PUBLIC_URL',
    'LOG',
    'META_VERSION',
  ];
  for (const name of names) expect(start).toThrow(new RegExp(`${name}.* must`));
  expect(start).not.toThrow(/hush|short/);
});

test('how people sign in is set as a whole, and a provider is asked over https', () => {
  const oidc = {
    SLIPWAY_OIDC_ISSUER: 'https://login.example.com/realm',
    SLIPWAY_OIDC_CLIENT_ID: 'slipway',
    SLIPWAY_OIDC_CLIENT_SECRET: 'x',
  };
  const smtp = {
    SLIPWAY_SMTP_URL: 'smtps://u:p%40@mail.example.com',
    SLIPWAY_MAIL_FROM: 'Slipway <ads@example.com>',
  };
  expect(
    readConfig([], { ...oidc, ...smtp, SLIPWAY_FIRST_ADMIN: 'Ann@Example.com' }).signIn,
  ).toEqual({
    oidc: {
      issuer: oidc.SLIPWAY_OIDC_ISSUER,
      clientId: 'slipway',
      clientSecret: 'x',
      name: 'login.example.com',
      allowsLinks: false,
    },
    smtp: { url: smtp.SLIPWAY_SMTP_URL, from: smtp.SLIPWAY_MAIL_FROM },
    firstAdmin: 'ann@example.com',
  });
  expect(readConfig([], {}).signIn).toEqual({});
  expect(() => readConfig([], { SLIPWAY_OIDC_ISSUER: oidc.SLIPWAY_OIDC_ISSUER })).toThrow(
    'SLIPWAY_OIDC_CLIENT_ID and SLIPWAY_OIDC_CLIENT_SECRET is missing',
  );
  expect(() => readConfig([], { SLIPWAY_SMTP_URL: smtp.SLIPWAY_SMTP_URL })).toThrow(
    'SLIPWAY_MAIL_FROM is missing',
  );
  expect(() => readConfig([], { SLIPWAY_FIRST_ADMIN: 'ann@example.com' })).toThrow(
    'SLIPWAY_FIRST_ADMIN needs a way to sign in',
  );
  expect(() =>
    readConfig([], { ...oidc, SLIPWAY_OIDC_ISSUER: 'http://login.example.com' }),
  ).toThrow('SLIPWAY_OIDC_ISSUER must start with https://');
});

test('a way past a pooler is for Postgres', () => {
  const direct = { SLIPWAY_DATABASE_DIRECT: 'postgres://u:p@db:5432/slipway' };
  const pooled = {
    SLIPWAY_DATABASE: 'postgres://u:p@pooler:6432/slipway',
    SLIPWAY_SECRET: 'a secret of enough length',
  };
  expect(readConfig([], { ...pooled, ...direct }).database).toMatchObject({
    direct: direct.SLIPWAY_DATABASE_DIRECT,
  });
  expect(() => readConfig([], direct)).toThrow(
    /SLIPWAY_DATABASE_DIRECT is for a SLIPWAY_DATABASE=postgres/,
  );
  expect(() => readConfig([], { ...pooled, SLIPWAY_DATABASE_DIRECT: 'db:5432' })).toThrow(
    /SLIPWAY_DATABASE_DIRECT must/,
  );
});

test('places are one to three numbers: of the process, of a company, of an ad account', () => {
  const launches = (text: string) =>
    readConfig([], { SLIPWAY_LAUNCH_PLACES: text }).places.launches;
  expect(launches('10,4,2')).toEqual({ places: 10, perCompany: 4, perAccount: 2 });
  expect(launches('10')).toEqual({ places: 10, perCompany: 5, perAccount: 4 });
  expect(launches('1')).toEqual({ places: 1, perCompany: 1, perAccount: 1 });
  expect(readConfig([], {}).places.deliveries).toEqual({
    places: 16,
    perCompany: 4,
    perAccount: 2,
  });
  for (const wrong of ['0', 'many', '4,5', '4,2,3', '1,1,1,1', '201'])
    expect(() => launches(wrong)).toThrow(/SLIPWAY_LAUNCH_PLACES must/);
});

test('a bucket without its keys and endpoint is refused with all that is missing', () => {
  const start = () => readConfig([], { SLIPWAY_MEDIA: 's3://bucket?region=x' });
  for (const name of ['endpoint', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])
    expect(start).toThrow(name);
});

test('an unknown argument is named', () => {
  expect(() => readConfig(['--prot', '1'], {})).toThrow(/--prot.*Known: --port/s);
});

test('faults of the command line, of single settings and of settings that belong together are told in one go', () => {
  const read = () =>
    readConfig(['--foo', 'bar', '--port', '99999', '--role', 'worker'], {
      SLIPWAY_READ_LIMIT: 'many',
      SLIPWAY_MEDIA: 's3://b?x=1',
    });
  for (const part of [
    '--foo',
    '--port',
    'SLIPWAY_READ_LIMIT',
    'endpoint',
    'AWS_ACCESS_KEY_ID',
    '--role api',
  ])
    expect(read).toThrow(part);
});

test('a variable that is set to nothing is not set', () => {
  expect(readConfig([], { SLIPWAY_SECRET: '', SLIPWAY_LOG: '' }).log).toBe('info');
});

test('a process may answer or work alone only where others share its database', () => {
  const env = {
    SLIPWAY_DATABASE: 'postgres://u:p@db/slipway',
    SLIPWAY_SECRET: 'a secret of enough length',
  };
  expect(readConfig([], env).role).toBe('all');
  expect(readConfig(['--role', 'worker'], { ...env, SLIPWAY_PLATFORMS: 'live' }).role).toBe(
    'worker',
  );
  expect(() => readConfig(['--role', 'api'], {})).toThrow(/SLIPWAY_DATABASE=postgres/);
  expect(() => readConfig(['--role', 'boss'], env)).toThrow(
    '--role must be one of all, api, worker.',
  );
});

test('processes that share the work share the sandbox, which is nothing for real platforms', () => {
  const env = {
    SLIPWAY_DATABASE: 'postgres://u:p@db/slipway',
    SLIPWAY_SECRET: 'a secret of enough length',
  };
  const read = (role: string, more: object) => readConfig(['--role', role], { ...env, ...more });
  expect(() => read('api', {})).toThrow(
    /--role api needs a sandbox that all processes reach.*SLIPWAY_SANDBOX_URL/,
  );
  const shared = { SLIPWAY_SANDBOX_URL: 'http://10.0.0.7:4100/' };
  expect(read('worker', shared).sandboxUrl).toBe('http://10.0.0.7:4100');
  expect(() => read('all', { ...shared, SLIPWAY_PLATFORMS: 'live' })).toThrow(
    'SLIPWAY_SANDBOX_URL is not for',
  );
  expect(() =>
    read('all', { ...shared, SLIPWAY_META_BASE_URL: 'http://127.0.0.1:1/meta' }),
  ).toThrow('leave SLIPWAY_META_BASE_URL out');
});

test('a variable nobody reads is a fault, with the name it was probably meant to be', () => {
  const read = (env: { readonly [name: string]: string }) => () => readConfig([], env);
  expect(read({ SLIPWAY_DATABSE: 'postgres://u:hush@db/x' })).toThrow(
    /^Slipway has no variable SLIPWAY_DATABSE\. Did you mean SLIPWAY_DATABASE\?$/,
  );
  expect(read({ SLIPWAY_PLATFORM: 'live' })).toThrow('Did you mean SLIPWAY_PLATFORMS?');
  expect(read({ slipway_secret: 'a secret of enough length' })).toThrow(
    'Did you mean SLIPWAY_SECRET?',
  );
  expect(read({ SLIPWAY_WEATHER: 'fine' })).toThrow(/^Slipway has no variable SLIPWAY_WEATHER\.$/);
  expect(
    read({
      SLIPWAY_URL: 'http://127.0.0.1:4000',
      SLIPWAY_KEY: 'ak_x',
      PATH: '/bin',
      SLIPWAYS: '2',
    }),
  ).not.toThrow();
});

test('a former secret may hold a comma when they are given as a JSON array', () => {
  const read = (given: string) => readConfig([], { SLIPWAY_FORMER_SECRETS: given }).formerSecrets;
  expect(read('["a secret, and a comma in it","another one of length"]')).toEqual([
    'a secret, and a comma in it',
    'another one of length',
  ]);
  for (const broken of ['["a secret of enough length"', '[1]', '["short"]'])
    expect(() => read(broken), broken).toThrow(/^SLIPWAY_FORMER_SECRETS must/);
});

test('Postgres without a secret is refused: each process would make its own', () => {
  expect(() => readConfig([], { SLIPWAY_DATABASE: 'postgres://u:p@db/x' })).toThrow(
    /SLIPWAY_SECRET is missing.*data folder/,
  );
});

test('a key writes ten times a minute, unless the operator sets another number', () => {
  for (const platforms of ['sandbox', 'live'])
    expect(readConfig([], { SLIPWAY_PLATFORMS: platforms }).writeLimit).toBe(10);
  expect(readConfig([], { SLIPWAY_WRITE_LIMIT: '7' }).writeLimit).toBe(7);
});

test('live platforms without an address or a secret are refused with the lines to set', () => {
  const started = (env: { readonly [name: string]: string }, hasSecret = false, role = 'all') =>
    refuseIncompleteLive({ ...readConfig([], env), role: role as 'all' }, hasSecret);
  const live = { SLIPWAY_PLATFORMS: 'live' };
  const secret = { SLIPWAY_SECRET: 'a secret of enough length' };
  const address = { SLIPWAY_PUBLIC_URL: 'https://ads.example' };
  for (const env of [live, { ...live, ...secret }, { ...live, ...address }])
    expect(() => started(env)).toThrow(
      /SLIPWAY_PLATFORMS=live\n.*SLIPWAY_PUBLIC_URL=https:\/\/.*\n.*SLIPWAY_SECRET=…/,
    );
  expect(() => started({ ...live, ...secret, ...address })).not.toThrow();
  expect(() => started({ ...live, ...address }, true)).not.toThrow();
  expect(() => started(live, false, 'worker')).not.toThrow();
  expect(() => started({})).not.toThrow();
});

test('the port: what is said on the command line, then what is set for us, then what the platform sets for everybody', () => {
  const env = { SLIPWAY_PORT: '5001', PORT: '5002' };
  expect(readConfig(['--port', '5000'], env).port).toBe(5000);
  expect(readConfig([], env).port).toBe(5001);
  expect(readConfig([], { PORT: '5002' }).port).toBe(5002);
  expect(readConfig([], { SLIPWAY_PORT: '', PORT: '' }).port).toBe(4000);
  expect(() => readConfig([], { PORT: 'tcp://10.0.0.1:80' })).toThrow(
    'PORT must be a number from 0 to 65535.',
  );
  // What is not used is not judged.
  expect(readConfig(['--port', '0'], { PORT: 'tcp://10.0.0.1:80' }).port).toBe(0);
});

test('how many connections a process may open is said for documents and for figures', () => {
  const env = {
    SLIPWAY_DATABASE: 'postgres://u:p@db/slipway',
    SLIPWAY_SECRET: 'a secret of enough length',
  };
  expect(readConfig([], env).database).toMatchObject({ pool: { store: 8, facts: 4 } });
  expect(
    readConfig([], { ...env, SLIPWAY_POOL: '20', SLIPWAY_FACTS_POOL: '2' }).database,
  ).toMatchObject({
    pool: { store: 20, facts: 2 },
  });
  expect(() => readConfig([], { ...env, SLIPWAY_POOL: '0' })).toThrow(
    'SLIPWAY_POOL must be at least 1.',
  );
});

test('places of a platform are numbers for platforms there are', () => {
  const ids = platformDefinitions.map(({ id }) => id);
  const [first = ''] = ids;
  const read = (text: string) => readConfig([], { SLIPWAY_PLATFORM_PLACES: text }).places.platforms;
  for (const id of ids) expect(read(`${id}=3`)).toEqual({ [id]: 3 });
  for (const wrong of ['nowhere=3', `${first}=0`, `${first}`, `${first}=3,`])
    expect(() => read(wrong)).toThrow(/SLIPWAY_PLATFORM_PLACES must/);
});

test('how long things are kept is told in days, and not less than what the service itself looks back at', () => {
  expect(readConfig([], {}).retention).toEqual({});
  expect(readConfig([], { SLIPWAY_BATCH_DAYS: '90', SLIPWAY_VINTAGE_DAYS: '7' }).retention).toEqual(
    { batches: 90, vintages: 7 },
  );
  expect(() => readConfig([], { SLIPWAY_BATCH_DAYS: '10' })).toThrow(
    'SLIPWAY_BATCH_DAYS must be at least 30.',
  );
});
