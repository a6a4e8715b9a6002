import { PlatformError } from '../../../../core/base/errors.ts';
import type { Access, Answer, EntityType, PlatformFailure, Row } from '../../types.ts';
import { type Family, familyOf, isOtherFamily, type Tiktok } from '../family.ts';
import { readRows } from './entities.ts';

/** What a call is about: an object, or the parent of a new one. */
interface Subject {
  readonly type: EntityType;
  readonly id: string;
  /** That the call is made in. Absent: as it was read last. */
  readonly family?: Family;
}

/**
 * The object read again after a call that was refused because it is of the other family, which has
 * done nothing. Undefined where the refusal says something else, the object is of the family that
 * was tried all the same or of none that is written, or it cannot be read.
 */
export async function rowInOther(
  api: Tiktok,
  access: Access,
  { type, id, family = api.families.of(id) }: Subject,
  failure: PlatformFailure | undefined,
): Promise<Row | undefined> {
  if (failure === undefined || family === undefined || !isOtherFamily(failure)) return undefined;
  const row = await readRows(api, access, type, [id]).then(
    (rows) => rows.get(id),
    (error: unknown) => {
      if (error instanceof PlatformError) return undefined;
      throw error;
    },
  );
  return row === undefined || ['former', family].includes(familyOf(row)) ? undefined : row;
}

/**
 * Writes in the family of an object; once more, with what it turned out to be, where TikTok refuses
 * that for its family. `refusalIn`: of a result, where refusals are not thrown.
 */
export async function inFamily<T>(
  api: Tiktok,
  access: Access,
  subject: Subject,
  write: (other?: Row) => Promise<T>,
  refusalIn: (result: T) => PlatformFailure | undefined = () => undefined,
): Promise<T> {
  let told: () => T;
  let failure: PlatformFailure | undefined;
  try {
    const result = await write();
    failure = refusalIn(result);
    told = () => result;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    ({ failure } = error);
    told = () => {
      throw error;
    };
  }
  const other = await rowInOther(api, access, subject, failure);
  return other === undefined ? told() : write(other);
}

export const refusalOf = (answer: Answer): PlatformFailure | undefined =>
  answer.ok || answer.maybeDone ? undefined : answer.failure;
