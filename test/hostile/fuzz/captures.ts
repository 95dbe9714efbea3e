import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { capturesOf, retargetCapture } from '@sluice/testkit/captures';
import { formOf, fileOf, smallMap } from '../../e2e/support/sourcemaps.js';
import { repoRoot } from '../../e2e/support/repoRoot.js';

/** Target of the captures. */
export interface CapturePlace {
  readonly key: string;
  /** The number of the project with this key. */
  readonly number: string;
  /** `organization/project`. */
  readonly path: string;
  readonly token: string;
}

/** Envelopes with an event, spans, logs, an attachment and a replay, not compressed. */
const SENTRY = [
  ['sentry-node-11.12.0', 'message'],
  ['sentry-node-11.12.0', 'stream-spans'],
  ['sentry-node-11.12.0', 'logs'],
  ['sentry-node-11.12.0', 'attachment'],
  ['sentry-browser-9.47.2', 'replay-plain'],
] as const;

function request(line: string, headers: readonly string[], body: Buffer): Buffer {
  const head = [`${line} HTTP/1.1`, 'Host: 127.0.0.1', ...headers, `Content-Length: ${body.length}`, '', ''];
  return Buffer.concat([Buffer.from(head.join('\r\n')), body]);
}

/** Returns requests of real clients: plain, beacon and compressed batches, envelopes of Sentry, an upload, a release, reads. */
export async function makeCaptures({ key, number, path, token }: CapturePlace): Promise<readonly Buffer[]> {
  const batch = readFileSync(join(repoRoot, 'test', 'e2e', 'fixtures', 'mixed-batch.json'));
  const compact = Buffer.from(JSON.stringify(JSON.parse(batch.toString())));
  const auth = `X-Service-Auth: Service service_key=${key}`;
  const json = 'Content-Type: application/json';
  const bearer = `Authorization: Bearer ${token}`;
  const place = `/api/0/projects/${path}`;
  const form = await formOf({ release: 'r1', filename: 'assets/app.js', map: fileOf(smallMap()) });
  const release = Buffer.from(JSON.stringify({ version: 'r1', ref: 'abc', url: 'https://a.test/', notes: 'n' }));
  return [
    request('POST /api/envelope', [auth, json], batch),
    request('POST /api/envelope', [auth, json], compact),
    request(`POST /api/envelope?service_key=${key}`, ['Content-Type: text/plain;charset=UTF-8'], compact),
    request('POST /api/envelope', [auth, json, 'Content-Encoding: gzip'], gzipSync(compact)),
    ...SENTRY.flatMap(([sdk, name]) => capturesOf(sdk, name)).map((capture) => {
      const { method, url, body } = retargetCapture(capture, { key, project: number });
      return request(`${method} ${url}`, [], body);
    }),
    request(`POST ${place}/sourcemaps`, [bearer, `Content-Type: ${form.type}`], Buffer.from(form.bytes)),
    request(`POST ${place}/releases`, [bearer, json], release),
    request(`GET ${place}/logs?limit=5&from=2024-01-01`, [bearer], Buffer.alloc(0)),
  ];
}
