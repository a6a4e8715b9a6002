import type { Topics } from '../../core/operations/feature.ts';
import type { Documents, Route } from '../http/route.ts';
import type { Site } from '../http/site.ts';
import { llmsText } from './llms.ts';
import { openApiDocument } from './openapi.ts';
import { apiPages } from './page.ts';
import { createSite } from './site.ts';
import { writtenPages } from './written-pages.ts';

/** Written at the first request, and once: it takes longer than most requests. */
export function createDocuments(
  routes: readonly Route[],
  topics: Topics,
  publicUrl: string,
): () => Documents {
  let documents: Documents | undefined;
  return () => {
    if (documents === undefined) {
      const document = openApiDocument(routes, topics, publicUrl);
      documents = {
        openApi: JSON.stringify(document),
        reference: apiPages(document),
        llms: llmsText(routes, topics, publicUrl),
      };
    }
    return documents;
  };
}

/** The pages at /docs, made at the first request. */
export function createSiteOnce(documents: () => Documents): () => Promise<Site> {
  let site: Promise<Site> | undefined;
  return () => {
    site ??= writtenPages().then((pages) => createSite(pages, documents().reference));
    return site;
  };
}
