import { isEngineFile } from '@sluice/stacktrace';
import { normalizeFileName } from './normalizeFileName.js';

/** A frame's file as far as it stays the same from build to build and from server to server. */
export interface StableFile {
  /** Empty where nothing of it is stable. */
  readonly name: string;
  /**
   * `bundle`: made by a bundler, or a page; functions move between bundles and lose their names. `source`: a source
   * file with its path in the project, as source maps and development servers report it. `file`: everything else.
   */
  readonly kind: 'bundle' | 'source' | 'file';
}

const NONE: StableFile = { name: '', kind: 'file' };

/** An error in a page's own markup: the address is the reader's, not the code's. */
const PAGE: StableFile = { name: '<page>', kind: 'bundle' };

/** Made at run time: the address is another one each time. */
const MADE: StableFile = { name: '<made>', kind: 'bundle' };

const MADE_SCHEME = /^(?:blob|data|about|javascript):/;

const PROJECT_SCHEME = /^(?:webpack(?:-internal)?|turbopack|rsc|vite|ng|parcel|rollup):\/\//;

const SCRIPT = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|coffee|es6|bundle|jsbundle|hbc|wasm)$/i;

/** Names that are common in all directories and say nothing alone. */
const EVERYWHERE = /^\+?(?:index|page|route|layout|loading|error|not-found|template|default|handler|server)$/;

/** Where things are put by tools and operators, not by who named the parts of a program. */
const PLACES =
  /^(?:assets|static|chunks|js|scripts|dist|build|out|src|app|lib|public|www|html|current|releases?|task|srv|opt|home|var|usr|root|tmp|workspace|code|bin|_next|_nuxt|_app|immutable|entry|nodes|pages|server|client)$/;

/**
 * Bundles that collect code from everywhere, with or without a hash: a function may be in another one in the next
 * build.
 */
const CATCH_ALL = /^(?:main|index|app|bundle|chunk|commons?|vendors?|shared|entry|start|client|runtime|)$/;

/**
 * Reduces a file's url or path: no origin, no query, no directory of a server, no hash, no version, no extension. Of a
 * bundle or a file its own name is left, with its directory where the name is one that every directory has; of a library
 * the path within it; of a source the path within the project. Two files of one name in two directories of a server
 * count as one: where a server has its programs is not known, and their functions and callers tell them apart.
 */
export function normalizeFile(file: string): StableFile {
  if (isEngineFile(file)) return NONE;
  if (MADE_SCHEME.test(file)) return MADE;
  const [address = ''] = file.split(/[?#]/, 1);
  const path = address.replaceAll('\\', '/');
  const library = path.lastIndexOf('node_modules/');
  if (library >= 0) return { name: joined(path.slice(library + 13).split('/')), kind: 'file' };
  if (path.startsWith('node:')) return { name: path.slice(5), kind: 'file' };
  if (PROJECT_SCHEME.test(path)) return sourceFile(path.replace(PROJECT_SCHEME, ''));
  if (/^https?:/.test(path) && !SCRIPT.test(path)) return PAGE;
  if (/^\.{0,2}\w*\//.test(path) && !path.startsWith('/')) return relativeFile(path);
  return placedFile(path);
}

/** `webpack://shop/./src/cart.ts` and `webpack-internal:///(rsc)/./src/cart.ts` → `src/cart` */
function sourceFile(path: string): StableFile {
  const dot = path.indexOf('/./');
  const inner = dot >= 0 ? path.slice(dot + 3) : path.replace(/^[^/]*\//, '');
  return { name: joined(inner.split('/').filter((part) => part !== '.' && part !== '..')), kind: 'source' };
}

/** `../../src/cart.ts`: a source as maps name it, unless a bundler named it. */
function relativeFile(path: string): StableFile {
  const parts = path.split('/').filter((part) => part !== '.' && part !== '..');
  return normalizeFileName(parts.at(-1) ?? '').isHashed ? placedFile(path) : { name: joined(parts), kind: 'source' };
}

/** A file on a server, of which only the name belongs to the program. */
function placedFile(path: string): StableFile {
  const parts = path.split('/');
  const { name, isHashed } = normalizeFileName(parts.at(-1) ?? '');
  const parent = parts.length > 1 ? (parts.at(-2) ?? '') : '';
  const kind = isHashed ? 'bundle' : 'file';
  if (EVERYWHERE.test(name) && isTelling(parent)) return { name: `${parent}/${name}`, kind };
  return CATCH_ALL.test(name) ? { name: '*', kind: 'bundle' } : { name, kind };
}

/** A directory that people named and no deployment changes. */
const isTelling = (directory: string): boolean =>
  directory !== '' && !directory.includes(':') && !PLACES.test(directory) && !/\d{2}|\d\.\d|^v?\d+$/.test(directory);

const joined = (parts: readonly string[]): string =>
  [...parts.slice(0, -1), normalizeFileName(parts.at(-1) ?? '').name].join('/');
