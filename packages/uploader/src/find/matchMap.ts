import { realpath } from 'node:fs/promises';
import path from 'node:path';
import type { ListedFiles } from './listFiles.js';

/** The map of a file, relative to the root; or why it has none although it should; or neither: it names none. */
export type Match =
  { readonly map: string; readonly reason?: undefined } | { readonly map?: undefined; readonly reason?: string };

/** What a file says of its map, and where it will be served. */
export interface Named {
  /** As it stands in the `sourceMappingURL` comment. */
  readonly reference: string | undefined;
  readonly urlPrefix: string | undefined;
}

/** The map that a file names, else the one beside it that is named after it. */
export async function matchMap(listed: ListedFiles, file: string, { reference, urlPrefix }: Named): Promise<Match> {
  const named = reference === undefined ? [] : candidates(file, reference, urlPrefix);
  const map = [...named, `${file}.map`].find((candidate) => candidate !== file && listed.all.has(candidate));
  if (map !== undefined) return { map };
  return reference === undefined ? {} : { reason: await missingReason(listed, reference, named) };
}

/** Where a reference may point to, most likely first: relative to the file, to the site's root, or beside the file. */
function candidates(file: string, reference: string, urlPrefix: string | undefined): readonly string[] {
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
  return /^[a-z][a-z0-9+.-]*:/i.test(whole) && URL.canParse(whole) ? new URL(whole).pathname : url;
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
  if (/^data:/i.test(reference)) return `it carries "${shown.slice(0, 60)}", which is no source map`;
  const target = await realpath(path.join(root, first)).catch(() => undefined);
  if (target === undefined) return `it names "${shown}" as its map, which is not there`;
  return target.startsWith(root + path.sep)
    ? `it names "${shown}" as its map, which is ignored`
    : `it names "${shown}" as its map, which lies outside of the directory`;
}
