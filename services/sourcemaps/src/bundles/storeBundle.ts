import { LIMITS } from '@sluice/contract';
import { ApiError, toErrorResponse, type ApiProject } from '@sluice/management';
import { messageOf, runCooperatively } from '@sluice/runtime';
import { setTimeout as delay } from 'node:timers/promises';
import { isName } from '../isName.js';
import type { ServiceContext } from '../serviceContext.js';
import { runUpload } from '../uploads/runUpload.js';
import { storeUpload } from '../uploads/storeUpload.js';
import { writeDigested, type DigestedFile } from '../writeDigested.js';
import { BundleError, isOfDisk } from './bundleError.js';
import { bundledMaps, type BundledMap } from './bundledMaps.js';
import { openBundle, type Bundle } from './openBundle.js';
import { readManifest } from './readManifest.js';

/** A project that gets the maps of a bundle. */
export type BundleProject = Pick<ApiProject, 'id' | 'slug' | 'organizationId'>;

/** What becomes of the maps of a bundle. */
export interface BundleTarget {
  readonly projects: readonly BundleProject[];
  /** `null`: only debug ids find the maps. */
  readonly release: string | null;
}

/** Limit of the bytes that the maps of a bundle inflate to, counted once for each name and project. */
const MAX_INFLATED_BYTES = 4 * 1_073_741_824;

/** Limit of the maps of a bundle, counted in the same way. */
const MAX_UPLOADS = 50_000;

/** How long the maps of a bundle are tried while the service is busy or the database unavailable. */
const PATIENCE_MS = 600_000;
const RETRY_MS = 2_000;

/** One upload of the bundle. */
interface Upload {
  readonly project: BundleProject;
  readonly entry: string;
  readonly release: string | null;
  readonly filename: string;
  readonly debugId: string | null;
}

/**
 * Stores the source maps of a bundle, each like an upload of its own; those that are stored already are only touched.
 * Maps that cannot be stored do not affect the others. @throws BundleError if the bundle cannot be read, has no map, or
 * a map was not stored
 */
export async function storeBundle(
  context: ServiceContext,
  file: string,
  target: BundleTarget,
  signal: AbortSignal,
): Promise<void> {
  const bundle = await openBundle(file);
  try {
    const maps = await runCooperatively(bundledMaps(await readManifest(bundle)));
    if (maps.length === 0) throw new BundleError('The bundle has no source maps: nothing was stored.');
    assertCountable(maps, target);
    const uploads = maps.flatMap((map) => uploadsOf(map, target));
    assertInflatable(bundle, uploads);
    const untilMs = performance.now() + PATIENCE_MS;
    const problems: string[] = [];
    for (const upload of uploads) {
      signal.throwIfAborted();
      const problem = await storePatiently(context, { bundle, upload, untilMs, signal });
      if (problem !== undefined) problems.push(`${upload.entry}: ${problem}`);
    }
    if (problems.length > 0) throw new BundleError(describe(problems, uploads.length));
  } finally {
    bundle.close();
  }
}

function assertCountable(maps: readonly BundledMap[], target: BundleTarget): void {
  const names = maps.reduce((sum, map) => sum + namesOf(map, target).length, 0);
  if (names * target.projects.length <= MAX_UPLOADS) return;
  throw new BundleError(
    `The bundle has more than ${MAX_UPLOADS} maps, counted once for each path and project; upload fewer at once.`,
  );
}

/** Without a release, one row answers to the debug id. */
const namesOf = ({ filenames }: BundledMap, { release }: BundleTarget): readonly string[] =>
  release === null ? filenames.slice(0, 1) : filenames;

function uploadsOf(map: BundledMap, target: BundleTarget): readonly Upload[] {
  const { entry, debugId } = map;
  const { projects, release } = target;
  return projects.flatMap((project) =>
    namesOf(map, target).map((filename) => ({ project, entry, release, filename, debugId })),
  );
}

function assertInflatable(bundle: Bundle, uploads: readonly Upload[]): void {
  const bytes = uploads.reduce((sum, { entry }) => sum + (bundle.sizeOf(entry) ?? 0), 0);
  if (bytes <= MAX_INFLATED_BYTES) return;
  throw new BundleError(
    `The maps of the bundle exceed the limit of ${MAX_INFLATED_BYTES} bytes; upload fewer at once.`,
  );
}

const PROBLEMS_NAMED = 5;

function describe(problems: readonly string[], all: number): string {
  const more = problems.length - PROBLEMS_NAMED;
  const named = problems.slice(0, PROBLEMS_NAMED).join(' ');
  return `${problems.length} of ${all} source maps were not stored. ${named}${more > 0 ? ` And ${more} more.` : ''}`;
}

interface Attempt {
  readonly bundle: Bundle;
  readonly upload: Upload;
  readonly untilMs: number;
  readonly signal: AbortSignal;
}

/** Stores a map; waits while the service is busy. Returns why it was not stored. @throws if the cause is a defect */
async function storePatiently(context: ServiceContext, attempt: Attempt): Promise<string | undefined> {
  const problem = problemOf(attempt);
  if (problem !== undefined) return problem;
  for (;;) {
    try {
      await runUpload(context, attempt.upload.project.organizationId, async (files) => {
        const map = await extract(attempt, files.map);
        context.metrics.received(map.size);
        return storeUpload(context, attempt.upload.project, { ...attempt.upload, ...map }, files);
      });
      return undefined;
    } catch (error) {
      const { status, isInternal, body } = toErrorResponse(error);
      if (isInternal) throw error;
      if (status !== 503 || performance.now() > attempt.untilMs) return body.error.message;
      await delay(RETRY_MS, undefined, { signal: attempt.signal });
    }
  }
}

/** Returns why a map cannot be stored, as far as that is known without reading it. */
function problemOf({ bundle, upload: { entry, release, filename, debugId } }: Attempt): string | undefined {
  if ((bundle.sizeOf(entry) ?? 0) > LIMITS.maxSourceMapBytes) {
    return `The map exceeds the limit of ${LIMITS.maxSourceMapBytes} bytes.`;
  }
  if (release === null && debugId === null) {
    return 'The map has no debug id. Run "sentry-cli sourcemaps inject" before the upload, or upload with --release.';
  }
  if (!isName(filename, LIMITS.maxFilename)) {
    return `The path of the minified file must have 1 to ${LIMITS.maxFilename} characters and no control characters.`;
  }
  return undefined;
}

/** Writes a map to a path. @throws ApiError 422 if its bytes cannot be inflated */
async function extract({ bundle, upload: { entry } }: Attempt, path: string): Promise<DigestedFile> {
  try {
    return await writeDigested(await bundle.read(entry), path);
  } catch (error) {
    if (isOfDisk(error)) throw error;
    const message = error instanceof BundleError ? error.message : `The file is damaged: ${messageOf(error)}.`;
    throw new ApiError(422, 'invalid_map', message);
  }
}
