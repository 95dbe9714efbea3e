/**
 * The part of a plugin type that bundlers need. It names no type of a bundler: those differ between versions, and
 * even between two copies of one version, so a configuration would compile with only one of them.
 */

/** A plugin for Vite, Rollup and Rolldown. Its hooks are not part of its type. */
export interface SluiceRollupPlugin {
  readonly name: string;
}

/** A plugin for webpack and Rspack. A type alias, because both ask for an index signature, which an interface has not. */
export type SluiceCompilerPlugin = {
  readonly apply: (compiler: unknown) => void;
};

/** A plugin for esbuild. */
export interface SluiceEsbuildPlugin {
  readonly name: string;
  readonly setup: (build: unknown) => void | Promise<void>;
}
