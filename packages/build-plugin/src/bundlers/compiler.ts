import { type OutputFileSystem } from './compilerStorage.js';

/** The part of a webpack or Rspack compilation that the plugin uses. */
export interface Compilation {
  readonly outputOptions: { readonly publicPath?: unknown };
  /** Names of the written files; unchanged files are not written again. */
  readonly emittedAssets: ReadonlySet<string>;
  /** Output of the compiled code; empty if the compiler had nothing to do. */
  readonly chunks: Iterable<unknown>;
  getAssets(): readonly { readonly name: string; readonly info: AssetInfo }[];
  /** Replaces `[fullhash]` and calls functions. */
  getPath(template: never, data: object): string;
}

interface AssetInfo {
  readonly related?: Readonly<Record<string, unknown>> | undefined;
}

interface Hook<Argument> {
  tap(name: string, handler: (argument: Argument) => void): void;
  tapPromise(options: { name: string; stage: number }, handler: (argument: Argument) => Promise<void>): void;
}

/** The part of a webpack 5 or Rspack compiler that the plugin uses. */
export interface Compiler {
  readonly options: {
    name?: string | undefined;
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
