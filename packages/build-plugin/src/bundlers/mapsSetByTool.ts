import { basename } from 'node:path';

/** Facts that show who turned maps off. */
interface Tooled {
  readonly plugins?: readonly unknown[] | undefined;
}

/**
 * Whether the tool that runs webpack or Rspack turns maps off by default (Rsbuild, Next, the command line of Rspack), so that
 * `devtool: false` is not the choice of the user.
 * @param program main script of the process
 */
export function mapsSetByTool({ plugins = [] }: Tooled, program: string | undefined): boolean {
  const isOfTool = (plugin: unknown): boolean =>
    /^(?:Rsbuild|NextJs|NextTypes|BuildManifestPlugin$|PagesManifestPlugin$)/.test(nameOf(plugin));
  const isRspackCommand = /^rspack(?:\.[cm]?js)?$/.test(basename(program ?? ''));
  return isRspackCommand || plugins.some(isOfTool);
}

/**
 * Whether Next runs this compiler for a server. Next compiles for browsers last, in the same process unless it has workers.
 * @param isWorker whether another process started this one to compile
 */
export const isBeforeBrowsers = ({ name, plugins }: Named & Tooled, isWorker: boolean): boolean =>
  !isWorker && (name === 'server' || name === 'edge-server') && isNext(plugins);

/** Whether Next runs this compiler for browsers. */
export const isBrowsersOfNext = ({ name, plugins }: Named & Tooled): boolean => name === 'client' && isNext(plugins);

interface Named {
  readonly name?: string | undefined;
}

const isNext = (plugins: readonly unknown[] = []): boolean =>
  plugins.some((plugin) => /^(?:NextJs|NextTypes)|^BuildManifestPlugin$|^PagesManifestPlugin$/.test(nameOf(plugin)));

const nameOf = (plugin: unknown): string =>
  (Object(plugin) as { readonly constructor?: { readonly name?: string } }).constructor?.name ?? '';
