import { nearest } from './nearest.js';
import { prefixAdvice, prefixFor } from './prefixFor.js';

/** How an uploaded filename relates to the one that a frame needs. */
export interface Comparison {
  /** What differs, and what to do. */
  readonly why: string;
  /** Uploaded filenames, most similar first. */
  readonly nearest: readonly string[];
}

const MOST = 3;

/** Typical mistakes in filenames, most certain first. */
const MISTAKES: readonly ((requested: string, uploaded: readonly string[]) => Comparison | undefined)[] = [
  otherwiseWritten,
  withoutPrefix,
  withPrefix,
  ofAnotherBuild,
  elsewhere,
  alike,
];

/** Explains why no uploaded filename matches the one that a frame needs. @param uploaded at least one filename */
export function compareFilenames(requested: string, uploaded: readonly string[]): Comparison {
  for (const mistake of MISTAKES) {
    const found = mistake(requested, uploaded);
    if (found !== undefined) return found;
  }
  return {
    why: 'No uploaded filename is similar: the file belongs to a third party, or its map was not uploaded.',
    nearest: [],
  };
}

function otherwiseWritten(requested: string, uploaded: readonly string[]): Comparison | undefined {
  const plain = (name: string): string => decoded(name).toLowerCase();
  const name = uploaded.find((candidate) => plain(candidate) === plain(requested));
  if (name === undefined) return undefined;
  const how = name.toLowerCase() === requested.toLowerCase() ? 'in upper and lower case' : 'in percent-encoding';
  return { why: `"${name}" is uploaded and differs ${how} only: names must be identical.`, nearest: [name] };
}

function withoutPrefix(requested: string, uploaded: readonly string[]): Comparison | undefined {
  const [name] = longestFirst(uploaded.filter((candidate) => requested.endsWith(`/${candidate}`)));
  if (name === undefined) return undefined;
  return {
    why: `"${name}" is uploaded under a shorter path. Upload with ${prefixAdvice(prefixFor(requested, name))}, in front of the current prefix, if any.`,
    nearest: [name],
  };
}

function withPrefix(requested: string, uploaded: readonly string[]): Comparison | undefined {
  const names = uploaded.filter((candidate) => candidate.endsWith(`/${requested}`)).slice(0, MOST);
  const [name] = names;
  if (name === undefined) return undefined;
  const prefix = name.slice(0, -requested.length);
  return {
    why: `"${name}" is uploaded, and the frame has no "${prefix}". Upload without that --url-prefix (the plugin's urlPrefix), or from the directory below.`,
    nearest: names,
  };
}

function ofAnotherBuild(requested: string, uploaded: readonly string[]): Comparison | undefined {
  const stem = withoutHash(requested);
  const names =
    stem === requested ? [] : uploaded.filter((candidate) => withoutHash(candidate) === stem).slice(0, MOST);
  const [name] = names;
  if (name === undefined) return undefined;
  return {
    why: `"${name}" is uploaded, but its hash differs: the maps belong to another build. Upload the maps of the deployed build.`,
    nearest: names,
  };
}

function elsewhere(requested: string, uploaded: readonly string[]): Comparison | undefined {
  const last = (name: string): string => name.slice(name.lastIndexOf('/') + 1);
  const names = nearestFirst(
    requested,
    uploaded.filter((candidate) => last(candidate) === last(requested)),
  );
  const [name] = names;
  if (name === undefined) return undefined;
  return {
    why: `"${name}" is uploaded: the same file in another directory. Check --url-prefix (the plugin's urlPrefix).`,
    nearest: names,
  };
}

function alike(requested: string, uploaded: readonly string[]): Comparison | undefined {
  const names = nearest(requested, uploaded, MOST);
  return names.length === 0 ? undefined : { why: 'It was not uploaded, but similar filenames were.', nearest: names };
}

/** All candidates, most similar first. */
function nearestFirst(requested: string, names: readonly string[]): readonly string[] {
  const near = nearest(requested, names, MOST);
  return near.length > 0 ? near : names.slice(0, MOST);
}

const longestFirst = (names: readonly string[]): readonly string[] =>
  [...names].sort((one, other) => other.length - one.length);

/** Returns a name without the hash that bundlers insert: at least six letters and digits, including a digit or capital. */
const withoutHash = (name: string): string => name.replace(/[-._](?=[a-z_]*[A-Z\d])\w{6,64}(?=\.[a-z]+$)/, '*');

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
