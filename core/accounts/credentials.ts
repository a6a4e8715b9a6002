import { type Fault, SlipwayError } from '../base/errors.ts';
import { join } from '../base/schema/faults.ts';
import { nearestName } from '../base/schema/unknown-fields.ts';
import type { Credentials } from '../ports/platform-accounts.ts';
import type { CredentialForm } from '../ports/platform-definition.ts';

/**
 * The sent credentials, trimmed. Throws `unprocessable_entity` for unknown and missing ones: the
 * platform would only call them wrong.
 */
export function checkedCredentials(
  { fields, ways }: CredentialForm,
  sent: Credentials,
): Credentials {
  const given = Object.fromEntries(
    Object.entries(sent).flatMap(([key, value]) =>
      value.trim() === '' ? [] : [[key, value.trim()]],
    ),
  );
  const known = fields.map(({ key }) => key);
  const faults: Fault[] = Object.keys(given)
    .filter((key) => !known.includes(key))
    .map((key) => {
      const near = nearestName(key, known);
      const hint = near === undefined ? `It takes ${known.join(', ')}.` : `Did you mean ${near}?`;
      return {
        path: join('credentials', key),
        code: 'unknown_credential',
        message: `The platform takes no ${key.slice(0, 60)}. ${hint}`,
      };
    });
  if (!ways.some((way) => way.every((key) => given[key] !== undefined)))
    faults.push(...missingFaults(ways, given));
  if (faults.length === 0) return given;
  throw new SlipwayError(
    'unprocessable_entity',
    'These credentials are not complete. Nothing was asked of the platform.',
    {
      details: faults,
    },
  );
}

/** What is missing for the way nearest to complete, and the alternatives. */
function missingFaults(ways: CredentialForm['ways'], given: Credentials): Fault[] {
  const missingOf = (way: readonly string[]): readonly string[] =>
    way.filter((key) => given[key] === undefined);
  const [nearest = []] = [...ways].sort((a, b) => missingOf(a).length - missingOf(b).length);
  const all = ways.map((way) => way.join(' + ')).join(', or ');
  return missingOf(nearest).map((key) => ({
    path: join('credentials', key),
    code: 'missing_field',
    message: `${key} is missing. The platform is connected with ${all}.`,
  }));
}
