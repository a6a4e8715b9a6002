import type { AnswerOf } from '../../base/api.ts';

/** What a program may do, for the person who decides. */
export const MAY: { readonly [S in AnswerOf<'grants.ask'>['may'][number]]: string } = {
  read: 'See accounts, campaigns, ads, figures and plans',
  plan: 'Plan launches and changes, which a person approves here',
  apply: 'Carry out plans that a person has approved, and keep drafts and media',
};
