import { rolesFor, scopesFor } from '@sluice/contract';
import { type Schema, SHORT_IDS_DESCRIPTION } from '@sluice/api-contract';
import type { DocumentedAccountOperation, DocumentedOperation } from '@sluice/management';
import { VERSION } from '@sluice/runtime';
import { collectNamedSchemas } from './collectNamedSchemas.js';
import { ERROR_RESPONSES, responsesOf } from './responsesOf.js';

/** An OpenAPI 3.1 document, as JSON. */
export type OpenApiDocument = Readonly<Record<string, unknown>>;

const DESCRIPTION = `Read stored events; manage settings, keys, source maps and releases.

Lists are in order of arrival, newest first, unless they say otherwise. \`next\` of a page is the \`cursor\` of the one
after it. A filter without an index scans a bounded number of rows per page. \`scannedTo\` then reports how far the scan got, the page
may be short or empty, and \`next\` goes on. Ids are strings, times are ISO 8601 in UTC with milliseconds, what is missing
is \`null\`. Unknown parameters are refused.

Requests need a session or an access token. What a session may do follows from the role of the user: viewer, member, admin or owner.
Scopes of a token: \`project:read\` reads, \`project:releases\` uploads source maps and describes releases, \`project:admin\` may do
everything except what needs a person; a token of a user may do no more than the user.
Resources of other organizations return 404, as if they did not exist.`;

const PLACE: Readonly<Record<string, string>> = {
  org: 'Slug of the organization.',
  project: 'Slug of the project.',
};

/** Builds the document of these operations from the schemas that validate requests. */
export function openApiDocument(
  operations: readonly DocumentedOperation[],
  accountOperations: readonly DocumentedAccountOperation[] = [],
): OpenApiDocument {
  const named = collectNamedSchemas();
  const paths: Record<string, Record<string, unknown>> = {};
  const all = [...operations, ...accountOperations];
  for (const operation of all) {
    (paths[operation.address] ??= {})[operation.method] = named.lift(describe(operation));
  }
  const responses = named.lift(ERROR_RESPONSES);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Sluice',
      version: VERSION,
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The server that served this document.' }],
    security: [{ token: [] }, { session: [] }],
    tags: [...new Set(all.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'An access token, `slp_…`.' },
        session: { type: 'apiKey', in: 'cookie', name: '__Host-sluice_session', description: SESSION },
      },
      responses,
      schemas: named.schemas(),
    },
  };
}

/** What all operations have. */
type Described = Omit<DocumentedOperation, 'permission' | 'scope'>;

type AnyOperation = DocumentedOperation | DocumentedAccountOperation;

const ACCOUNT_NEEDS = { user: 'Needs a session; no access token counts.', anyone: 'Anyone may use it.' } as const;

const SESSION =
  'Set by `POST /api/0/session`; without TLS `sluice_session` with the port. A request that changes something also needs the header `X-CSRF-Token` with `csrfToken` of `GET /api/0/session`.';

function describe(operation: AnyOperation): Schema {
  const { tag, summary, description, body } = operation;
  const needs = 'permission' in operation ? describePermission(operation) : ACCOUNT_NEEDS[operation.scope];
  return {
    operationId: operationId(summary),
    tags: [tag],
    summary,
    description: description === undefined ? needs : `${description}\n\n${needs}`,
    ...('permission' in operation
      ? { 'x-permission': operation.permission }
      : { security: operation.scope === 'user' ? [{ session: [] }] : [] }),
    parameters: [...pathParameters(operation), ...queryParameters(operation), ...headerParameters(operation)],
    ...(body === undefined ? {} : { requestBody: { required: true, content: contentOf(operation) } }),
    responses: responsesOf(operation),
  };
}

/** Returns the sentence that says which roles and scopes have a permission. */
function describePermission({ permission, selfParam }: DocumentedOperation): string {
  const [scopes, roles] = [scopesFor(permission), rolesFor(permission)];
  const role = roles.length === 1 ? `the role ${roles[0]}` : `the role ${roles[0]} or a higher one`;
  const self = selfParam === undefined ? '' : ', or to be that user';
  if (scopes.length === 0) return `Needs ${role}${self}; no access token may do it.`;
  return `Needs a token with \`${scopes.join('` or `')}\`, or ${role}.`;
}

const contentOf = ({ body, bodyTypes = ['application/json'] }: Described): Schema =>
  Object.fromEntries(bodyTypes.map((type) => [type, { schema: body }]));

/** `List an issue's events` → `listAnIssuesEvents`. */
const operationId = (summary: string): string =>
  summary
    .replace(/['’]/g, '')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word, index) => (index === 0 ? word.toLowerCase() : word.slice(0, 1).toUpperCase() + word.slice(1)))
    .join('');

function pathParameters({ address, params = {}, ids = {} }: Described): readonly Schema[] {
  return [...address.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const description = withShortIds(PLACE[name] ?? params[name], name in ids);
    return {
      name,
      in: 'path',
      required: true,
      ...(description === undefined ? {} : { description }),
      schema: { type: 'string' },
    };
  });
}

/** Returns the description of a parameter, including how ids may be shortened. */
const withShortIds = (description: unknown, isId: boolean): unknown =>
  isId && typeof description === 'string' ? `${description} ${SHORT_IDS_DESCRIPTION}` : description;

function queryParameters({ query, ids = {} }: Described): readonly Schema[] {
  return Object.entries(query?.properties ?? {}).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: query?.required?.includes(name) ?? false,
    ...(description === undefined ? {} : { description: withShortIds(description, name in ids) }),
    schema,
  }));
}

function headerParameters({ ifMatch }: Described): readonly Schema[] {
  return ifMatch === undefined
    ? []
    : [{ name: 'If-Match', in: 'header', required: false, description: ifMatch, schema: { type: 'string' } }];
}
