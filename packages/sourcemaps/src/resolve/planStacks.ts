import type { SourceMapKey } from '../sql/lookUpSourceMaps.js';
import { isEventId } from '@sluice/reading';
import { isJavaScript, type Frame } from '@sluice/stacktrace';
import type { StackToResolve, UnresolvedReason } from './frameResolver.js';
import { mapFilenameOf } from './filenames.js';
import type { FramePosition } from './locatePositions.js';

/** A file and the distinct positions to look up in its map (recursion repeats them). */
export interface PlannedFile {
  readonly requested: SourceMapKey;
  readonly positions: Map<string, FramePosition>;
}

/** Work for a frame: none, or the lookup of a position in a file. */
export type PlannedFrame =
  | { readonly unresolved: UnresolvedReason }
  | { readonly file: PlannedFile; /** `undefined` where the frame has none. */ readonly position: string | undefined };

/** The work of a call: files to look up, and the position of each frame. */
export interface Plan {
  readonly files: readonly PlannedFile[];
  readonly stacks: readonly (readonly PlannedFrame[])[];
}

/** Groups the frames of all stacks by project, debug id, release and file. */
export function planStacks(stacks: readonly StackToResolve[]): Plan {
  const files = new Map<string, PlannedFile>();
  const fileOf = (requested: SourceMapKey): PlannedFile => {
    const { projectId, release, filename, debugId } = requested;
    const key = `${projectId}\0${release ?? ''}\0${filename ?? ''}\0${debugId ?? ''}`;
    const file = files.get(key) ?? { requested, positions: new Map<string, FramePosition>() };
    files.set(key, file);
    return file;
  };
  const planned = stacks.map(({ projectId, release, platform = null, frames }) =>
    frames.map((frame): PlannedFrame => {
      if (!isJavaScript(platform)) return { unresolved: 'not_javascript' };
      const debugId = debugIdOf(frame);
      if (debugId === undefined && (release === null || release === '')) return { unresolved: 'no_release' };
      const filename = mapFilenameOf(frame.file) ?? null;
      if (debugId === undefined && filename === null) return { unresolved: 'no_map' };
      const file = fileOf({ projectId, release, filename, debugId });
      const position = positionOf(frame);
      if (position === undefined) return { file, position: undefined };
      const key = `${position.line}:${position.column ?? ''}`;
      file.positions.set(key, position);
      return { file, position: key };
    }),
  );
  return { files: [...files.values()], stacks: planned };
}

/** An exception that was stored by an earlier version may have any text. */
const debugIdOf = ({ debugId }: Frame): string | undefined =>
  debugId !== undefined && isEventId(debugId) ? debugId : undefined;

function positionOf({ line, column }: Frame): FramePosition | undefined {
  if (line === null || !(line >= 1)) return undefined;
  return { line: Math.floor(line), column: column !== null && column >= 1 ? Math.floor(column) : null };
}
