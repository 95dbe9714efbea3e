import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ExceptionPayload } from '../core/event.js';

/** Prefix for the root: the server uses the path after it as the name of the file. */
const APP = 'app:///';

/**
 * Names files of frames relative to a directory: `/srv/shop/dist/entry.js` is `app:///dist/entry.js` below `/srv/shop`.
 * Files elsewhere keep their names. So a frame has the same name wherever the program is installed: the name under which
 * the build plugin uploads its map.
 */
export function appFiles(root: string): (payload: ExceptionPayload) => ExceptionPayload {
  const directory = path.join(root, path.sep);
  const nameOf = (file: string): string =>
    file.startsWith(directory) ? APP + file.slice(directory.length).split(path.sep).join('/') : file;
  const inText = textNames(directory);
  const named = (payload: ExceptionPayload): ExceptionPayload => {
    const { frames, stack, cause, errors } = payload;
    return {
      ...payload,
      ...(frames && { frames: frames.map((frame) => (frame.file ? { ...frame, file: nameOf(frame.file) } : frame)) }),
      ...(stack && { stack: inText(stack) }),
      ...(cause && { cause: named(cause) }),
      ...(errors && { errors: errors.map(named) }),
    };
  };
  return named;
}

/** The same for the lines of a raw stack, which the server parses if its message has several lines. */
function textNames(directory: string): (stack: string) => string {
  const starts = [pathToFileURL(directory).href, directory].map((start) =>
    start.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
  );
  const start = new RegExp(`(?<=[ (])(?:${starts.join('|')})`);
  return (stack) => stack.replace(/^ *at .*$/gm, (line) => line.replace(start, APP));
}
