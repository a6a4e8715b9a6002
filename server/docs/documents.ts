import type { Documents, Route } from '../http/route.ts';
import { llmsText } from './llms.ts';
import { openApiDocument } from './openapi.ts';
import { docsPage } from './page.ts';

/** Written at the first request, and once: it takes longer than most requests. */
export function createDocuments(routes: readonly Route[], publicUrl: string): () => Documents {
  let documents: Documents | undefined;
  return () => {
    if (documents === undefined) {
      const document = openApiDocument(routes, publicUrl);
      documents = { openApi: JSON.stringify(document), docs: docsPage(document), llms: llmsText(routes, publicUrl) };
    }
    return documents;
  };
}
