import { describe, expect, test } from '@jest/globals';
import { PositionError } from '@sluice/reading';
import { listSourceMaps } from '@sluice/sourcemaps/statements';
import { NO_IDS, NO_NAMES, NO_TIMES, pageAt, pairs, TIME, unsent as db } from '@sluice/testkit/forgedPositions';
import { listReleases } from './listReleases.js';

describe('a forged position is refused before a statement is sent', () => {
  test.each<[string, readonly string[], (after: string) => Promise<unknown>]>([
    [
      'releases',
      [...pairs(NO_TIMES, NO_NAMES), ...NO_TIMES.map((time) => `${TIME} ${time} v`), `${TIME} ${TIME} \0`],
      (after) => listReleases(db, '1', pageAt(after)),
    ],
    ['source maps', pairs(NO_TIMES, NO_IDS), (after) => listSourceMaps(db, '1', pageAt(after))],
  ])('%s', async (_name, forged, read) => {
    for (const after of forged) {
      expect({ after, error: await read(after).catch((error: unknown) => error) }).toEqual({
        after,
        error: expect.any(PositionError) as unknown,
      });
    }
  });
});
