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

const written = new WeakMap<readonly Route[], Map<string, Documents>>();

/** Written once for each catalogue and address: anybody may ask, and writing them takes longer than most requests. */
export function documentsOf(routes: readonly Route[], publicUrl: string): Documents {
  const known = written.get(routes) ?? new Map<string, Documents>();
  written.set(routes, known);
  let documents = known.get(publicUrl);
  if (documents === undefined) {
    const document = openApiDocument(routes, publicUrl);
    documents = { openApi: JSON.stringify(document), docs: docsPage(document), llms: llmsText(routes, publicUrl) };
    known.set(publicUrl, documents);
  }
  return documents;
}
