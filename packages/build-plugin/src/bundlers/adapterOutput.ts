import { readdir, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { diskStorage } from '../output/diskStorage.js';
import { type EmittedOutput } from '../output/emittedOutput.js';
import { composeMap } from './composeMap.js';

/** Where SvelteKit's adapter for Node writes by default. */
export const ADAPTER_DIRECTORY = 'build';

/** A file that this adapter writes, and no other. */
const ENTRY = 'handler.js';
/** What is for browsers: Vite wrote it. */
const FOR_BROWSERS = /^(?:client|prerendered)\//;
/** Some file systems keep times by the second. */
const TIME_STEP_MS = 2_000;

/** A build whose server output an adapter takes up. */
export interface AdaptedBuild {
  /** Root directory of the app, absolute. */
  readonly root: string;
  /** Where Vite wrote the server, absolute. */
  readonly written: string;
  /** When the build began, in milliseconds since 1970. */
  readonly startedAt: number;
}

/**
 * The server as SvelteKit's adapter for Node has written it in this build, with maps that lead to the sources;
 * `undefined` where it has not.
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
  };
}
