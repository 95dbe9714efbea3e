import { basename } from 'node:path';

/** What the plugin looks at to tell who turned maps off. */
interface Tooled {
  readonly plugins?: readonly unknown[] | undefined;
}

/**
 * Whether a tool that drives webpack or Rspack turns maps off by itself, so that `devtool: false` is not the user's choice:
 * Rsbuild, Next, and the command line of Rspack.
 * @param program the file that Node was started with
 */
export function mapsSetByTool({ plugins = [] }: Tooled, program: string | undefined): boolean {
  const isOfTool = (plugin: unknown): boolean =>
    /^(?:Rsbuild|NextJs|NextTypes|BuildManifestPlugin$|PagesManifestPlugin$)/.test(nameOf(plugin));
  const isRspackCommand = /^rspack(?:\.[cm]?js)?$/.test(basename(program ?? ''));
  return isRspackCommand || plugins.some(isOfTool);
}

const nameOf = (plugin: unknown): string =>
  (Object(plugin) as { readonly constructor?: { readonly name?: string } }).constructor?.name ?? '';
