import { createHash, randomBytes } from 'node:crypto';
import { readApiDocument, type ApiDocument } from './apiDocument.js';
import { ask, type Answer, type Ask } from './http.js';
import { type System } from './system.js';
import { type Project } from './tenant.js';
import { waitFor } from './waitFor.js';

type Query = Readonly<Record<string, string | number | undefined>>;

export type WireObject = Readonly<Record<string, unknown>>;

/** Returns the list in a response; `[]` if there is none. */
export const rowsIn = (value: unknown): readonly WireObject[] => (Array.isArray(value) ? (value as WireObject[]) : []);

interface ListPage {
  readonly data: readonly WireObject[];
  readonly next: string | null;
  readonly scannedTo: string | null;
}

export interface ApiAsk {
  readonly query?: Query;
  /** Sent as JSON; a string is sent unchanged. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the client's token; `null` for none. */
  readonly token?: string | null;
}

/** A client of the API with one token and project. Every response is checked against the OpenAPI document. */
export interface ApiClient {
  readonly token: string;
  readonly document: ApiDocument;
  /** `/api/0/projects/{org}/{project}`. */
  readonly place: string;
  /**
   * Returns the response, whatever its status. A path that begins with `/api/` is used as is; any other is relative
   * to the project.
   */
  request(method: string, path: string, options?: ApiAsk): Promise<Answer>;
  /** The body of a 200; throws on any other status. */
  get(path: string, query?: Query): Promise<WireObject>;
  list(path: string, query?: Query): Promise<ListPage>;
  /** Every row of a list, page after page. */
  all(path: string, query?: Query): Promise<readonly WireObject[]>;
  /** Polls until the response passes, and returns it: derived tables are updated shortly after events are stored. */
  until(path: string, query: Query, passes: (body: WireObject) => boolean): Promise<WireObject>;
}

const queryText = (query: Query): string => {
  const given = Object.entries(query).filter((entry): entry is [string, string | number] => entry[1] !== undefined);
  return given.length === 0 ? '' : `?${given.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`;
};

export type Scope = 'project:read' | 'project:admin' | 'project:releases';

/** A new token of the project's organization, made by SQL for speed: the command takes half a second. */
export async function createToken(system: System, organization: string, scope: Scope): Promise<string> {
  const token = `slp_${randomBytes(32).toString('base64url')}`;
  const made = await system.sql(
    `insert into tokens (organization_id, digest, hint, scopes)
     select id, $2, $3, array[$4] from organizations where slug = $1 returning id`,
    [organization, createHash('sha256').update(token).digest(), token.slice(-4), scope],
  );
  if (made.length !== 1) throw new Error(`there is no organization ${organization}`);
  return token;
}

function asked(token: string | null, { body, headers }: ApiAsk, method: string): Ask {
  const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
  return {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(text === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(text === undefined ? {} : { body: text }),
  };
}

const MOST_PAGES = 1_000;

/** Connects to the API with a new token of this scope, of the project's organization. */
export async function connectApi(system: System, project: Project, scope: Scope = 'project:admin'): Promise<ApiClient> {
  const [document, token] = [
    await readApiDocument(system.baseUrl),
    await createToken(system, project.organization, scope),
  ];
  const place = `/api/0/projects/${project.path}`;
  const request: ApiClient['request'] = async (method, path, options = {}) => {
    const whole = path.startsWith('/api/') ? path : `${place}/${path}`;
    const used = options.token === undefined ? token : options.token;
    const url = `${system.baseUrl}${whole}${queryText(options.query ?? {})}`;
    const answer = await ask(url, asked(used, options, method));
    document.check(method, whole.split('?')[0] ?? '', answer);
    return answer;
  };
  const get: ApiClient['get'] = async (path, query = {}) => {
    const { status, text, json } = await request('GET', path, { query });
    if (status !== 200) throw new Error(`GET ${path}${queryText(query)} answered ${status}: ${text}`);
    return json as WireObject;
  };
  const list: ApiClient['list'] = async (path, query) => (await get(path, query)) as unknown as ListPage;
  return {
    token,
    document,
    place,
    request,
    get,
    list,
    async all(path, query = {}) {
      const rows: WireObject[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < MOST_PAGES; page++) {
        const { data, next } = await list(path, { ...query, cursor });
        rows.push(...data);
        if (next === null) return rows;
        cursor = next;
      }
      throw new Error(`${path} has no end`);
    },
    until: (path, query, passes) =>
      waitFor(
        async () => {
          const body = await get(path, query);
          return passes(body) ? body : undefined;
        },
        { what: `${path}${queryText(query)} to answer as expected` },
      ),
  };
}
