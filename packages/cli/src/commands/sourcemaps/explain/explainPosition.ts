import { parseStack } from '@sluice/stacktrace';
import type { ApiClient } from '../../../client/apiClient.js';
import type { Answer } from '../../../context.js';
import { texts, wire } from '../../../output/cells.js';
import { describeFrame, explainFrame } from './explainedFrame.js';
import { frameFilename } from './frameFilename.js';
import { readReleaseFacts, type ReleaseFacts } from './releaseFacts.js';

/** A position as in stack traces; line and column are 1-based. */
export interface StackPosition {
  readonly url: string;
  readonly line: string;
  readonly column: string;
}

/** A stack line: `at f (url:1:2)` or `f@url:1:2`. A URL may contain `@`. */
const CALL = /^\s*(?:at\s|(?![a-z][a-z\d+.-]*:\/\/)\S*?@[a-z][a-z\d+.-]*:\/\/)/i;

/** Parses `url:line:column` or a whole stack line; `undefined` if it is neither. */
export function readPosition(given: string): StackPosition | undefined {
  if (CALL.test(given)) {
    const { file = '', line = null, column = null } = parseStack(given)[0] ?? {};
    return line === null || column === null ? undefined : { url: file, line: String(line), column: String(column) };
  }
  const [, url, line, column] = /^(.+):(\d{1,9}):(\d{1,9})$/s.exec(given) ?? [];
  return url === undefined || line === undefined || column === undefined ? undefined : { url, line, column };
}

/** How the map of a position is found; one of the two is given. */
export interface MapClue {
  readonly release: string | null;
  readonly debugId: string | undefined;
}

/** Explains one position of a file. */
export async function explainPosition(
  client: ApiClient,
  { release, debugId }: MapClue,
  position: StackPosition,
): Promise<Answer> {
  const { url, line, column } = position;
  const query = { release: release ?? undefined, debugId, url, line, column };
  const { filename, frame, hasRelease, filenames } = wire(
    (await client.call({ path: ['sourcemaps', 'explain'], query })).body,
  );
  const asked = { ...wire(frame), file: url, debugId, function: null, line: Number(line), column: Number(column) };
  const name = typeof filename === 'string' ? filename : filename === null ? null : frameFilename(url);
  const { unresolved } = wire(frame);
  const known: ReleaseFacts = {
    release,
    isKnown: hasRelease !== false,
    filenames: texts(filenames),
    problems: new Map(),
    releasesWithMaps: [],
  };
  const needsMore =
    unresolved === 'bad_map' || (unresolved === 'no_map' && release !== null && known.filenames.length === 0);
  const facts = needsMore ? await readReleaseFacts(client, release, known.isKnown) : known;
  const explained = explainFrame(asked, name, facts);
  return {
    value: { release, ...explained },
    human: (style) => describeFrame(explained, style),
    failed: explained.original === null,
  };
}
