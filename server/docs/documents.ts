import type { Topics } from '../../core/operations/feature.ts';
import type { Documents, Route } from '../http/route.ts';
import { llmsText } from './llms.ts';
import { openApiDocument } from './openapi.ts';
import { docsPage } from './page.ts';

/** Written at the first request, and once: it takes longer than most requests. */
export function createDocuments(routes: readonly Route[], topics: Topics, publicUrl: string): () => Documents {
  let documents: Documents | undefined;
  return () => {
    if (documents === undefined) {
      const document = openApiDocument(routes, topics, publicUrl);
      documents = { openApi: JSON.stringify(document), docs: docsPage(document), llms: llmsText(routes, topics, publicUrl) };
    }
    return documents;
  };
}
