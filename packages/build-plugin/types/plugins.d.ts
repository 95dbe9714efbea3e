/*
 * What bundlers need of the type of a plugin, and no more: no type of a bundler is named here. Their own types differ from
 * version to version, and between two copies of the same version, so that a configuration would compile with one of them
 * only.
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
