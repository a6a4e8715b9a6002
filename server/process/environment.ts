import * as v from 'valibot';
import { isNetwork } from '../../core/access/networks.ts';
import {
  CONVERSION_DAYS,
  LARGEST_ADS,
  LARGEST_CREATIONS,
  MAX_ADS,
  MAX_CREATIONS,
  MOST_WEBHOOKS,
} from '../../core/base/limits.ts';
import { withoutTrailing } from '../../core/base/schema/trimmed.ts';
import { defaultPlaces, placesText, platformPlacesText, textOf } from './lanes.ts';
import { appVariables, type PlatformModule, platformModules, variablesOf } from './platforms.ts';
import { signInVariables } from './sign-in.ts';

const whole = (max: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d+$/, 'must be a whole number'),
    v.transform(Number),
    v.minValue(1, 'must be at least 1'),
    v.maxValue(max, `must be at most ${max}`),
  );

const atLeast = (days: number) =>
  v.pipe(whole(36_500), v.minValue(days, `must be at least ${days}`));

const LIMITS =
  'must be two whole numbers with a comma between them, such as 500,5000: ads, and ads x ad sets, which are not fewer';

/** Ads of a launch, and ads x ad sets. */
const launchLimits = v.pipe(
  v.string(),
  v.regex(/^\d{1,6},\d{1,6}$/, LIMITS),
  v.transform((text) => {
    const [ads = 0, creations = 0] = text.split(',').map(Number);
    return { ads, creations };
  }),
  v.check(({ ads, creations }) => ads >= 1 && creations >= ads, LIMITS),
  v.check(
    ({ ads, creations }) => ads <= LARGEST_ADS && creations <= LARGEST_CREATIONS,
    `must be at most ${LARGEST_ADS},${LARGEST_CREATIONS}`,
  ),
);

const seconds = v.pipe(
  v.string(),
  v.regex(/^\d+(\.\d+)?$/, 'must be a number of seconds, 0 or more'),
  v.transform(Number),
  v.maxValue(600, 'must be at most 600'),
);

const address = v.pipe(
  v.string(),
  v.check(
    (text) => /^https?:\/\//.test(text) && URL.canParse(text),
    'must be an address that starts with http:// or https://',
  ),
  v.transform((text) => withoutTrailing(text, '/')),
);

const commas = v.pipe(
  v.string(),
  v.transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
);

const long = v.pipe(v.string(), v.minLength(16, 'must have at least 16 characters'));

/** With commas between them, or as a JSON array where one of them holds a comma. */
const secrets = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    if (!dataset.value.trimStart().startsWith('[')) return v.parse(commas, dataset.value);
    try {
      return v.parse(v.array(v.string()), JSON.parse(dataset.value));
    } catch {
      addIssue({ message: 'must be texts with commas between them, or a JSON array of texts' });
      return NEVER;
    }
  }),
  v.array(long),
);

/** Where each platform answers, and the version of its API where there is a choice. */
const platformVariables = Object.fromEntries(
  platformModules.flatMap((module: PlatformModule) => {
    const { form: named, pinned } = module.definition.version ?? {};
    const form = named && v.pipe(v.string(), v.regex(named, `must be a version such as ${pinned}`));
    return [
      [`${variablesOf(module)}_BASE_URL`, v.optional(address)],
      ...(form === undefined ? [] : [[`${variablesOf(module)}_VERSION`, v.optional(form)]]),
      ...appVariables(module).map(([, name]) => [name, v.optional(v.string())]),
    ];
  }),
) as {
  readonly [name: `SLIPWAY_${string}_${'BASE_URL' | 'VERSION'}`]: ReturnType<
    typeof v.optional<typeof address, undefined>
  >;
};

/**
 * Every variable there is. build/reference/settings.ts describes them for
 * docs/reference/settings.md.
 */
