import { realpath } from 'node:fs/promises';
import path from 'node:path';
import type { ListedFiles } from './listFiles.js';

/** The map of a file relative to the root, or why a referenced map is missing; neither if it refers to none. */
export type Match =
  { readonly map: string; readonly reason?: undefined } | { readonly map?: undefined; readonly reason?: string };

/** The reference of a file to its map, and the path under which it is served. */
export interface Named {
  /** The URL in the `sourceMappingURL` comment. */
  readonly reference: string | undefined;
  readonly urlPrefix: string | undefined;
}

/** Returns the map that a file refers to, otherwise the map with its name. */
export async function matchMap(listed: ListedFiles, file: string, { reference, urlPrefix }: Named): Promise<Match> {
  const named = reference === undefined ? [] : referencedNames(file, reference, urlPrefix);
  const map = [...named, `${file}.map`].find((candidate) => candidate !== file && listed.all.has(candidate));
  if (map !== undefined) return { map };
  return reference === undefined ? {} : { reason: await missingReason(listed, reference, named) };
}

/** The paths that a reference may mean: relative to the file, relative to the root of the site, beside the file. */
export function referencedNames(file: string, reference: string, urlPrefix?: string): readonly string[] {
  const isRemote = /^(?:[a-z][a-z0-9+.-]*:)?\/\//i.test(reference);
  const raw = (isRemote ? pathOfUrl(reference) : reference).replace(/[?#].*$/s, '');
  const directory = path.posix.dirname(file);
  return [...new Set([decoded(raw), raw])].flatMap((name) => {
    const beside = path.posix.join(directory, path.posix.basename(name));
    if (!name.startsWith('/')) return [path.posix.join(directory, name), beside];
    const prefix = pathOfUrl(urlPrefix ?? '')
      .replace(/^\/*/, '/')
      .replace(/\/*$/, '/');
    const fromRoot = name.startsWith(prefix) ? [name.slice(prefix.length)] : [];
    return [...fromRoot, path.posix.normalize(name).slice(1), beside];
  });
}

const pathOfUrl = (url: string): string => {
  const whole = url.startsWith('//') ? `http:${url}` : url;
  if (!/^[a-z][a-z0-9+.-]*:/i.test(whole)) return url;
  try {
    return new URL(whole).pathname;
  } catch {
    return url;
  }
};

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

async function missingReason({ root }: ListedFiles, reference: string, named: readonly string[]): Promise<string> {
  const shown = reference.length > 200 ? `${reference.slice(0, 199)}…` : reference;
  const [first = ''] = named;
  if (/^data:/i.test(reference)) return `it contains "${shown.slice(0, 60)}", which is not a source map`;
  const target = await realpath(path.join(root, first)).catch(() => undefined);
  if (target === undefined) return `it refers to the map "${shown}", which does not exist`;
  return target.startsWith(root + path.sep)
    ? `it refers to the map "${shown}", which is ignored`
    : `it refers to the map "${shown}", which is outside the directory`;
}
