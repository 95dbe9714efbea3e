/** What a bundler writes before the loaders of a module: its scheme, and the layer of Next.js. */
const SCHEME =
  /^(?:https?:\/\/[^/]{1,300}\/)?(?:webpack(?:-internal)?|turbopack|rspack):\/\/[^/]{0,300}\/(?:\([\w-]{1,60}\)\/)?/;

/** Whether what precedes a file are loaders: libraries, or named like one. */
const hasLoader = (text: string): boolean => text.includes('node_modules') || text.includes('loader');

/**
 * Returns the file that a bundler's loaders made a module from: of `webpack-internal:///./a-loader.js?!./src/Cart.vue?vue` the last
 * part, `webpack-internal:///./src/Cart.vue?vue`. A name without loaders is returned unchanged.
 */
export function resourceOf(file: string): string {
  const last = file.lastIndexOf('!');
  if (last < 0 || last === file.length - 1) return file;
  const scheme = SCHEME.exec(file)?.[0] ?? '';
  const resource = file.slice(last + 1);
  const isPath = scheme !== '' && /^(?:\.{0,2}\/|[a-z]:[\\/])/i.test(resource);
  if (!isPath && !hasLoader(file.slice(0, last))) return file;
  return resource.startsWith('/') ? scheme.replace(/\/$/, '') + resource : scheme + resource;
}
