import type { Frame } from './frame.js';
import { isInApp, wasInApp } from './isInApp.js';
import { resourceOf } from './resourceOf.js';
import type { Location } from './location.js';

/** A call as a line or a payload says it. */
export interface Call extends Location {
  readonly function: string;
  /** Whether earlier versions could not read it. */
  readonly isNew?: boolean;
}

/**
 * Returns the frame of a call: its file is the resource of a bundler's module, without loaders. @param given whether it is the
 * application's, as the client says; otherwise derived from the file
 */
export function frameOf(call: Call, given?: boolean): Frame {
  const { file: printed, function: name, line, column, isNew = false } = call;
  const file = resourceOf(printed);
  const inApp = given ?? isInApp(file, name);
  const frame = { file, function: name, line, column, inApp };
  if (isNew) return { ...frame, earlier: null };
  const was = given ?? wasInApp(printed, name);
  return file === printed && inApp === was ? frame : { ...frame, earlier: { ...frame, file: printed, inApp: was } };
}
