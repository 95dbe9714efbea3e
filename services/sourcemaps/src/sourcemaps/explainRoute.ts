import { MAX_FILENAMES, sourcemapsApi } from '@sluice/api-contract';
import { ApiError, type Route, serve } from '@sluice/management';
import { type FrameResolver, type ResolvedFrame, mapFilenameOf } from '@sluice/sourcemaps';
import { hasRelease, listReleaseFilenames } from '@sluice/sourcemaps/statements';

/** Time limit of a frame in milliseconds, as for exceptions; then it is `unavailable`. */
const TIMEOUT_MS = 3_000;

const NO_CLUE = new ApiError(400, 'bad_query', 'The parameters release and debugId are missing: give at least one.');

/** `GET …/sourcemaps/explain`: how a position resolves now, and what is stored for comparison if it does not. */
export const explainRoute = (resolver: FrameResolver): Route =>
  serve(sourcemapsApi.explain, async ({ query }, { db, project }) => {
    const { release = null, url, line, column = null } = query;
    const debugId = query.debugId?.toLowerCase();
    if (release === null && debugId === undefined) throw NO_CLUE;
    const frame = { file: url, function: '', line, column, inApp: true, ...(debugId && { debugId }) };
    const stack = { projectId: project.id, release, frames: [frame] };
    const options = { context: true, functions: true, timeoutMs: TIMEOUT_MS };
    const [[found]] = (await resolver.resolve([stack], options)) as [[ResolvedFrame]];
    return {
      body: {
        filename: mapFilenameOf(url) ?? null,
        frame: found,
        hasRelease: release !== null && (await hasRelease(db, project.id, release)),
        filenames: release === null ? [] : await listReleaseFilenames(db, project.id, release, MAX_FILENAMES),
      },
    };
  });
