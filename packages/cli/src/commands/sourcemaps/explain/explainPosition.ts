import { parseStack } from '@sluice/stacktrace';
import type { ApiClient } from '../../../client/apiClient.js';
import type { Answer } from '../../../context.js';
import { texts, wire } from '../../../output/cells.js';
import { describeFrame, explainFrame } from './explainedFrame.js';
import { frameFilename } from './frameFilename.js';
import { readReleaseFacts, type ReleaseFacts } from './releaseFacts.js';

/** A position as stack traces print it; line and column from 1. */
export interface GivenPosition {
  readonly url: string;
  readonly line: string;
  readonly column: string;
}

/** A line of a stack: `at f (url:1:2)`, `f@url:1:2`. An address may hold an `@` too. */
const CALL = /^\s*(?:at\s|(?![a-z][a-z\d+.-]*:\/\/)\S*?@[a-z][a-z\d+.-]*:\/\/)/i;

/** `url:line:column`, or that of a whole line of a stack, in parts; `undefined` where it is none. */
export function readPosition(given: string): GivenPosition | undefined {
  if (CALL.test(given)) {
    const { file = '', line = null, column = null } = parseStack(given)[0] ?? {};
    return line === null || column === null ? undefined : { url: file, line: String(line), column: String(column) };
  }
  const [, url, line, column] = /^(.+):(\d{1,9}):(\d{1,9})$/s.exec(given) ?? [];
  return url === undefined || line === undefined || column === undefined ? undefined : { url, line, column };
}

/** Explains one position of a release. */
export async function explainPosition(client: ApiClient, release: string, position: GivenPosition): Promise<Answer> {
  const { url, line, column } = position;
  const query = { release, url, line, column };
  const { filename, frame, hasRelease, filenames } = wire(
    (await client.call({ path: ['sourcemaps', 'explain'], query })).body,
  );
  const asked = { ...wire(frame), file: url, function: null, line: Number(line), column: Number(column) };
  const name = typeof filename === 'string' ? filename : filename === null ? null : frameFilename(url);
  const { unresolved } = wire(frame);
  const known: ReleaseFacts = {
    ...{ release, isKnown: hasRelease !== false, filenames: texts(filenames) },
    ...{ problems: new Map(), releasesWithMaps: [] },
  };
  const needsMore = unresolved === 'bad_map' || (unresolved === 'no_map' && known.filenames.length === 0);
  const facts = needsMore ? await readReleaseFacts(client, release, known.isKnown) : known;
  const explained = explainFrame(asked, name, facts);
  return {
    value: { release, ...explained },
    human: (style) => describeFrame(explained, style),
    failed: explained.original === null,
  };
}
