import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ask, type Answer } from './http.js';
import { repoRoot } from './repoRoot.js';

/** An operation of the document. `address` as in the document: `/api/0/projects/{org}/{project}/traces/{traceId}`. */
export interface DocumentedOperation {
  readonly address: string;
  readonly method: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: 'path' | 'query' | 'header';
    readonly required: boolean;
  }[];
  readonly responses: Readonly<Record<string, unknown>>;
  readonly hasBody: boolean;
  /** Who may use it: who the permission says, whoever has a session, or anyone. */
  readonly access: 'permission' | 'user' | 'anyone';
}

/** Whether only members with a session may use an operation (protocol 5): no access token manages members or reads the audit log. */
export const isForMembers = ({ address, method }: Pick<DocumentedOperation, 'address' | 'method'>): boolean =>
  /^\/api\/0\/organizations\/\{org\}\/(?:invitations|audit)\b/.test(address) ||
  (method !== 'get' && /^\/api\/0\/organizations\/\{org\}(?:\/members\/|\/erasures$|$)/.test(address));

/** Whether an operation deletes the project of its address, so that nothing else can be tried on it afterwards. */
export const deletesProject = ({ address, method }: DocumentedOperation): boolean =>
  method === 'delete' && address.endsWith('/{project}');

/** The document that the API serves, and a checker for responses. */
export interface ApiDocument {
  /** Operations of an organization or project, except streams, which do not end: each has a test of its own. */
  readonly operations: readonly DocumentedOperation[];
  /** Operations of people who sign in. */
  readonly accountOperations: readonly DocumentedOperation[];
  /** @throws if the response to a method and path (without query) differs from the document */
  check(method: string, path: string, answer: Answer): void;
}

interface Validate {
  (value: unknown): boolean;
  readonly errors?: unknown;
}
interface Validator {
  addSchema(schema: unknown, name: string): void;
  compile(schema: unknown): Validate;
  errorsText(errors: unknown): string;
}

// The version of ajv that the API uses: the root has another major version, for the linter.
const { Ajv2020 } = createRequire(join(repoRoot, 'services', 'api', 'package.json'))('ajv/dist/2020.js') as {
  Ajv2020: new (options: object) => Validator;
};

const FORMATS = { 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, date: /^\d{4}-\d\d-\d\d$/ };

const methods = ['get', 'post', 'patch', 'put', 'delete'];

type Paths = Record<
  string,
  Record<
    string,
    Omit<DocumentedOperation, 'address' | 'method'> & { requestBody?: unknown; security?: readonly unknown[] }
  >
>;

function operationsOf(paths: Paths): DocumentedOperation[] {
  return Object.entries(paths).flatMap(([address, item]) =>
    methods.flatMap((method) => {
      const found = item[method];
      if (found === undefined) return [];
      const { parameters, responses, requestBody, security } = found;
      const access = security === undefined ? 'permission' : security.length > 0 ? 'user' : 'anyone';
      return [{ address, method, parameters, responses, hasBody: requestBody !== undefined, access }];
    }),
  );
}

/**
 * Whether a path matches an address. Literal segments take precedence over parameters, so that `hits/days` is not a
 * hit.
 */
function weight(address: string, path: string): number {
  const [wanted, given] = [address.split('/'), path.split('/')];
  if (wanted.length !== given.length) return -1;
  const fits = wanted.every((part, index) => (part.startsWith('{') ? given[index] !== '' : part === given[index]));
  return fits ? wanted.filter((part) => !part.startsWith('{')).length : -1;
}

const pointer = (...steps: readonly string[]): string =>
  `api#/${steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;

function schemaAt({ address, method, responses }: DocumentedOperation, status: string): string | undefined {
  const response = responses[status] as { $ref?: string; content?: unknown };
  const content = ['content', 'application/json', 'schema'];
  if (response.$ref !== undefined)
    return pointer('components', 'responses', response.$ref.split('/').pop() ?? '', ...content);
  return response.content === undefined
    ? undefined
    : pointer('paths', address, method, 'responses', status, ...content);
}

/** Reads `/api/0/openapi.json`. */
export async function readApiDocument(baseUrl: string): Promise<ApiDocument> {
  const { json } = await ask(`${baseUrl}/api/0/openapi.json`);
  const all = operationsOf((json as { paths: Paths }).paths);
  const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: true, formats: FORMATS });
  ajv.addSchema(json, 'api');
  const compiled = new Map<string, Validate>();
  return {
    operations: all.filter(({ access, address }) => access === 'permission' && !address.endsWith('/tail')),
    accountOperations: all.filter(({ access }) => access !== 'permission'),
    check(method, path, { status, text, json: body }) {
      const name = `${method} ${path}: ${status}`;
      const [operation] = all
        .filter((one) => one.method === method.toLowerCase())
        .map((one) => ({ ...one, weight: weight(one.address, path) }))
        .sort((a, b) => b.weight - a.weight);
      if (operation === undefined || operation.weight < 0) throw new Error(`${name} is not documented`);
      if (!(status in operation.responses)) throw new Error(`${name} is no documented answer: ${text}`);
      const schema = schemaAt(operation, String(status));
      if (schema === undefined) {
        if (text !== '') throw new Error(`${name} has a body: ${text}`);
        return;
      }
      const validate = compiled.get(schema) ?? ajv.compile({ $ref: schema });
      compiled.set(schema, validate);
      if (!validate(body)) throw new Error(`${name} is not as documented: ${ajv.errorsText(validate.errors)}: ${text}`);
    },
  };
}
