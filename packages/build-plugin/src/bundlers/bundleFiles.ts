import { type EmittedFile } from '../output/emittedOutput.js';

/** A file in the bundle of Rollup, Rolldown or Vite. */
export interface BundleEntry {
  readonly fileName: string;
  readonly sourcemapFileName?: string | null | undefined;
  /** For chunks: imported chunks and external modules. */
  readonly imports?: readonly string[];
}

/** Returns the files of a bundle, without maps that a chunk names but the bundle does not contain. */
export function bundleFiles(bundle: Readonly<Record<string, BundleEntry>>): readonly EmittedFile[] {
  return Object.values(bundle).map(({ fileName, sourcemapFileName }) => ({
    name: fileName,
    map: typeof sourcemapFileName === 'string' && sourcemapFileName in bundle ? sourcemapFileName : undefined,
  }));
}
