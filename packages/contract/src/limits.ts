/**
 * The limits of protocol 8. Characters are UTF-16 units, except in releases and filenames (code points). The prefix
 * says what happens beyond: `MAX` refuses, `CUT` truncates.
 */
export const LIMITS = {
  /** Bytes of one event's JSON after trimming; beyond it the event is `invalid` (`too_large`). */
  maxEventBytes: 1_048_576,
  /** The same for a replay segment. */
  maxReplayBytes: 10_485_760,
  /** Events of one request in another protocol, which becomes several batches; beyond it the request is a 413. */
  maxRequestEvents: 20_000,
  /** Nesting of one event; deeper is `invalid` (`too_deep`). */
  maxEventDepth: 64,
  /** Characters of a span's `uuid`, `traceId`, `parentId` and of a `replayId`; outside 1 to this is `invalid`. */
  maxIdentifier: 128,
  /** Bytes of an uploaded source map, inclusive (protocol 8: 50 MB); one more is a 422. */
  maxSourceMapBytes: 52_428_800,
  /** Characters of an uploaded map's filename; outside 1 to this is a 422. */
  maxFilename: 1_024,
  /** Characters of a release that is uploaded to or described; outside 1 to this is a 422. */
  maxRelease: 250,
  /** Different values of one metric event, such as the middles of a histogram's buckets. */
  maxMetricValues: 1_024,
  /** Values that one metric event counts. Sums of 2^31 events, all of an hour, must fit into 64 bits. */
  maxMetricCount: 2 ** 32,
  cutMessage: 8_192,
  cutTagKey: 200,
  cutTagValue: 200,
  cutTags: 100,
  cutContexts: 200,
  cutContextValue: 8_192,
  cutMetrics: 100,
  cutFrames: 250,
  /** Lines on each side of a frame's position. */
  cutContextLines: 5,
  cutContextLine: 200,
  /** Characters of all source lines of one exception, causes included; further frames lose theirs. */
  cutSourceContext: 65_536,
  /** Names of the variables of a frame. */
  cutVars: 50,
  cutVarName: 200,
  cutVarValue: 1_000,
  /** Characters of all variables of one exception, names and causes included; frames that do not fit lose theirs. */
  cutExceptionVars: 32_768,
  cutPlatform: 64,
  cutBreadcrumbs: 100,
  cutCauses: 8,
  cutString: 65_536,
  /** Indexed copies (columns) of names, urls and identities. */
  cutIndexed: 512,
  cutEnvironment: 200,
  cutRelease: 250,
  cutUserField: 250,
  cutName: 200,
  /** How far ahead of the gateway's clock a timestamp may be, in milliseconds (protocol 8). */
  maxFutureMs: 60_000,
} as const;

/** Suffix of a truncated string. */
export const TRIM_MARK = '…';

/** Function name of a frame of which nothing is known, so that the call is shown. Grouping ignores it. */
export const UNNAMED_CALL = '<no symbol>';

/**
 * Returns `text` truncated to `max` UTF-16 units, with {@link TRIM_MARK} at the end if it was truncated; never splits
 * a surrogate pair.
 */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 2);
  const end = last >= 0xd800 && last <= 0xdbff ? max - 2 : max - 1;
  return text.slice(0, end) + TRIM_MARK;
}
