import type { Frame } from './event';

/** Why a frame is shown as sent, and what helps. */
interface Reason {
  readonly why: string;
  /** Label of the link to the source maps of the project; `undefined` if no upload helps. */
  readonly remedy: string | undefined;
}

const fileOf = (file: string): string => {
  try {
    return new URL(file).pathname.replace(/^\//, '');
  } catch {
    return file;
  }
};

function whyNoMap({ file, debugId }: Frame, release: string | null): Reason {
  const noFile = 'An inline script, native code or a frame without a file has no source map.';
  const noName = file === '' ? noFile : `No map of "${fileOf(file)}" was uploaded for release "${release ?? ''}".`;
  if (debugId === null) return { why: noName, remedy: file === '' ? undefined : 'Upload it' };
  const noId = `No map with the debug id ${debugId} was uploaded.`;
  const rest = release === null ? 'Upload the maps of the build that is served.' : noName;
  return { why: `${noId} ${rest}`, remedy: 'Upload it' };
}

/** Explains why a frame does not resolve, in the words of `sluice sourcemaps explain`. */
export function whyUnresolved(frame: Frame, release: string | null): Reason {
  const { file, line, column, unresolved } = frame;
  const map = `The map of "${fileOf(file)}"`;
  switch (unresolved) {
    case null:
    case 'not_javascript':
      return { why: '', remedy: undefined };
    case 'no_release':
      return {
        why: 'The exception has no release, and the frame no debug id. Configure the SDK with the release for which the maps are uploaded (events carry it in contexts.release), or build with debug ids.',
        remedy: undefined,
      };
    case 'no_map':
      return whyNoMap(frame, release);
    case 'no_position':
      return { why: 'The frame has no line number, so there is no position to look up.', remedy: undefined };
    case 'outside_map':
      return {
        why: `${map} has no mapping for line ${line ?? '?'}, column ${column ?? '?'}. It may belong to another build: upload the map of the build that is served.`,
        remedy: 'See the maps',
      };
    case 'bad_map':
      return {
        why: `${map} cannot be read. If its index is damaged, the service is rebuilding it: try again, or upload the map again.`,
        remedy: 'See the maps',
      };
    case 'unavailable':
      return { why: `${map} could not be read in time. Try again.`, remedy: undefined };
  }
}
