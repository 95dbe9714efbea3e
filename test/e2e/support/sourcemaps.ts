import { ask, type Answer } from './http.js';
import { type System } from './system.js';
import { type Project } from './tenant.js';

/** Parts of a multipart form in their order; a list is a part that is sent more than once. */
export type Parts = Readonly<Record<string, string | Blob | readonly (string | Blob)[]>>;

/** Asks under a project's `/api/0` address as a build pipeline does. */
export interface Pipeline {
  readonly place: string;
  /** Any request; a path below the project, with its query. */
  request(
    method: string,
    path: string,
    body?: { readonly type: string; readonly bytes: string | Uint8Array },
  ): Promise<Answer>;
  /** A multipart `POST`. */
  post(path: string, parts: Parts): Promise<Answer>;
  upload(map: {
    readonly release: string;
    readonly filename: string;
    readonly map: string | Uint8Array;
  }): Promise<Answer>;
}

/** A build pipeline with this token. @param place organization and project, if not the token's */
export function pipelineOf(system: System, project: Pick<Project, 'path'>, token: string | null): Pipeline {
  const place = `/api/0/projects/${project.path}`;
  const request: Pipeline['request'] = (method, path, body) =>
    ask(`${system.baseUrl}${place}/${path}`, {
      method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': body.type }),
      },
      ...(body === undefined ? {} : { body: body.bytes }),
      timeoutMs: 30_000,
    });
  const post: Pipeline['post'] = async (path, parts) => {
    const { type, bytes } = await formOf(parts);
    return request('POST', path, { type, bytes });
  };
  return {
    place,
    request,
    post,
    upload: ({ release, filename, map }) => post('sourcemaps', { release, filename, map: fileOf(map) }),
  };
}

/** The file part of a map. */
export const fileOf = (map: string | Uint8Array): Blob =>
  new File([typeof map === 'string' ? map : Uint8Array.from(map)], 'app.js.map', { type: 'application/json' });

/** A form as bytes with its content type. */
export async function formOf(parts: Parts): Promise<{ readonly type: string; readonly bytes: Uint8Array }> {
  const form = new FormData();
  for (const [name, values] of Object.entries(parts)) {
    for (const value of Array.isArray(values) ? (values as readonly (string | Blob)[]) : [values as string | Blob]) {
      form.append(name, value);
    }
  }
  const encoded = new Response(form);
  return { type: encoded.headers.get('content-type') ?? '', bytes: new Uint8Array(await encoded.arrayBuffer()) };
}

/** The error code of a response; `undefined` if the body has none. */
export const codeOf = ({ json }: Answer): unknown =>
  (json as { readonly error?: { readonly code?: unknown } } | undefined)?.error?.code;

/** A map that is whole, and smallest. */
export const smallMap = (source = 'src/a.ts'): string =>
  JSON.stringify({
    version: 3,
    sources: [source],
    names: [],
    mappings: 'AAAA',
    sourcesContent: ['throw new Error();\n'],
  });
