import { isObject, LIMITS, TRIM_MARK, UNNAMED_CALL, type UnknownObject } from '@sluice/contract';
import { readVariables } from './readVariables.js';
import { readUuid } from '../values/ids.js';
import { textOf } from '../values/read.js';

/** What the frames of an event have in common. */
export interface FrameFacts {
  readonly platform: string | undefined;
  /** Debug ids of files as UUIDs, by their path or URL. */
  readonly debugIds: ReadonlyMap<string, string>;
}

/** Returns what the frames of an event have in common. */
export const frameFactsOf = (event: UnknownObject): FrameFacts => ({
  platform: textOf(event['platform']),
  debugIds: debugIdsOf(event['debug_meta']),
});

function debugIdsOf(meta: unknown): ReadonlyMap<string, string> {
  const images = isObject(meta) && Array.isArray(meta['images']) ? meta['images'].filter(isObject) : [];
  return new Map(
    images.flatMap(({ code_file: file, debug_id: given }) => {
      const id = readUuid(given);
      return typeof file === 'string' && id !== undefined ? [[file, id] as const] : [];
    }),
  );
}

/** Returns the frames of a stack, newest call first; `undefined` if it has none. */
export function translateFrames(stacktrace: unknown, facts: FrameFacts): readonly UnknownObject[] | undefined {
  const given = isObject(stacktrace) ? stacktrace['frames'] : undefined;
  const frames = Array.isArray(given) ? given.filter(isObject) : [];
  return frames.length === 0 ? undefined : frames.reverse().map((frame) => translateFrame(frame, facts));
}

function translateFrame(frame: UnknownObject, { platform, debugIds }: FrameFacts): UnknownObject {
  const { filename, abs_path: path, function: name, lineno, colno, in_app: inApp } = frame;
  const translated: Record<string, unknown> = {};
  const file = textOf(filename) ?? textOf(path);
  if (file !== undefined) translated['file'] = file;
  const called = nameOf(textOf(name));
  const module = textOf(frame['module']);
  const isUnnamed = [called, file, module].every((part) => part === undefined) && !isPosition(lineno);
  if (isUnnamed) translated['function'] = unnamed(frame, platform);
  else if (called !== undefined) translated['function'] = called;
  if (isPosition(lineno)) translated['line'] = lineno;
  if (isPosition(colno)) translated['column'] = colno;
  // SDKs of browsers set it on every frame. Sluice derives it from the file or a source map.
  if (typeof inApp === 'boolean' && !(inApp && platform === 'javascript')) translated['inApp'] = inApp;
  else if (isUnnamed) translated['inApp'] = false;
  const context = readContext(frame);
  if (context !== undefined) translated['context'] = context;
  if (module !== undefined) translated['module'] = module;
  const vars = readVariables(frame['vars']);
  if (vars !== undefined) translated['vars'] = vars;
  const debugId = debugIds.size === 0 ? undefined : debugIdOf(debugIds, path, filename);
  if (debugId !== undefined) translated['debugId'] = debugId;
  return translated;
}

const nameOf = (name: string | undefined): string | undefined => (name === '?' ? undefined : name);

/**
 * Returns a name for a frame without function, file, module and line, so that it is shown: the address of its instruction, which native
 * SDKs send without symbols. Grouping ignores both.
 */
const unnamed = ({ instruction_addr: address }: UnknownObject, platform: string | undefined): string =>
  typeof address === 'string' && ADDRESS.test(address) && !JAVASCRIPT.has(platform) ? address : UNNAMED_CALL;

/** Platforms whose grouping rules are those of JavaScript. */
const JAVASCRIPT: ReadonlySet<string | undefined> = new Set([undefined, 'javascript', 'node']);

const ADDRESS = /^0x[\da-f]{1,16}$/i;

/** Whether a value is a line or a column: native SDKs send 0 and less for those that they do not know. */
const isPosition = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0;

const debugIdOf = (ids: ReadonlyMap<string, string>, path: unknown, filename: unknown): string | undefined =>
  (typeof path === 'string' ? ids.get(path) : undefined) ??
  (typeof filename === 'string' ? ids.get(filename) : undefined);

function readContext({ context_line: line, pre_context: before, post_context: after }: UnknownObject): unknown {
  if (typeof line !== 'string') return undefined;
  return {
    before: readLines(before).slice(-LIMITS.cutContextLines),
    line: readLine(line),
    after: readLines(after).slice(0, LIMITS.cutContextLines),
  };
}

const readLines = (lines: unknown): readonly string[] =>
  Array.isArray(lines) ? lines.map((line) => (typeof line === 'string' ? readLine(line) : '')) : [];

const MARK = '{snip}';

/** Returns a line without its break, which Ruby sends, and with the mark of Sluice where the SDK has cut it. */
function readLine(sent: string): string {
  const line = sent.endsWith('\n') ? sent.slice(0, -1) : sent;
  if (!line.includes(MARK)) return line;
  const end = line.endsWith(` ${MARK}`) ? line.slice(0, -MARK.length - 1) + TRIM_MARK : line;
  return end.startsWith(`${MARK} `) ? TRIM_MARK + end.slice(MARK.length + 1) : end;
}
