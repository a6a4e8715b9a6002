import type { CreativeType } from '../read/pins.ts';

/** Types of boosted pins, which their ads have to name. */
export interface BoostedPins {
  remember(pinId: string, type: CreativeType): void;
  typeOf(pinId: string): CreativeType | undefined;
}

const most = 10_000;

export function createBoostedPins(): BoostedPins {
  const types = new Map<string, CreativeType>();
  return {
    remember(pinId, type) {
      if (types.size >= most) types.clear();
      types.set(pinId, type);
    },
    typeOf: (pinId) => types.get(pinId),
  };
}
