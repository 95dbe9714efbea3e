import { isObject } from '@sluice/contract';
import { runCooperatively, type PausableTask } from '@sluice/runtime';
import { buffer } from 'node:stream/consumers';
import { BundleError, isOfDisk } from './bundleError.js';
import { MAX_FILES, type Bundle } from './openBundle.js';

/** A file of a bundle, as the manifest describes it. */
export interface BundledFile {
  /** Name of the entry. */
  readonly entry: string;
  readonly type: string;
  /** URL of the file; `~/` at its start stands for any host. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
}

const MANIFEST = 'manifest.json';

/**
 * Limit of the manifest in bytes, in which about 10,000 files fit. It is parsed at once: this many bytes of sentry-cli
 * take about 10 ms, and up to 200 ms if they consist of tiny values only.
 */
const MAX_MANIFEST_BYTES = 2 * 1_048_576;

/** Returns the files that the manifest of a bundle describes. @throws BundleError */
export async function readManifest(bundle: Bundle): Promise<readonly BundledFile[]> {
  const size = bundle.sizeOf(MANIFEST);
  if (size === undefined) throw new BundleError(`The bundle has no ${MANIFEST}.`);
  if (size > MAX_MANIFEST_BYTES) {
    throw new BundleError(
      `The ${MANIFEST} of the bundle exceeds the limit of ${MAX_MANIFEST_BYTES} bytes; upload fewer files at once.`,
    );
  }
  const files = Object.entries(parseFiles(await buffer(await bundle.read(MANIFEST)).catch(damaged)));
  if (files.length > MAX_FILES)
    throw new BundleError(`The ${MANIFEST} of the bundle names more than ${MAX_FILES} files; upload fewer at once.`);
  return runCooperatively(toFiles(files));
}

/** Yields after each file. */
function* toFiles(described: readonly (readonly [string, unknown])[]): PausableTask<readonly BundledFile[]> {
  const files: BundledFile[] = [];
  for (const [entry, file] of described) {
    files.push(toFile(entry, file));
    yield;
  }
  return files;
}

function damaged(error: unknown): never {
  if (isOfDisk(error)) throw error;
  throw new BundleError(`The ${MANIFEST} of the bundle is damaged.`, { cause: error });
}

function parseFiles(bytes: Buffer): Readonly<Record<string, unknown>> {
  let manifest: unknown;
  try {
    manifest = JSON.parse(bytes.toString());
  } catch (error) {
    throw new BundleError(`The ${MANIFEST} of the bundle is not valid JSON.`, { cause: error });
  }
  const files = isObject(manifest) ? manifest['files'] : undefined;
  if (isObject(files)) return files;
  throw new BundleError(`The ${MANIFEST} of the bundle has no object "files".`);
}

function toFile(entry: string, file: unknown): BundledFile {
  const { type, url, headers = {} } = isObject(file) ? file : {};
  if (typeof type === 'string' && typeof url === 'string' && isObject(headers)) {
    return { entry, type, url, headers: new Map(Object.entries(headers).flatMap(textHeader)) };
  }
  throw new BundleError(`The ${MANIFEST} of the bundle does not describe the file "${entry}".`);
}

const textHeader = ([name, value]: [string, unknown]): readonly (readonly [string, string])[] =>
  typeof value === 'string' ? [[name.toLowerCase(), value]] : [];
