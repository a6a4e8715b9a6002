import * as v from 'valibot';
import { SlipwayError } from '../core/errors.ts';
import type { Log } from '../core/ports/log.ts';
import { nearestName } from '../core/schema/unknown-fields.ts';

const size = v.pipe(v.number('must be a number'), v.integer('must be a whole number'), v.minValue(1, 'must be at least 1'));
const connections = v.optional(size);
const laneShape = v.optional(
  v.strictObject({ places: size, perCompany: v.optional(size), perAccount: v.optional(size) }, 'must name places'),
);

const address = v.pipe(
  v.string('must be an address'),
  v.check((text) => /^https?:\/\//.test(text) && URL.canParse(text), 'must start with http:// or https://'),
);

const secretText = v.pipe(v.string('must be a text'), v.minLength(16, 'must have at least 16 characters'));

const shape = v.strictObject({
  database: v.optional(
    v.pipe(
      v.string('must be a text'),
      v.regex(/^(memory|sqlite:.+|postgres(ql)?:\/\/.+)$/s, 'must be memory, sqlite:FILE or postgres://…'),
    ),
  ),
  databaseDirect: v.optional(v.pipe(v.string('must be a text'), v.regex(/^postgres(ql)?:\/\/.+$/s, 'must be postgres://…'))),
  platforms: v.optional(v.picklist(['sandbox', 'live'], 'must be sandbox or live')),
  folder: v.optional(v.pipe(v.string('must be a path'), v.nonEmpty('must be a path'))),
  secret: v.optional(secretText),
  formerSecrets: v.optional(v.array(secretText, 'must be a list of texts')),
  publicUrl: v.optional(address),
  sandboxUrl: v.optional(address),
  company: v.optional(v.pipe(v.string('must be the id of a company'), v.nonEmpty('must be the id of a company'))),
  log: v.optional(
    v.custom<Log>(
      (log) => typeof log === 'object' && log !== null && ['info', 'warn', 'error'].every((level) => level in log),
      'must have info, warn and error',
    ),
  ),
  pool: v.optional(v.strictObject({ store: connections, facts: connections }, 'must be an object: { store, facts }')),
  work: v.optional(v.boolean('must be true or false')),
  places: v.optional(
    v.strictObject({ launches: laneShape, deliveries: laneShape, exports: laneShape, syncs: laneShape }, 'must be an object'),
  ),
});

/**
 * Throws `bad_request` with every fault: programs without types pass anything, and a word misspelt must not
 * mean a database in memory or a platform that is only simulated.
 */
export function checkOptions(options: unknown): void {
  const result = v.safeParse(shape, options);
  const faults = result.success ? [] : result.issues.map(faultOf);
  const { database, databaseDirect, folder, secret, platforms, sandboxUrl } = result.success ? result.output : {};
  if (databaseDirect !== undefined && !database?.startsWith('postgres'))
    faults.push('databaseDirect is for a database postgres://… that leads through a pooler');
  if (database?.startsWith('postgres') && folder === undefined)
    faults.push('folder is missing: media, exports and the secret would be lost with a temporary one while the database stays');
  if (database?.startsWith('postgres') && secret === undefined)
    faults.push('secret is missing: all processes on one Postgres need the same, and each folder would have its own');
  if (platforms === 'live' && sandboxUrl !== undefined)
    faults.push('sandboxUrl is not for live platforms: leave one of them out');
  if (faults.length > 0) throw new SlipwayError('bad_request', `createSlipway cannot use these options: ${faults.join('; ')}.`);
}

function faultOf(issue: v.BaseIssue<unknown>): string {
  const name = v.getDotPath(issue);
  if (name === null) return 'give an object';
  // Never the value: it may be a secret, or an address with a password.
  if (issue.type !== 'strict_object') return `${name} ${issue.message}`;
  const near = nearestName(name, Object.keys(shape.entries));
  return `${name} is no option${near === undefined ? '' : `, did you mean ${near}?`}`;
}
