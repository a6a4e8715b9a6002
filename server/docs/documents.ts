import type { Topics } from '../../core/operations/feature.ts';
import type { Documents, Route } from '../http/route.ts';
import type { Site } from '../http/site.ts';
import { llmsText } from './llms.ts';
import { apiPages } from './page.ts';
import { createSite } from './site.ts';
import { writtenPages } from './written-pages.ts';

/** Written at the first request, and once: it takes longer than most requests. */
export function createDocuments(
  routes: readonly Route[],
  topics: Topics,
  publicUrl: string,
): () => Promise<Documents> {
  let documents: Promise<Documents> | undefined;
  const write = async (): Promise<Documents> => {
    // The tables of words are long, and most processes are never asked for the document.
    const { openApiDocument } = await import('./openapi.ts');
    const document = openApiDocument(routes, topics, publicUrl);
    return {
      openApi: JSON.stringify(document),
      reference: apiPages(document),
      llms: llmsText(routes, topics, publicUrl),
    };
  };
  return () => {
    documents ??= write();
    return documents;
  };
}

/** The pages at /docs, made at the first request. */
export function createSiteOnce(documents: () => Promise<Documents>): () => Promise<Site> {
  let site: Promise<Site> | undefined;
  return () => {
    site ??= Promise.all([writtenPages(), documents()]).then(([pages, { reference }]) =>
      createSite(pages, reference),
    );
    return site;
  };
}
