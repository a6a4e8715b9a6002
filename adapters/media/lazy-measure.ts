import { optionalPart } from '../../core/base/optional-part.ts';
import type { Measure } from './measure.ts';
import type { KeepThumbnails } from './thumbnails.ts';

/** Loads the large libraries of `measure.ts` with the first file. */
export function createLazyMeasure(): Measure {
  let measure: Promise<Measure> | undefined;
  return async (...args) => {
    measure ??= optionalPart('Reading pictures and videos', () => import('./measure.ts')).then(({ createMeasure }) =>
      createMeasure(),
    );
    return (await measure)(...args);
  };
}

/** The same of `thumbnails.ts`. */
export function createLazyThumbnails(): KeepThumbnails {
  let keep: Promise<KeepThumbnails> | undefined;
  return async (...args) => {
    keep ??= optionalPart('Making small pictures', () => import('./thumbnails.ts')).then(({ createKeepThumbnails }) =>
      createKeepThumbnails(),
    );
    return (await keep)(...args);
  };
}
