import { SlipwayError } from '../../base/errors.ts';
import {
  unknownFieldWarnings,
  type Warning,
  warnOfUnknown,
} from '../../base/schema/unknown-fields.ts';
import { readLaunchBody } from '../../launch/accept/body.ts';
import { fieldWarnings } from '../../launch/accept/field-warnings.ts';
import type { DraftBody } from '../../launch/journal/records.ts';
import { adFieldNames, launchOptionNames } from '../../launch/request-schema.ts';
import type { Definitions } from '../../ports/platform-definition.ts';
import type { Steps } from '../../records/steps.ts';

/** The body of a launch in any of its forms, finished or not. The launch checks it. */
export interface DraftContent {
  readonly name?: string | undefined;
  readonly ads?: readonly object[] | undefined;
  readonly adSets?: readonly unknown[] | undefined;
  readonly creativeState?: object | undefined;
  readonly [field: string]: unknown;
}

/** Turns every form into the one that is stored. A form without ads keeps the ads of the draft. */
export function bodyOf({ creativeState, ...beside }: DraftContent): DraftBody {
  const { name: _, ...fields } = { ...beside, ...creativeState } as DraftContent;
  const isAd =
    fields.ads === undefined &&
    adFieldNames.some((field) => field !== 'adSets' && fields[field] !== undefined);
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const isBeside = ([field]: readonly [string, unknown]) =>
    !isAd || launchOptionNames.includes(field);
  return {
    ...Object.fromEntries(given.filter(isBeside)),
    ...(isAd && { ads: [Object.fromEntries(given.filter((entry) => !isBeside(entry)))] }),
  };
}

export function* draftWarnings(content: DraftContent, definitions: Definitions): Steps<Warning[]> {
  try {
    return yield* fieldWarnings(yield* readLaunchBody(content), definitions);
  } catch (error) {
    // A draft need not be a launch yet.
    if (!(error instanceof SlipwayError)) throw error;
    const warnings = unknownFieldWarnings();
    warnOfUnknown(warnings, content, launchOptionNames, '');
    return warnings.list();
  }
}
