import { defined, said, text } from '../../kit/json.ts';
import { landingPage } from '../../kit/links.ts';
import type { Access, AdOperation, LaunchAd, Params, Row } from '../../types.ts';
import { formButton, organizationField, postOf } from '../check.ts';
import { littleText } from '../read/posts.ts';
import { accountUrn, formUrn, organizationUrn, urnOf } from '../urns.ts';

/**
 * The platform may refuse a new creative that is paused, because it was never reviewed: it becomes
 * a draft.
 */
export const intendedStatus = (status: 'ACTIVE' | 'PAUSED') =>
  status === 'ACTIVE' ? 'ACTIVE' : 'DRAFT';

interface CreativeRequest {
  readonly query?: Params;
  readonly body: Params;
}

export function creativeRequest(access: Access, operation: AdOperation): CreativeRequest {
  const { ad, name, adSet } = operation;
  const common = {
    campaign: urnOf('adset', adSet.id),
    intendedStatus: intendedStatus(ad.paused ? 'PAUSED' : 'ACTIVE'),
    name,
    ...(ad.leadFormId !== undefined && { leadgenCallToAction: formOf(ad.leadFormId, ad.cta) }),
  };
  if (ad.type === 'postBoost') return { body: { ...common, content: { reference: postOf(ad) } } };
  return inlineRequest(common, newPost(access, ad, operation.assets[0]?.ref ?? ''));
}

export const inlineRequest = (common: Params, post: Params): CreativeRequest => ({
  query: { action: 'createInline' },
  body: { creative: { ...common, inlineContent: { post } } },
});

/** Shown as an ad alone, not on the organization's page. */
function newPost(access: Access, ad: LaunchAd, media: string) {
  return {
    ...darkPost(access),
    author: organizationUrn(ad.platformFields?.[organizationField] ?? ''),
    commentary: littleText(ad.description ?? ''),
    ...(ad.leadFormId === undefined && destinationOf(ad.cta, landingPage(ad))),
    content: { media: { ...titleOf(ad), id: media } },
  };
}

const formOf = (id: string, label = formButton) => ({ destination: formUrn(id), label });

/** A document needs a title. */
function titleOf({ title, media: [file] }: LaunchAd) {
  const shown = title ?? (file?.type === 'document' ? file.filename : undefined);
  return shown === undefined ? {} : { title: shown };
}

const darkPost = ({ adAccountId }: Access) => ({
  adContext: { dscAdAccount: accountUrn(adAccountId), dscStatus: 'ACTIVE' },
  visibility: 'PUBLIC',
  lifecycleState: 'PUBLISHED',
  isReshareDisabledByAuthor: false,
});

const destinationOf = (label: string | undefined, page: string | undefined) => ({
  ...defined({ contentCallToActionLabel: label, contentLandingPage: page }),
});

/** With other words. */
export function rewrittenPost(
  access: Access,
  post: Row,
  {
    commentary,
    page,
    title,
  }: {
    readonly commentary?: string | undefined;
    readonly page?: string | undefined;
    readonly title?: string | undefined;
  },
) {
  const { media, ...content } = (post.content ?? {}) as { readonly media?: Row } & Row;
  return {
    ...darkPost(access),
    author: post.author,
    commentary: commentary === undefined ? said(post.commentary) : littleText(commentary),
    ...destinationOf(text(post.contentCallToActionLabel), page ?? text(post.contentLandingPage)),
    content:
      media === undefined ? content : { ...content, media: { ...media, ...defined({ title }) } },
  };
}
