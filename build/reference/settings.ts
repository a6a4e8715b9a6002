import { platformDefinitions } from '../../adapters/platforms/definitions.ts';
import { platformCalled } from '../../core/base/platforms.ts';

/**
 * What each variable is for, by group. Names and defaults come from server/process/environment.ts.
 */

interface Setting {
  readonly text: string;
  /** Where the schema has none: what happens while the variable is unset. */
  readonly unset?: string;
}
type Settings = { readonly [name: string]: string | Setting };

const platform = (name: string, variables: string, key: string, secret: string): Settings => ({
  [`SLIPWAY_${variables}_${key}`]: `${name}: ID of your app. With it, people connect by signing in at ${name}.`,
  [`SLIPWAY_${variables}_${secret}`]: `${name}: secret of that app.`,
});
const addresses: Settings = Object.fromEntries(
  platformDefinitions.map(({ folder, label, version }) => {
    const name = platformCalled(label);
    const text = `${name}: another address of its API, ${version?.form === undefined ? 'with' : 'without'} the version.`;
    return [`SLIPWAY_${folder.toUpperCase()}_BASE_URL`, { text, unset: `${name}'s own` }];
  }),
);

export const groups: {
  readonly [title: string]: { readonly about: string; readonly settings: Settings };
} = {
  'Most installations': {
    about:
      'A service on one machine needs none of these. A live one needs `SLIPWAY_PLATFORMS`, `SLIPWAY_SECRET` and `SLIPWAY_PUBLIC_URL`.',
    settings: {
      SLIPWAY_PLATFORMS:
        '`sandbox`: simulated platforms that spend nothing. `live`: the real ones.',
      SLIPWAY_SECRET: {
        text: 'Encrypts stored credentials. At least 16 characters; make it with `openssl rand -hex 32`. With Postgres it must be set, to the same value for all processes. [Change it](../how-to/host/secret.md)',
        unset: 'made, in DATA/secret',
      },
      SLIPWAY_FORMER_SECRETS:
        'Earlier values of `SLIPWAY_SECRET`, with commas or as a JSON array. [Change the secret](../how-to/host/secret.md)',
      SLIPWAY_PUBLIC_URL: {
        text: 'The address people and platforms reach the service at. Must be `https://` with live platforms.',
        unset: 'where it listens',
      },
      SLIPWAY_DATABASE: {
        text: '`sqlite:FILE`, or `postgres://user:password@host:5432/database` for several processes.',
        unset: 'sqlite:DATA/slipway.db',
      },
      SLIPWAY_MEDIA: {
        text: 'Where media and exports are stored: `disk:FOLDER` or `s3://BUCKET/PREFIX?endpoint=https://…&region=…`.',
        unset: 'disk:DATA/media',
      },
      SLIPWAY_BACKUP:
        'Makes backups on a schedule, to `disk:FOLDER` or `s3://BUCKET/PREFIX?endpoint=https://…&region=…`. [Backup](../how-to/host/backup.md)',
      SLIPWAY_HOST: 'The address to listen on; `0.0.0.0` for all addresses of the machine.',
      SLIPWAY_PORT: {
        text: 'The port to listen on; 0 takes any free one. `--port` wins.',
        unset: '4000',
      },
      PORT: 'The port where neither `--port` nor `SLIPWAY_PORT` is given. Hosting platforms set it.',
      SLIPWAY_TRUSTED_PROXIES:
        'Addresses and networks of your proxies, with commas. Their `X-Forwarded-For` or `Forwarded` header names the client.',
      SLIPWAY_FIRST_ADMIN:
        'The e-mail address that becomes the first admin by signing in. [Sign-in](../how-to/host/sign-in.md)',
      SLIPWAY_SMTP_URL:
        'A mail server for sign-in links and notifications: `smtp://user:password@host:587` or `smtps://…`.',
      SLIPWAY_MAIL_FROM: 'The sender: `Slipway <ads@example.com>`.',
      SLIPWAY_METRICS_TOKEN:
        'Opens `/metrics` without a key. At least 16 characters. [Monitor](../how-to/host/monitor.md)',
      SLIPWAY_LOG:
        '`debug`, `info`, `warn`, `error` or `off`. The log is lines of JSON on standard error.',
    },
  },
  'Apps of platforms': {
    about:
      'Set both variables of an app and people connect by signing in. Without them they paste a token. [Guides](../live/index.md)',
    settings: {
      ...platform('Meta', 'META', 'APP_ID', 'APP_SECRET'),
      ...platform('Google Ads', 'GOOGLE', 'CLIENT_ID', 'CLIENT_SECRET'),
      SLIPWAY_GOOGLE_DEVELOPER_TOKEN:
        'Not needed. Google ignores developer tokens since 2026-09-09.',
      ...platform('TikTok', 'TIKTOK', 'APP_ID', 'SECRET'),
      ...platform('Snapchat', 'SNAPCHAT', 'CLIENT_ID', 'CLIENT_SECRET'),
      ...platform('Pinterest', 'PINTEREST', 'APP_ID', 'APP_SECRET'),
      ...platform('LinkedIn', 'LINKEDIN', 'CLIENT_ID', 'CLIENT_SECRET'),
      SLIPWAY_LINKEDIN_SCOPES: {
        text: 'LinkedIn: what people consent to. Leave out `rw_conversions` where the app lacks the product Conversions API.',
        unset: 'all that Slipway uses',
      },
    },
  },
  'Versions and addresses of platforms': {
    about: 'Change these for a proxy, or when a platform ends a version.',
    settings: {
      ...addresses,
      SLIPWAY_META_VERSION: {
        text: 'Meta: version of its API, such as `v25.0`.',
        unset: "the adapter's",
      },
      SLIPWAY_GOOGLE_VERSION: {
        text: 'Google Ads: version of its API, such as `v25`.',
        unset: "the adapter's",
      },
      SLIPWAY_LINKEDIN_VERSION: {
        text: 'LinkedIn: version of its API, `YYYYMM`. Each works for a year.',
        unset: "the adapter's",
      },
      SLIPWAY_RESEARCH_BASE_URL: {
        text: 'Address of the research source: a host and a path.',
        unset: 'https://adscan.ai/api/v1',
      },
      SLIPWAY_SANDBOX_URL: {
        text: 'A sandbox that several processes share, such as `http://10.0.0.7:4100` ([`slipway sandbox`](cli.md#slipway-sandbox)).',
        unset: 'one in DATA',
      },
    },
  },
  'Sign-in with a provider': {
    about: '[How to set up sign-in](../how-to/host/sign-in.md)',
    settings: {
      SLIPWAY_OIDC_ISSUER:
        'Address of the OpenID Connect provider. `https://`, or `http://` on this machine.',
      SLIPWAY_OIDC_CLIENT_ID: 'Client ID at the provider.',
      SLIPWAY_OIDC_CLIENT_SECRET: 'Client secret at the provider.',
      SLIPWAY_OIDC_NAME: { text: 'Name on the sign-in button.', unset: "the provider's host" },
      SLIPWAY_OIDC_LINKS: {
        text: '`allowed` lets people who use the provider sign in with mailed links too.',
        unset: 'refused',
      },
    },
  },
  'Limits on requests': {
    about: 'In 60 seconds. [All limits](limits.md)',
    settings: {
      SLIPWAY_READ_LIMIT: 'Reads of one key. Uploads are counted apart, with the same number.',
      SLIPWAY_WRITE_LIMIT: 'Writes of one key.',
      SLIPWAY_COMPANY_READ_LIMIT: {
        text: 'Reads of all keys and sessions of a company.',
        unset: '50 times that of a key',
      },
      SLIPWAY_COMPANY_WRITE_LIMIT: {
        text: 'Writes of all keys and sessions of a company.',
        unset: '50 times that of a key',
      },
      SLIPWAY_BODY_LIMIT: 'MiB of a request that is no upload; at most 64.',
      SLIPWAY_LAUNCH_LIMIT: 'Ads of one launch, and ads × ad sets; at most `20000,100000`.',
      SLIPWAY_WEBHOOK_LIMIT: 'Webhooks of one company.',
      SLIPWAY_TRUSTED_MEDIA_HOSTS:
        'Hosts with private addresses that media may come from and webhooks may go to, with commas.',
    },
  },
  'Several processes': {
    about: '[Postgres and workers](../how-to/host/postgres-and-workers.md)',
    settings: {
      SLIPWAY_POOL: 'Postgres connections of one process for documents, jobs and rate windows.',
      SLIPWAY_FACTS_POOL: 'Postgres connections of one process for report data.',
      SLIPWAY_DATABASE_DIRECT: {
        text: 'The same database without the pooler, where `SLIPWAY_DATABASE` is a pooler.',
        unset: 'SLIPWAY_DATABASE',
      },
      SLIPWAY_DATABASE_REPLICA: 'A streaming replica that reports and exports read.',
      SLIPWAY_FACTS: {
        text: '`duckdb:FILE`: report data in DuckDB, for one process. Needs `@duckdb/node-api`.',
        unset: 'in the database',
      },
      SLIPWAY_LAUNCH_PLACES:
        'Launches, undos and copies at a time: of a process, of one company, of one ad account.',
      SLIPWAY_DELIVERY_PLACES: 'The same for webhooks; the third number is for one webhook.',
      SLIPWAY_EXPORT_PLACES: 'The same for exports.',
      SLIPWAY_SYNC_PLACES: 'The same for fetches of report data.',
      SLIPWAY_PLATFORM_PLACES: 'Launches at a time of one platform: `short-video=4,pin=2`.',
      SLIPWAY_DRAIN_SECONDS: 'How long a process that is stopped goes on answering.',
    },
  },
  'How long data is stored': {
    about:
      'In days. Unset means for ever, unless a default is given. [Retention](../how-to/host/retention.md)',
    settings: {
      SLIPWAY_BATCH_DAYS:
        'Batches after their end. Older ones cannot be shown, retried or undone. At least 30.',
      SLIPWAY_CHANGE_DAYS: 'Updates and copies. At least 30.',
      SLIPWAY_FACT_DAYS: 'Report data. At least 60.',
      SLIPWAY_VINTAGE_DAYS: {
        text: 'Earlier states of report data, for backtests of rules.',
        unset: 'thinned out',
      },
      SLIPWAY_MEDIA_DAYS:
        'Uploaded files, except those on a board, in a draft or in a running launch. At least 30.',
      SLIPWAY_AUDIT_DAYS: 'Audit entries. At least 30.',
      SLIPWAY_DELIVERY_DAYS: { text: 'Webhook deliveries.', unset: '30' },
      SLIPWAY_CONVERSION_DAYS: 'Uploads of conversion events and their outcomes.',
      SLIPWAY_BACKUP_HOURS: 'Hours between two backups.',
      SLIPWAY_BACKUP_KEEP: 'Backups to keep.',
    },
  },
  Traces: {
    about: 'OpenTelemetry over HTTP in JSON. Without an endpoint nothing is traced.',
    settings: {
      OTEL_EXPORTER_OTLP_ENDPOINT:
        'Endpoint, such as `http://10.0.0.9:4318`; `/v1/traces` is added.',
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'The whole address, where it differs.',
      OTEL_EXPORTER_OTLP_HEADERS: 'Headers: `name=value,other=value`, URL-encoded.',
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'The same for traces alone.',
      OTEL_EXPORTER_OTLP_PROTOCOL: { text: 'Only `http/json`.', unset: 'http/json' },
      OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'The same for traces alone.',
      OTEL_EXPORTER_OTLP_TIMEOUT: {
        text: 'Milliseconds until a request to the endpoint fails.',
        unset: '10000',
      },
      OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: 'The same for traces alone.',
      OTEL_SERVICE_NAME: { text: 'Name of the service in traces.', unset: 'slipway' },
      OTEL_RESOURCE_ATTRIBUTES: 'More attributes: `name=value,other=value`.',
      OTEL_TRACES_SAMPLER: {
        text: '`always_on`, `always_off`, `traceidratio`, each also with `parentbased_`.',
        unset: 'parentbased_always_on',
      },
      OTEL_TRACES_SAMPLER_ARG: { text: 'The share for `traceidratio`, 0 to 1.', unset: '1' },
      OTEL_TRACES_EXPORTER: { text: '`none` switches traces off.', unset: 'otlp' },
      OTEL_SDK_DISABLED: '`true` switches traces off.',
    },
  },
  'Buckets, commands and tests': {
    about: 'The service itself reads only the first two.',
    settings: {
      AWS_ACCESS_KEY_ID: 'For `s3://` addresses.',
      AWS_SECRET_ACCESS_KEY: 'For `s3://` addresses.',
      SLIPWAY_URL: { text: 'Commands: address of the service.', unset: 'http://127.0.0.1:4000' },
      SLIPWAY_KEY: 'Commands: the API key.',
      SLIPWAY_ADDON_SERVER: 'Build of the add-on: the address that is built in.',
      SLIPWAY_BROWSER: 'Tests: the browser.',
      SLIPWAY_PICTURES: 'Tests: where pictures of the sidebar go.',
      SLIPWAY_TEST_WITHOUT: 'Tests: tools to do without, with commas.',
    },
  },
};
