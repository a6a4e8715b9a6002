export const usualVersion = '202607';
export const versionForm = /^20\d{2}(?:0[1-9]|1[0-2])$/;

/** As far as the platform has told them. */
const told: { readonly [version: string]: string } = { '202511': '2026-11-16', '202601': '2027-01-15' };

interface VersionEnd {
  readonly version: string;
  /** YYYY-MM-DD, where it is known. */
  readonly endsOn: string | null;
  /** Each version lives for twelve months at least. */
  readonly atLeastUntil: string;
}

export function endOf(version: string): VersionEnd {
  const [year, month] = [Number(version.slice(0, 4)), version.slice(4)];
  const endsOn = told[version] ?? null;
  return { version, endsOn, atLeastUntil: endsOn ?? `${year + 1}-${month}-01` };
}

/** For people. */
export function endInWords({ version, endsOn, atLeastUntil }: VersionEnd): string {
  return endsOn === null
    ? `Version ${version} of the API is answered until ${atLeastUntil} at least.`
    : `Version ${version} of the API ends on ${endsOn}.`;
}
