import { acceptedEncoding, type ContentEncoding } from '@sluice/runtime';
import type { Handler, Request, Response } from 'express';
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

/** Seconds for which browsers cache the files: a new version reaches every page within an hour. */
const MAX_AGE_SECONDS = 3_600;

/** Returns the directory in which the build of `@sluice/client` puts the files of the script tag. */
const sdkDirectory = (): string => {
  const manifest = createRequire(import.meta.url).resolve('@sluice/client/package.json');
  return path.join(path.dirname(manifest), 'dist', 'sdk');
};

/** A file in each encoding. */
interface SdkFile {
  /** Modification time and size of the file on disk. */
  readonly version: string;
  readonly digest: string;
  readonly bodies: Readonly<Record<ContentEncoding | 'identity', Buffer>>;
}

const NAME = /^\/([A-Za-z0-9][\w-]*\.js)$/;
const [gzipped, brotli] = [promisify(gzip), promisify(brotliCompress)];

/**
 * Serves the browser SDK: `sluice.js`, the scripts that it loads later, and `loader.js`. Any page may load them. A file is
 * compressed at its first request and after each change. All encodings share one validator, which is therefore weak.
 */
export function sdkFiles(directory = sdkDirectory()): Handler {
  const known = new Map<string, Promise<SdkFile>>();
  const fileOf = async (name: string): Promise<SdkFile | undefined> => {
    const file = path.join(directory, name);
    const found = await stat(file).catch(() => undefined);
    if (found?.isFile() !== true) return undefined;
    const version = `${found.mtimeMs} ${found.size}`;
    const before = await known.get(name)?.catch(() => undefined);
    if (before?.version === version) return before;
    const reading = readSdkFile(file, version);
    known.set(name, reading);
    return reading;
  };
  return (request, response, next) => {
    const [, name] = NAME.exec(request.path) ?? [];
    if (name === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) next();
    else fileOf(name).then((file) => (file === undefined ? next() : send(request, response, file)), next);
  };
}

async function readSdkFile(file: string, version: string): Promise<SdkFile> {
  const identity = await readFile(file);
  const [gz, br] = await Promise.all([gzipped(identity, { level: 9 }), brotli(identity)]);
  const digest = createHash('sha256').update(identity).digest('base64url').slice(0, 27);
  return { version, digest, bodies: { identity, gzip: gz, br } };
}

function send(request: Request, response: Response, { digest, bodies }: SdkFile): void {
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  response.vary('Accept-Encoding').set({
    'cache-control': `public, max-age=${MAX_AGE_SECONDS}`,
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    etag: `W/"${digest}"`,
  });
  if (request.fresh) {
    response.status(304).end();
    return;
  }
  if (encoding !== undefined) response.set('content-encoding', encoding);
  response.type('js').send(bodies[encoding ?? 'identity']);
}
