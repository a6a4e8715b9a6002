import { accessTokenEnd, refreshTokenEnd } from '../../../core/ports/platform-oauth.ts';
import type { Credentials, PlatformDefinition, PlatformFailure } from './ports.ts';

/** Removes credentials from what a platform said: it may quote a token or a whole request. */
export type Scrub = (
  failure: PlatformFailure,
  ...credentials: readonly (Credentials | undefined)[]
) => PlatformFailure;

/** Fields that are not declared harmless count as secrets. */
export function createScrub({ credentials: form }: Pick<PlatformDefinition, 'credentials'>): Scrub {
  const shown = [
    accessTokenEnd,
    refreshTokenEnd,
    ...form.fields.filter(({ secret }) => !secret).map(({ key }) => key),
  ];
  return (failure, ...credentials) => {
    const secrets = credentials
      .flatMap((each) => Object.entries(each ?? {}))
      .flatMap(([key, value]) => (value.length < 6 || shown.includes(key) ? [] : [value]));
    const clean = (words: string) =>
      secrets.reduce((said, secret) => said.split(secret).join('…'), words);
    return { ...failure, message: clean(failure.message), traceId: clean(failure.traceId) };
  };
}
