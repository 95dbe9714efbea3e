import { type OutputFileSystem } from './compilerStorage.js';

/** What the plugin uses of a compilation of webpack or Rspack. */
export interface Compilation {
  readonly outputOptions: { readonly publicPath?: unknown };
  /** Names of the files that were written: others were there already, as they are. */
  readonly emittedAssets: ReadonlySet<string>;
  /** What code was compiled into; empty where a compiler has nothing to do. */
  readonly chunks: Iterable<unknown>;
  getAssets(): readonly { readonly name: string; readonly info: AssetInfo }[];
  /** Fills in `[fullhash]` and calls functions. */
  getPath(template: never, data: object): string;
}

interface AssetInfo {
  readonly related?: Readonly<Record<string, unknown>> | undefined;
}

interface Hook<Argument> {
  tap(name: string, handler: (argument: Argument) => void): void;
  tapPromise(options: { name: string; stage: number }, handler: (argument: Argument) => Promise<void>): void;
}

/** What the plugin uses of a compiler, of webpack 5 or Rspack. */
export interface Compiler {
  readonly options: {
    mode?: string | undefined;
    watch?: boolean | undefined;
    devtool?: unknown;
    target?: unknown;
    plugins?: readonly unknown[] | undefined;
  };
  readonly outputPath: string;
  readonly outputFileSystem: OutputFileSystem | null;
  readonly watchMode: boolean;
  readonly hooks: { readonly afterEmit: Hook<Compilation> };
  readonly webpack: { readonly DefinePlugin: new (definitions: Record<string, string>) => { apply(on: never): void } };
}
