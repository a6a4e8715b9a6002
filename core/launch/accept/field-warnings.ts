import { join } from '../../base/schema/faults.ts';
import {
  unknownFieldWarnings,
  type Warning,
  warnOfUnknown,
} from '../../base/schema/unknown-fields.ts';
import type { Definitions } from '../../ports/platform-definition.ts';
import { onceFor } from '../../records/once-for.ts';
import type { Steps } from '../../records/steps.ts';
import {
  adFieldNames,
  creatorFieldNames,
  launchOptionNames,
  mediaFieldNames,
} from '../request-schema.ts';
import type { SentLaunch } from './body.ts';

const mediaFields: ReadonlySet<string> = new Set(mediaFieldNames);
const optionFields: ReadonlySet<string> = new Set(launchOptionNames);

const adFieldsOf: (definitions: Definitions) => ReadonlySet<string> = onceFor((definitions) => {
  const own = Object.values(definitions).flatMap(({ launch }) => launch?.fields ?? []);
  return new Set([...adFieldNames, ...own.map(({ name }) => name)]);
});

export function* fieldWarnings(
  { beside, ads }: SentLaunch,
  definitions: Definitions,
): Steps<Warning[]> {
  const warnings = unknownFieldWarnings();
  for (const { fields: sent, path } of beside) warnOfUnknown(warnings, sent, optionFields, path);
  const adFields = adFieldsOf(definitions);
  for (const { path, input } of ads) {
    yield;
    if (input === undefined) continue;
    const known =
      path === '' || path === 'creativeState'
        ? new Set([...adFields, ...launchOptionNames])
        : adFields;
    warnOfUnknown(warnings, input, known, path);
    input.media?.forEach((item, position) => {
      warnOfUnknown(warnings, item, mediaFields, join(join(path, 'media'), position));
    });
    if (input.partnershipAd)
      warnOfUnknown(warnings, input.partnershipAd, creatorFieldNames, join(path, 'partnershipAd'));
  }
  return warnings.list();
}
