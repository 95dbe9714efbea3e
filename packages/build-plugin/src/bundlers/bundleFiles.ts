import { type EmittedFile } from '../output/emittedOutput.js';

/** What Rollup, Rolldown and Vite say of a file that they emit. */
export interface BundleEntry {
  readonly fileName: string;
  readonly sourcemapFileName?: string | null | undefined;
  /** Of a chunk: names of chunks and of modules outside of the bundle. */
  readonly imports?: readonly string[];
}

/** The files of a bundle; a map that a chunk names without emitting it (a build without maps) is not one. */
export function bundleFiles(bundle: Readonly<Record<string, BundleEntry>>): readonly EmittedFile[] {
  return Object.values(bundle).map(({ fileName, sourcemapFileName }) => ({
    name: fileName,
    map: typeof sourcemapFileName === 'string' && sourcemapFileName in bundle ? sourcemapFileName : undefined,
  }));
}
