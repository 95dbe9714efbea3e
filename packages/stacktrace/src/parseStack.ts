import { keepEnds, type Frame } from './frame.js';
import { frameOf, type Call } from './frameOf.js';
import { parseLanguageStack } from './languages/parseLanguageStack.js';
import { parseAtSignLine } from './parseAtSignLine.js';
import { isAtLine, parseV8Line } from './parseV8Line.js';
import { isJavaScript } from './platform.js';
import { withNote } from './withNote.js';

/** The header above the frames of V8's stacks. */
export interface StackHeader {
  readonly message: string;
}

/** These lines precede the frames of another error: the cause or an aggregated error. */
const OTHER_ERROR = /^\s*(?:\[cause\]:|\[errors\]:|caused by:? )/i;

/** Between these lines one stack goes on: an earlier turn of the event loop, or calls left out. */
const GOES_ON = /^\s*(?:$|-{3,}|from previous event:|\.\.\. |\^|\})/i;

/** The cut part of a line is not read: its frame is lost, because the position is at the end. */
const MAX_LINE = 4_096;

/**
 * Parses a raw stack of any platform into frames, newest first, at most 250: {@link parseStack} for JavaScript, or where no platform is
 * named; for other platforms, those of `languages/`. None if the platform's stacks are not known. Never throws; takes linear time.
 */
export function parseStackOf(platform: string | null, text: string, header?: StackHeader): readonly Frame[] {
  if (platform === null || isJavaScript(platform)) return parseStack(text, header);
  // Python prints the message below the frames.
  const isHeaded = /^[^\r\n]*: /.test(text);
  const body = header === undefined || !isHeaded ? undefined : withoutMessage(text, header.message);
  return keepEnds(parseLanguageStack(platform, linesOf(body ?? text)));
}

/**
 * Parses a raw stack into frames, newest first, at most 250 (of more, the middle is dropped): Chrome, Edge, Node and
 * other V8; Firefox; Safari. In V8's stacks, a message of several lines precedes the frames and may look like frames:
 * with `header` the message is skipped, otherwise the last run of frames is the stack. Never throws; takes linear
 * time.
 */
export function parseStack(text: string, header?: StackHeader): readonly Frame[] {
  const body = header === undefined ? undefined : withoutMessage(text, header.message);
  const lines = linesOf(body ?? text);
  const calls = lines.map(withNote(parseV8Line));
  const found = calls.some((call) => call !== undefined)
    ? runOf(lines, calls, body !== undefined)
    : lines.map(withNote(parseAtSignLine)).filter((call) => call !== undefined);
  return keepEnds(found.map((call) => frameOf(call)));
}

const linesOf = (text: string): readonly string[] => text.split(/\r?\n/).map((line) => line.slice(0, MAX_LINE));

/** The frames of one run of lines: the first run where the message is cut off, else the last one. */
function runOf(lines: readonly string[], calls: readonly (Call | undefined)[], isFirst: boolean): readonly Call[] {
  let run: Call[] = [];
  let isOver = false;
  for (const [index, line] of lines.entries()) {
    const call = calls[index];
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

/** Returns the text after `Type: message` or `message`; `undefined` if the stack does not start with it. */
function withoutMessage(text: string, message: string): string | undefined {
  const colon = text.indexOf(': ');
  const start = [0, colon < 0 ? 0 : colon + 2].find(
    (at) => endsLine(text, at + message.length) && text.startsWith(message, at),
  );
  return message === '' || start === undefined ? undefined : text.slice(start + message.length);
}

/** A message takes whole lines: Firefox's first frame may begin with the same word. */
const endsLine = (text: string, at: number): boolean => at === text.length || /[\r\n]/.test(text.charAt(at));
