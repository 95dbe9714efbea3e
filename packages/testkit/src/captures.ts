import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

const FOLDER = path.resolve(import.meta.dirname, '../../../test/intake/captures');

/** Key of the project in every capture: in the URL, in `Authorization` and `X-Sentry-Auth`, and in bodies. */
export const RECORDED_KEY = 'c0ffee00c0ffee00c0ffee00c0ffee00';

/** Number of the project in every capture: in the URL, and in the DSN of an envelope header. */
export const RECORDED_PROJECT = '4242';

/** Access token in the captures of sentry-cli. */
export const RECORDED_TOKEN = `slp_${'A'.repeat(43)}`;

/** A request that an SDK sent. */
export interface Capture {
  /** Name and version of the SDK: `sentry-node-11.12.0`. */
  readonly sdk: string;
  /** Name of the case; if the case has several requests, with the number of the request: `session~2`. */
  readonly name: string;
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** Lower-case names. Without `host`, `connection` and `content-length`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the body was sent with `Transfer-Encoding: chunked`, without a length. */
  readonly chunked: boolean;
  /** The bytes of the body as they were on the wire, without the framing of chunks. */
  readonly body: Buffer;
}

/** What {@link retargetCapture} replaces. */
export interface CaptureTarget {
  readonly key: string;
  readonly project: string;
  /** Replacements for other texts, such as {@link RECORDED_TOKEN} or a time; each has as many bytes as its text. */
  readonly texts?: Readonly<Record<string, string>>;
}

/** Returns all captures by SDK and case; the requests of a case are in the order in which they were sent. */
export function listCaptures(): Capture[] {
  return foldersOf(FOLDER).flatMap((sdk) => foldersOf(path.join(FOLDER, sdk)).map((name) => readCapture(sdk, name)));
}

/** Returns the requests of one case in the order in which they were sent. @throws if there is no such case */
export function capturesOf(sdk: string, name: string): Capture[] {
  const names = foldersOf(path.join(FOLDER, sdk)).filter((folder) => folder === name || folder.startsWith(`${name}~`));
  if (names.length === 0) throw new Error(`${sdk} has no case ${name}`);
  return names.map((folder) => readCapture(sdk, folder));
}

/** Returns the body of a capture without its content coding. */
export function inflatedBody({ headers, body }: Capture): Buffer {
  return isGzip(headers) ? gunzipSync(body) : body;
}

/**
 * Returns a capture for another project. `project` may have any length; it is replaced in the URL and in the DSN of an
 * envelope header, which no length covers. `key` and `texts` are replaced everywhere. Compressed bodies are inflated
 * and compressed again; a body without any of the texts keeps its bytes.
 * @throws if `key` or a replacement has another length, because the lengths in item headers would be wrong
 */
export function retargetCapture(capture: Capture, { key, project, texts }: CaptureTarget): Capture {
  const replace = replacer({ [RECORDED_KEY]: key, ...texts });
  const headers = Object.entries(capture.headers).map(([name, value]) => [name, replace(value)] as const);
  return {
    ...capture,
    url: replace(capture.url).replace(`/api/${RECORDED_PROJECT}/`, `/api/${project}/`),
    headers: Object.fromEntries(headers),
    body: recode(capture, (text) => replaceDsn(replace(text), project)),
  };
}

/** Folders in the order of their names; numbers are compared as numbers. */
function foldersOf(folder: string): string[] {
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return names.map(({ name }) => name).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

function readCapture(sdk: string, name: string): Capture {
  const read = (file: string) => readFileSync(path.join(FOLDER, sdk, name, file));
  const request = JSON.parse(read('request.json').toString()) as Pick<
    Capture,
    'method' | 'url' | 'headers' | 'chunked'
  >;
  const { method, url, headers, chunked } = request;
  return { sdk, name, method, url, headers, chunked, body: read('body.bin') };
}

const isGzip = (headers: Capture['headers']) => headers['content-encoding'] === 'gzip';

/** A text with one character per byte, so that any bytes survive the way there and back. */
const bytesAsText = (bytes: Buffer) => bytes.toString('latin1');

function recode(capture: Capture, change: (text: string) => string): Buffer {
  const text = bytesAsText(inflatedBody(capture));
  const changed = change(text);
  if (changed === text) return capture.body;
  const body = Buffer.from(changed, 'latin1');
  return isGzip(capture.headers) ? gzipSync(body) : body;
}

function replacer(texts: Readonly<Record<string, string>>): (text: string) => string {
  const pairs = Object.entries(texts).map(
    (pair) => pair.map((text) => bytesAsText(Buffer.from(text))) as [string, string],
  );
  for (const [from, to] of pairs) {
    if (from.length !== to.length) throw new Error(`"${to}" has ${to.length} bytes; "${from}" has ${from.length}`);
  }
  return (text) => pairs.reduce((replaced, [from, to]) => replaced.replaceAll(from, () => to), text);
}

/** Replaces the project in the `dsn` of the first line, the header of an envelope. */
function replaceDsn(text: string, project: string): string {
  const end = text.indexOf('\n');
  const header = text.slice(0, end).replace(/("dsn":"[^"]*\/)\d+"/, (_, address: string) => `${address}${project}"`);
  return end < 0 ? text : header + text.slice(end);
}
