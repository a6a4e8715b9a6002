import type { Measure } from './measure.ts';

/** As `measure.ts` has it, whose libraries are large: they are loaded with the first file, which many processes never see. */
export function createLazyMeasure(): Measure {
  let measure: Promise<Measure> | undefined;
  return async (...args) => {
    measure ??= import('./measure.ts').then(({ createMeasure }) => createMeasure());
    return (await measure)(...args);
  };
}
