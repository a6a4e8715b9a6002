import type { JsonObject } from '../../entity.ts';
import { type Measures, split } from '../../kit/metrics.ts';
import { GraphError, invalid } from '../graph/errors.ts';
import { list, type Params } from '../graph/params.ts';

/** Country is where the ad delivered; others are shares of that. */
const parts: { readonly [name: string]: readonly string[] } = {
  age: ['18-24', '25-34', '35-44', '45-54', '55-64', '65+'],
  gender: ['female', 'male', 'unknown'],
  publisher_platform: ['facebook', 'instagram', 'audience_network'],
  platform_position: ['feed', 'story', 'reels'],
  device_platform: ['desktop', 'mobile_app', 'mobile_web'],
  impression_device: ['android_smartphone', 'desktop', 'iphone'],
  hourly_stats_aggregated_by_advertiser_time_zone: Array.from({ length: 24 }, (_, hour) => {
    const two = String(hour).padStart(2, '0');
    return `${two}:00:00 - ${two}:59:59`;
  }),
};

export interface Cut {
  readonly keys: readonly string[];
}

export function breakdownsOf(params: Params): Cut {
  const keys = (list(params, 'breakdowns') ?? []).map(String);
  const actions = (list(params, 'action_breakdowns') ?? []).map(String);
  const unknown = keys.find((key) => key !== 'country' && parts[key] === undefined);
  if (unknown !== undefined)
    throw invalid(`breakdowns holds the value ${unknown}, which the sandbox does not offer`, 'breakdowns');
  if (keys.includes('platform_position') && !keys.includes('publisher_platform'))
    throw invalidCombination([...(actions.length === 0 ? ['action_type'] : actions), 'platform_position']);
  if (keys.includes('country') && keys.length > 1) throw invalidCombination(keys);
  return { keys };
}

const invalidCombination = (keys: readonly string[]): GraphError =>
  new GraphError({ code: 100, message: `(#100) Current combination of data breakdown columns (${keys.join(', ')}) is invalid` });

/** The pieces add up to the whole. */
export function cutBy(
  cut: Cut,
  ad: string,
  date: string,
  country: string,
  whole: Measures,
): readonly (readonly [key: JsonObject, piece: Measures])[] {
  let pieces: readonly (readonly [JsonObject, Measures])[] = [[{}, whole]];
  for (const name of cut.keys)
    pieces = pieces.flatMap(([key, piece]) =>
      name === 'country'
        ? [[{ ...key, country }, piece] as const]
        : [...split(piece, parts[name] ?? [], `${ad}|${date}|${name}`)]
            .filter(([, measures]) => Object.values(measures).some((figure) => figure !== 0))
            .map(([value, measures]) => [{ ...key, [name]: value }, measures] as const),
    );
  return pieces;
}