export const environment = v.object({
  SLIPWAY_DATABASE: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^(sqlite:.+|postgres(ql)?:\/\/.+)$/,
        'must be sqlite:FILE or postgres://user:password@host/database',
      ),
    ),
  ),
  SLIPWAY_FACTS: v.optional(v.pipe(v.string(), v.regex(/^duckdb:.+$/, 'must be duckdb:FILE'))),
  SLIPWAY_POOL: v.optional(whole(1_000), '8'),
  SLIPWAY_FACTS_POOL: v.optional(whole(1_000), '4'),
  SLIPWAY_DATABASE_DIRECT: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^postgres(ql)?:\/\/.+$/, 'must be postgres://user:password@host/database'),
    ),
  ),
  SLIPWAY_DATABASE_REPLICA: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^postgres(ql)?:\/\/.+$/, 'must be postgres://user:password@host/database'),
    ),
  ),
  SLIPWAY_SECRET: v.optional(long),
  SLIPWAY_FORMER_SECRETS: v.optional(secrets, ''),
  SLIPWAY_PLATFORMS: v.optional(
    v.picklist(['sandbox', 'live'], 'must be sandbox or live'),
    'sandbox',
  ),
  SLIPWAY_SANDBOX_URL: v.optional(address),
  ...platformVariables,
  SLIPWAY_RESEARCH_BASE_URL: v.optional(
    v.pipe(
      address,
      v.check(
        (text) => !/[?#@]/.test(text),
        'must be a host and a path, without a query and without a user',
      ),
    ),
  ),
  SLIPWAY_READ_LIMIT: v.optional(whole(10_000_000), '60'),
  SLIPWAY_WRITE_LIMIT: v.optional(whole(10_000_000), '10'),
  SLIPWAY_COMPANY_READ_LIMIT: v.optional(whole(1_000_000_000)),
  SLIPWAY_COMPANY_WRITE_LIMIT: v.optional(whole(1_000_000_000)),
  SLIPWAY_CONVERSION_DAYS: v.optional(whole(3_650), String(CONVERSION_DAYS)),
  // A month and more: what a batch did is looked at again for as long by what reconciles and
  // repeats launches.
  SLIPWAY_BATCH_DAYS: v.optional(atLeast(30)),
  SLIPWAY_CHANGE_DAYS: v.optional(atLeast(30)),
  SLIPWAY_FACT_DAYS: v.optional(atLeast(60)),
  SLIPWAY_VINTAGE_DAYS: v.optional(atLeast(1)),
  SLIPWAY_MEDIA_DAYS: v.optional(atLeast(30)),
  SLIPWAY_AUDIT_DAYS: v.optional(atLeast(30)),
  SLIPWAY_DELIVERY_DAYS: v.optional(atLeast(1)),
  SLIPWAY_WEBHOOK_LIMIT: v.optional(whole(1_000), String(MOST_WEBHOOKS)),
  SLIPWAY_LAUNCH_LIMIT: v.optional(launchLimits, `${MAX_ADS},${MAX_CREATIONS}`),
  SLIPWAY_BODY_LIMIT: v.optional(whole(64), '4'),
  SLIPWAY_LAUNCH_PLACES: v.optional(placesText, textOf(defaultPlaces.launches)),
  SLIPWAY_DELIVERY_PLACES: v.optional(placesText, textOf(defaultPlaces.deliveries)),
  SLIPWAY_EXPORT_PLACES: v.optional(placesText, textOf(defaultPlaces.exports)),
  SLIPWAY_SYNC_PLACES: v.optional(placesText, textOf(defaultPlaces.syncs)),
  SLIPWAY_PLATFORM_PLACES: v.optional(
    platformPlacesText(platformModules.map(({ definition }) => definition.id)),
  ),
  SLIPWAY_MEDIA: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^(disk:.+|s3:\/\/[^/?]+(\/[^?]*)?\?.+)$/,
        'must be disk:FOLDER or s3://BUCKET?endpoint=…&region=…',
      ),
    ),
  ),
  SLIPWAY_BACKUP: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^(disk:.+|s3:\/\/[^/?]+(\/[^?]*)?\?.+)$/,
        'must be disk:FOLDER or s3://BUCKET/PREFIX?endpoint=…&region=…',
      ),
    ),
  ),
  SLIPWAY_BACKUP_HOURS: v.optional(v.pipe(whole(8_760), v.minValue(1, 'must be at least 1')), '24'),
  SLIPWAY_BACKUP_KEEP: v.optional(v.pipe(whole(10_000), v.minValue(1, 'must be at least 1')), '7'),
  SLIPWAY_PUBLIC_URL: v.optional(address),
  SLIPWAY_TRUSTED_MEDIA_HOSTS: v.optional(commas, ''),
  SLIPWAY_TRUSTED_PROXIES: v.optional(
    v.pipe(
      commas,
      v.check((list) => list.every(isNetwork), 'must be networks such as 10.0.0.0/8'),
    ),
    '',
  ),
  ...signInVariables,
  SLIPWAY_METRICS_TOKEN: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[\x21-\x7e]{16,}$/, 'must have at least 16 characters, none of them a space'),
    ),
  ),
  SLIPWAY_DRAIN_SECONDS: v.optional(seconds, '5'),
  SLIPWAY_PORT: v.optional(v.string()),
  PORT: v.optional(v.string()),
  SLIPWAY_HOST: v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty')), '127.0.0.1'),
  SLIPWAY_LOG: v.optional(
    v.picklist(
      ['debug', 'info', 'warn', 'error', 'off'],
      'must be debug, info, warn, error or off',
    ),
    'info',
  ),
  // Read by the commands that talk to a running service, and by the build of the add-on.
  SLIPWAY_URL: v.optional(v.string()),
  SLIPWAY_KEY: v.optional(v.string()),
  SLIPWAY_ADDON_SERVER: v.optional(v.string()),
  // Read by the tests and by `npm run screenshots`.
  SLIPWAY_BROWSER: v.optional(v.string()),
  SLIPWAY_PICTURES: v.optional(v.string()),
  SLIPWAY_TEST_WITHOUT: v.optional(v.string()),
  // Read by server/process/tracing.ts, as every OpenTelemetry SDK does.
  OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(v.string()),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: v.optional(v.string()),
  OTEL_EXPORTER_OTLP_HEADERS: v.optional(v.string()),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: v.optional(v.string()),
  OTEL_EXPORTER_OTLP_PROTOCOL: v.optional(v.string()),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: v.optional(v.string()),
  OTEL_EXPORTER_OTLP_TIMEOUT: v.optional(v.string()),
  OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: v.optional(v.string()),
  OTEL_SERVICE_NAME: v.optional(v.string()),
  OTEL_RESOURCE_ATTRIBUTES: v.optional(v.string()),
  OTEL_TRACES_SAMPLER: v.optional(v.string()),
  OTEL_TRACES_SAMPLER_ARG: v.optional(v.string()),
  OTEL_TRACES_EXPORTER: v.optional(v.string()),
  OTEL_SDK_DISABLED: v.optional(v.string()),
  AWS_ACCESS_KEY_ID: v.optional(v.string()),
  AWS_SECRET_ACCESS_KEY: v.optional(v.string()),
});
