import type { AnswerOf } from '../../base/api.ts';
import { type Choice, GROUPS, PARTS } from './query.ts';

type Dimensions = AnswerOf<'reports.fields'>['dimensions'];
type Chosen = Pick<Choice, 'by' | 'second' | 'part' | 'metrics'>;

const levels = ['campaign', 'adset', 'ad'];
const levelOf = ({ by, second }: Pick<Choice, 'by' | 'second'>): number =>
  [by, second].includes('adId') ? 2 : [by, second].includes('adsetName') ? 1 : 0;

/** Empty where one platform does not divide by the part. */
function offersOf(dimensions: Dimensions, platforms: readonly string[], part: string) {
  const { offers = [] } = dimensions.find(({ key }) => key === part) ?? {};
  const found = offers.filter(({ platform }) => platforms.includes(platform));
  return platforms.every((platform) => found.some((offer) => offer.platform === platform))
    ? found
    : [];
}

export const partsOffered = (
  dimensions: Dimensions,
  platforms: readonly string[],
  choice: Chosen,
) =>
  PARTS.filter(([key]) => {
    const parts = key.split(',');
    return parts.every((part) => {
      const offers = offersOf(dimensions, platforms, part);
      return (
        offers.length > 0 &&
        offers.every(({ finest, together }) => {
          const isTold = levels.indexOf(finest) >= levelOf(choice);
          return (
            isTold &&
            parts.every((other) => other === part || together.some((each) => each === other))
          );
        })
      );
    });
  });

export const groupsOffered = (dimensions: Dimensions, platforms: readonly string[]) =>
  GROUPS.filter(([key]) => {
    const { platforms: some } = dimensions.find((each) => each.key === key) ?? {};
    return some === undefined || platforms.every((platform) => some.includes(platform));
  });

export const metricsTold = (
  dimensions: Dimensions,
  platforms: readonly string[],
  { part, metrics }: Chosen,
) =>
  metrics.filter((metric) =>
    part
      .split(',')
      .every(
        (key) =>
          key === '' ||
          offersOf(dimensions, platforms, key).every((offer) =>
            offer.metrics.some((each) => each === metric),
          ),
      ),
  );
