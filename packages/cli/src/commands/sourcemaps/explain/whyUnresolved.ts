import { text } from '../../../output/cells.js';
import { compareFilenames, type Comparison } from './compareFilenames.js';
import type { ReleaseFacts } from './releaseFacts.js';

/** An unresolved frame. */
export interface Unresolved {
  /** The reason that the service gives. */
  readonly reason: string;
  /** Filename under which its map must be uploaded; `null` if no map can match. */
  readonly filename: string | null;
  /** `null` if the frame has none. */
  readonly debugId: string | null;
  readonly line: unknown;
  readonly column: unknown;
}

const only = (why: string): Comparison => ({ why, nearest: [] });

/** Explains why a frame does not resolve, and what to do. */
export function whyUnresolved(frame: Unresolved, facts: ReleaseFacts): Comparison {
  const map = `The map of "${frame.filename ?? ''}"`;
  switch (frame.reason) {
    case 'not_javascript':
      return only('The exception is of a platform that has no source maps.');
    case 'no_release':
      return only(
        'The exception has no release, and the frame no debug id. Configure the SDK with the release for which the maps are uploaded (events carry it in contexts.release), or build with debug ids.',
      );
    case 'no_map':
      return whyNoMap(frame, facts);
    case 'no_position':
      return only('The frame has no line number, so there is no position to look up.');
    case 'outside_map':
      return only(
        `${map} has no mapping for line ${text(frame.line)}, column ${text(frame.column)}. It may belong to another build: upload the map of the build that is served.`,
      );
    case 'bad_map': {
      const problems = facts.problems.get(frame.filename ?? '') ?? [];
      return only(
        problems.length === 0
          ? `${map} cannot be read. If its index is damaged, the service is rebuilding it: try again, or upload the map again.`
          : `${map} is invalid: ${problems.join(' ')} Rebuild and upload it.`,
      );
    }
    case 'unavailable':
      return only(`${map} could not be read in time. Try again.`);
    default:
      return only(`The service returned the reason "${frame.reason}", which this version of sluice does not know.`);
  }
}

function whyNoMap({ filename, debugId }: Unresolved, facts: ReleaseFacts): Comparison {
  if (debugId === null) return whyNoNamedMap(filename, facts);
  const noId = `No map with the debug id ${debugId} was uploaded.`;
  if (facts.release === null) return only(`${noId} Upload the maps of the build that is served.`);
  const { why, nearest } = whyNoNamedMap(filename, facts);
  return { why: `${noId} ${why}`, nearest };
}

function whyNoNamedMap(filename: string | null, facts: ReleaseFacts): Comparison {
  const { release, isKnown, filenames, releasesWithMaps } = facts;
  if (filename === null) return only('An inline script, native code or a frame without a file has no source map.');
  if (filenames.length > 0) return compareFilenames(filename, filenames);
  const others =
    releasesWithMaps.length === 0
      ? 'No other release has maps.'
      : `Other releases have maps, such as ${releasesWithMaps.map((version) => `"${version}"`).join(', ')}. The release of the SDK and that of the upload must be identical.`;
  const what = isKnown
    ? `No map was uploaded for release "${release ?? ''}".`
    : `Release "${release ?? ''}" is unknown: it has no events and no uploads.`;
  return only(`${what} ${others}`);
}
