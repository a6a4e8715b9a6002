import { scopes } from '../../core/access/scopes.ts';
import type { Page } from '../http/site.ts';
import { olderSurface } from '../version.ts';
import { rulesOf, shapeText } from './shape-text.ts';

/**
 * The reference, a page for each chapter: `api`, `api/launch` and so on. Made from the API
 * document.
 */
export function apiPages(document: { readonly [name: string]: unknown }): {
  readonly [key: string]: Page;
} {
  // The document is our own, made in openapi.ts; these are the parts of it that are shown.
  const { info, tags, paths, components, servers } = document as unknown as Shown;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      ...operation,
    })),
  );
  const chapters = tags.map(({ name, description }): readonly [key: string, page: Page] => {
    const own = operations.filter((operation) => operation.tags.includes(name));
    return [
      `api/${slug(name)}`,
      {
        title: name,
        headings: own.map(({ operationId, method, path, summary }) => [
          operationId,
          `${method} ${path}: ${summary}`,
        ]),
        html: `<h1>${html(name)}</h1><p>${prose(description)}</p>${own.map(section).join('')}`,
        markdown: [`# ${name}`, description, ...own.map(sectionText)].join('\n\n'),
      },
    ];
  });
  const list = tags.map(
    ({ name, description }) =>
      `<li><a href="@/api/${slug(name)}">${html(name)}</a>: ${prose(description)}</li>`,
  );
  const shapes = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<h3 id="${slug(name)}">${html(name)}</h3><pre>${html(shapeText(schema))}</pre>`,
  );
  const body = `<h1>API reference</h1><p>${html(info.description)}</p>${introduction(servers[0]?.url ?? '')}
<h2 id="chapters">Chapters</h2><ul>${list.join('')}</ul><h2 id="shapes">Shapes of errors</h2>${shapes.join('')}${stability}`;
  const lines = tags.map(
    ({ name, description }) => `- [${name}](api/${slug(name)}.md): ${description}`,
  );
  const markdown = ['# API reference', info.description, lines.join('\n')].join('\n\n');
  const index = { title: 'API reference', headings: [], html: body, markdown };
  return { api: index, ...Object.fromEntries(chapters) };
}

interface Shown {
  readonly info: { readonly title: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } };
  readonly components: { readonly schemas: { readonly [name: string]: unknown } };
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly {
    readonly name?: string;
    readonly in?: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly schema?: unknown;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: { readonly [status: string]: { readonly content?: Content } };
}

type Content = { readonly [type: string]: { readonly schema: unknown } };

type Placed = Operation & { readonly method: string; readonly path: string };

function section(operation: Placed): string {
  const rows = operation.parameters
    .filter(({ name }) => name !== undefined)
    .map(({ name, in: place, required, description, schema }) => {
      const type = [typeText(schema), rulesOf(schema)].filter(Boolean).join(', ');
      const about = `${required ? '<b>Required.</b> ' : ''}${prose(description ?? '')}`;
      return `<tr><td><code>${html(name ?? '')}</code><td>${place}<td>${html(type)}<td>${about}</tr>`;
    });
  const { status, answer, refusals } = outcomesOf(operation);
  return `<section id="${operation.operationId}"><h3><b class="${operation.method}">${operation.method}</b> ${html(operation.path)}</h3>
<p>${prose(operation.summary)}.</p><p>${prose(operation.description)}</p>
${rows.length === 0 ? '' : `<table>${rows.join('')}</table>`}${content('Body', operation.requestBody?.content)}
${content(`Answer ${status ?? ''}`, answer?.content)}<p>Refusals: ${refusals.join(', ')}.</p></section>`;
}

const outcomesOf = ({ responses }: Operation) => {
  const answers = Object.entries(responses);
  const [status, answer] = answers.find(([each]) => each.startsWith('2')) ?? [];
  return {
    status,
    answer,
    refusals: answers.map(([each]) => each).filter((each) => !each.startsWith('2')),
  };
};

/** The same in markdown. */
function sectionText(operation: Placed): string {
  const { status, answer, refusals } = outcomesOf(operation);
  const parameters = operation.parameters
    .filter(({ name }) => name !== undefined)
    .map(({ name, in: place, required, description, schema }) => {
      const rules = [typeText(schema), rulesOf(schema), required ? 'required' : '']
        .filter(Boolean)
        .join(', ');
      return `- \`${name}\` (${place}; ${rules})${description ? `: ${description}` : ''}`;
    });
  const shape = (title: string, shown: Content | undefined): string[] => {
    const [type, body] = Object.entries(shown ?? {})[0] ?? [];
    return body === undefined
      ? []
      : [`${title}, ${type}:`, `\`\`\`\n${shapeText(body.schema)}\n\`\`\``];
  };
  return [
    `## ${operation.method} ${operation.path}`,
    `${operation.summary}. ${operation.description}`,
    ...(parameters.length === 0 ? [] : [parameters.join('\n')]),
    ...shape('Body', operation.requestBody?.content),
    ...shape(`Answer ${status ?? ''}`, answer?.content),
    `Refusals: ${refusals.join(', ')}.`,
  ].join('\n\n');
}

