// The REST API as a route handler of Next, for app/ads/[...path]/route.js: everything below /ads is Slipway's.
// It needs Node, not the edge runtime.
import { createSlipway } from 'slipway';

export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';

// A development server loads this module again and again: the service is opened once.
globalThis.slipwayOfThisApp ??= createSlipway({ publicUrl: 'https://app.example.com/ads' }).then(
  (slipway) => ({
    slipway,
    app: slipway.app({ readLimit: 600, writeLimit: 100 }),
  }),
);

async function handler(request) {
  const { app } = await globalThis.slipwayOfThisApp;
  const url = new URL(request.url);
  url.pathname = url.pathname.slice('/ads'.length);
  return app.fetch(new Request(url, request));
}

export { handler as DELETE, handler as GET, handler as PATCH, handler as POST, handler as PUT };
