import { text } from '../../../output/cells.js';
import { compareFilenames, type Comparison } from './compareFilenames.js';
import type { ReleaseFacts } from './releaseFacts.js';

/** A frame that does not resolve. */
export interface Unresolved {
  /** The service's reason. */
  readonly reason: string;
  /** As what its map would have to be uploaded; `null` where no map can be. */
  readonly filename: string | null;
  readonly line: unknown;
  readonly column: unknown;
}

const only = (why: string): Comparison => ({ why, nearest: [] });

/** Why a frame does not resolve, in sentences that say what to do. */
export function whyUnresolved(frame: Unresolved, facts: ReleaseFacts): Comparison {
  const map = `The map of "${frame.filename ?? ''}"`;
  switch (frame.reason) {
    case 'no_release':
      return only(
        'The exception names no release. Give the SDK as release what the maps are uploaded for; events carry it in contexts.release.',
      );
    case 'no_map':
      return whyNoMap(frame.filename, facts);
    case 'no_position':
      return only('The frame has no line: there is no position to look up.');
    case 'outside_map':
      return only(
        `${map} is there and says nothing of line ${text(frame.line)}, column ${text(frame.column)}. Is it of another build? Upload the one of the build that is served.`,
      );
    case 'bad_map': {
      const problems = facts.problems.get(frame.filename ?? '') ?? [];
      return only(
        problems.length === 0
          ? `${map} is there and cannot be read; if it was damaged here it is being made again. Try again, else upload it again.`
          : `${map} is there and is no good: ${problems.join(' ')} Build it anew.`,
      );
    }
    case 'unavailable':
      return only(`${map} could not be read in time. Try again.`);
    default:
      return only(`The service says "${frame.reason}", which this version does not know.`);
  }
}

function whyNoMap(filename: string | null, facts: ReleaseFacts): Comparison {
  const { release, isKnown, filenames, releasesWithMaps } = facts;
  if (filename === null) return only('An inline script, native code or a frame without a file has no source map.');
  if (filenames.length > 0) return compareFilenames(filename, filenames);
  const others =
    releasesWithMaps.length === 0
      ? 'No other release has maps either.'
      : `Others have maps, such as ${releasesWithMaps.map((version) => `"${version}"`).join(', ')}. The SDK's release and the one that is uploaded for must be equal to the letter.`;
  const what = isKnown
    ? `No map was uploaded for release "${release ?? ''}".`
    : `Release "${release ?? ''}" is not known: nothing was sent or uploaded for it.`;
  return only(`${what} ${others}`);
}