/** Choices are listed in words beside it. */
const typeText = (schema: unknown): string => {
  const { anyOf } = schema as { readonly anyOf?: readonly { readonly type?: string }[] };
  return anyOf?.map(({ type }) => type).join() === 'string,array' ? 'list' : shapeText(schema);
};

function content(title: string, shown: Content | undefined): string {
  const [type, body] = Object.entries(shown ?? {})[0] ?? [];
  return body === undefined
    ? ''
    : `<h4>${title} <small>${type}</small></h4><pre>${html(shapeText(body.schema))}</pre>`;
}

const introduction = (url: string): string => `<pre>KEY=ak_…
# Who am I, and which ad accounts, pages and ad sets can a launch use?
curl ${html(url)}/v1/me -H "Authorization: Bearer $KEY"
curl ${html(url)}/v1/adaccounts -H "Authorization: Bearer $KEY"
curl "${html(url)}/v1/adsets?accountId=act_…" -H "Authorization: Bearer $KEY"
# Upload a file; the answer's url goes into media[].url of an ad.
curl ${html(url)}/v1/media/upload -H "Authorization: Bearer $KEY" -F file=@picture.png
# See what a launch would do, launch it, follow it: status is success or error at the end.
curl ${html(url)}/v1/launch/plan -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" -d @ads.json
curl ${html(url)}/v1/launch -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" -d @ads.json
curl ${html(url)}/v1/batch-status/1 -H "Authorization: Bearer $KEY"</pre>
<p>Every request but those to open addresses carries an API key. A key has scopes: ${scopes.join(', ')}; launch and manage include
read, admin includes everything of its company. Reads and writes are counted apart in a sliding window of 60 seconds; the headers
X-RateLimit-Limit and X-RateLimit-Remaining tell where you stand. Every POST takes an Idempotency-Key. Also as
<a href="@@/openapi.json">OpenAPI 3.1</a> and as <a href="@@/llms.txt">plain text</a>.</p>`;

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

const stability = `<h2 id="stability">Stability</h2>
<p>Everything under <code>/v1/</code>, <code>/upload</code>, <code>/media/</code> and <code>/mcp</code> is stable: requests that were
accepted stay accepted, and answers keep their fields, types and codes. Additions are silent: clients ignore what they do not know.
Everything else is announced for at least a year, with the headers <code>Deprecation</code> and <code>Sunset</code>. Messages are for
people; programs go by codes. The header <code>X-Slipway-Version</code> has the version of the service.</p>
<p>The older surface under <code>/api/</code> is deprecated since ${dayOf(olderSurface.deprecatedSince)} and may be removed after
${dayOf(olderSurface.sunset)}: use <code>/v1/ad-copy-templates</code>.</p>`;

/** Codes of answers, each with its status and what it means. */
export const errorCodes: readonly (readonly [code: string, text: string])[] = [
  ['bad_request', '400: not JSON, a field is missing or of the wrong type.'],
  ['unauthorized', '401: no valid API key.'],
  [
    'forbidden',
    '403: the key lacks the scope, or the operator of this service has suspended its company.',
  ],
  ['not_found', '404: nothing in your company matches.'],
  ['method_not_allowed', '405: the header Allow says what is.'],
  ['conflict', '409: it does not fit the present state.'],
  ['gone', '410: it existed once.'],
  [
    'invite_expired',
    '410: an invitation that has expired, was used or withdrawn; on the older surface whatever existed once.',
  ],
  ['payload_too_large', '413: the body is too large.'],
  ['unsupported_media_type', '415: the body is of a type that is not taken here.'],
  ['unprocessable_entity', '422: a rule is broken; details say which and where.'],
  ['rate_limit_exceeded', '429: wait for as many seconds as Retry-After says.'],
  ['internal_server_error', '500: an error in this service.'],
  ['platform_error', '502: the ad platform refused or stumbled; its own words are included.'],
  ['unavailable', '503: try again later.'],
];

const slug = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '-');

const prose = (text: string): string => html(text).replace(/`([^`]+)`/g, '<code>$1</code>');

export const html = (text: string): string =>
  text.replace(
    /[&<>"]/g,
    (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char] ?? char,
  );
