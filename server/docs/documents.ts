import type { Route } from '../http/route.ts';
import { llmsText } from './llms.ts';
import { openApiDocument } from './openapi.ts';
import { docsPage } from './page.ts';

/** The service described for programs and for people. */
export interface Documents {
  readonly openApi: string;
  readonly docs: string;
  readonly llms: string;
}

/** Written when first asked for, and once: anybody may ask, and writing them takes longer than most requests. */
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
