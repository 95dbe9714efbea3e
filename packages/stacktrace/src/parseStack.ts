import { keepEnds, type Frame } from './frame.js';
import { isInApp } from './isInApp.js';
import { parseAtSignLine } from './parseAtSignLine.js';
import { isAtLine, parseV8Line, type Call } from './parseV8Line.js';

/** What an error says of itself above its frames in V8's stacks. */
export interface StackHeader {
  readonly message: string;
}

/** Behind these lines come the frames of another error: the cause, or what was gathered. */
const OTHER_ERROR = /^\s*(?:\[cause\]:|\[errors\]:|caused by:? )/i;

/** Between these lines one stack goes on: an earlier turn of the event loop, or calls left out. */
const GOES_ON = /^\s*(?:$|-{3,}|from previous event:|\.\.\. |\^|\})/i;

/** Longer lines are no frames; what is cut off a line is never read. */
const MAX_LINE = 4_096;

/**
 * The frames of a raw stack, newest first, at most 250 (of more, the middle goes): Chrome, Edge, Node and other V8;
 * Firefox; Safari. In V8's stacks a message of several lines stands above the frames and may look like frames: where
 * `header` is given the message is skipped, else the last run of frames is the stack. Never throws; takes time that
 * grows with the length of the text only.
 */
export function parseStack(text: string, header?: StackHeader): readonly Frame[] {
  const body = header === undefined ? undefined : withoutMessage(text, header.message);
  const lines = (body ?? text).split(/\r?\n/);
  const calls = lines.some(isV8Frame)
    ? v8Calls(lines, body !== undefined)
    : lines.map((line) => parseLine(line, parseAtSignLine)).filter((call) => call !== undefined);
  return keepEnds(calls.map(frameOf));
}

const isV8Frame = (line: string): boolean => parseLine(line, parseV8Line) !== undefined;

const parseLine = (line: string, parse: (line: string) => Call | undefined): Call | undefined =>
  line.length > MAX_LINE ? undefined : parse(line);

const frameOf = (call: Call): Frame => ({ ...call, inApp: isInApp(call.file, call.function) });

/** The frames of one run of lines: the first run where the message is cut off, else the last one. */
function v8Calls(lines: readonly string[], isFirst: boolean): readonly Call[] {
  let run: Call[] = [];
  let isOver = false;
  for (const line of lines) {
    const call = parseLine(line, parseV8Line);
    if (call !== undefined) {
      if (isOver && isFirst) return run;
      if (isOver) run = [];
      isOver = false;
      run.push(call);
    } else if (run.length > 0 && OTHER_ERROR.test(line)) return run;
    else if (run.length > 0 && !isAtLine(line) && !GOES_ON.test(line)) isOver = true;
  }
  return run;
}

/** What follows `Type: message` or `message`; `undefined` where the stack opens with something else. */
function withoutMessage(text: string, message: string): string | undefined {
  const colon = text.indexOf(': ');
  const start = [0, colon < 0 ? 0 : colon + 2].find((at) => text.startsWith(message, at));
  return message === '' || start === undefined ? undefined : text.slice(start + message.length);
}
