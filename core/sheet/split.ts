import { defaultLaunchLimits, type LaunchLimits } from '../base/limits.ts';

/** The service takes bodies of 4 MiB; characters may need up to three bytes each. */
const MAX_BODY_CHARACTERS = 1_300_000;

interface LaunchSize {
  /** One for each of its ad sets. */
  readonly creations: number;
  /** Of its JSON. */
  readonly characters: number;
}

/** As few requests as the limits of a launch allow, the ads in the given order. */
export function splitBySize<T>(
  ads: readonly T[],
  sizeOf: (ad: T) => LaunchSize,
  limits: LaunchLimits = defaultLaunchLimits,
): T[][] {
  const requests: T[][] = [];
  let [creations, characters] = [0, 0];
  for (const ad of ads) {
    const { creations: more, characters: size } = sizeOf(ad);
    const current = requests[requests.length - 1];
    const fits = creations + more <= limits.creations && characters + size <= MAX_BODY_CHARACTERS;
    if (current !== undefined && current.length < limits.ads && fits) {
      current.push(ad);
      creations += more;
      characters += size;
    } else {
      requests.push([ad]);
      [creations, characters] = [more, size];
    }
  }
  return requests;
}
