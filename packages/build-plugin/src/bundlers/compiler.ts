import { type OutputFileSystem } from './compilerStorage.js';

/** The part of a webpack or Rspack compilation that the plugin uses. */
export interface Compilation {
  readonly outputOptions: { readonly publicPath?: unknown };
  /** Names of the written files; unchanged files are not written again. */
  readonly emittedAssets: ReadonlySet<string>;
  /** Output of the compiled code; empty if the compiler had nothing to do. */
  readonly chunks: Iterable<Chunk>;
  readonly chunkGraph: { getChunkModules(chunk: Chunk): readonly CompiledModule[] };
  readonly hooks: { readonly processAssets: { tap(options: HookOptions, handler: () => void): void } };
  getAssets(): readonly { readonly name: string; readonly info: AssetInfo }[];
  getAsset(name: string): { readonly source: AssetSource; readonly info: AssetInfo } | undefined;
  updateAsset(name: string, source: AssetSource): void;
  /** Replaces `[fullhash]` and calls functions. */
  getPath(template: never, data: object): string;
}

/** Files that are loaded together. */
export interface Chunk {
  readonly files: Iterable<string>;
}

/** A module as it was compiled, or several that were joined into one. */
export interface CompiledModule {
  readonly modules?: Iterable<CompiledModule>;
  originalSource?(): AssetSource | null;
}

interface HookOptions {
  readonly name: string;
  readonly stage: number;
}

/** The content of a file, with its mappings. */
interface AssetSource {
  source(): string | Buffer;
}

interface AssetInfo {
  readonly related?: Readonly<Record<string, unknown>> | undefined;
}

interface Hook<Argument> {
  tap(name: string, handler: (argument: Argument) => void): void;
  tapPromise(options: HookOptions, handler: (argument: Argument) => Promise<void>): void;
}

/** Called for each chunk with code; what the handler adds to the hash changes the names of its files. */
interface ChunkHashHook {
  tap(name: string, handler: (chunk: never, hash: { update(text: string): unknown }) => void): void;
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
  readonly hooks: { readonly afterEmit: Hook<Compilation>; readonly thisCompilation: Hook<Compilation> };
  readonly webpack: {
    readonly DefinePlugin: new (definitions: Record<string, string>) => { apply(on: never): void };
    readonly Compilation: { readonly PROCESS_ASSETS_STAGE_DEV_TOOLING: number };
    readonly javascript: {
      readonly JavascriptModulesPlugin: {
        getCompilationHooks(compilation: never): { readonly chunkHash: ChunkHashHook };
      };
    };
    readonly sources: {
      readonly ConcatSource: new (...parts: readonly (string | AssetSource)[]) => AssetSource;
      readonly RawSource: new (text: string) => AssetSource;
    };
  };
}
