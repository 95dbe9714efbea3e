import type { StackFrame } from '../core/event.js';

/** The frames of a raw stack, newest first. */
export function parseStack(stack: string, message = ''): readonly StackFrame[] {
  void message;
  return stack.split('\n').flatMap((line) => {
    const [, name, file, at, column] = /^\s*at (?:(.*) \()?(.*):(\d+):(\d+)\)?$/.exec(line) ?? [];
    return file === undefined
      ? []
      : [{ file, line: Number(at), column: Number(column), ...(name && { function: name }) }];
  });
}
