import { readdir, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { diskStorage } from '../output/diskStorage.js';
import { type EmittedOutput } from '../output/emittedOutput.js';
import { composeMap } from './composeMap.js';

/** Default output directory of SvelteKit's adapter for Node. */
export const ADAPTER_DIRECTORY = 'build';

/** A file that only this adapter writes. */
const ENTRY = 'handler.js';
/** The browser files, which Vite wrote. */
const FOR_BROWSERS = /^(?:client|prerendered)\//;
/** Some file systems store times with a resolution of one second. */
const TIME_STEP_MS = 2_000;

/** A build whose server output an adapter bundles again. */
export interface AdaptedBuild {
  /** Root directory of the app, absolute. */
  readonly root: string;
  /** Absolute path of Vite's server output. */
  readonly written: string;
  /** Start of the build in milliseconds since 1970. */
  readonly startedAt: number;
}

/**
 * Returns the server output that SvelteKit's adapter for Node wrote in this build, with maps that lead to the sources;
 * `undefined` if it wrote none.
 */
export async function adapterOutput({ root, written, startedAt }: AdaptedBuild): Promise<EmittedOutput | undefined> {
  const directory = resolve(root, ADAPTER_DIRECTORY);
  const entry = await stat(join(directory, ENTRY)).catch(() => undefined);
  if (entry === undefined || entry.mtimeMs < startedAt - TIME_STEP_MS) return undefined;
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((one) => one.isFile())
    .map((one) => relative(directory, join(one.parentPath, one.name)).split(sep).join('/'))
    .filter((name) => !FOR_BROWSERS.test(name));
  const disk = diskStorage(directory);
  const read = async (name: string): Promise<Uint8Array> =>
    Buffer.from(composeMap(Buffer.from(await disk.read(name)).toString(), disk.pathOf(name), written));
  return {
    files: names.map((name) => ({ name })),
    storage: { ...disk, read },
    directory,
    publicPath: undefined,
    isServer: true,
    mapsOption: 'build.sourcemap',
    hasDebugIds: false,
  };
}
