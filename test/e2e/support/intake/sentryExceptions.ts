import { isIP } from 'node:net';
import { clean, trimmed, type CauseView, type ExceptionView, type FrameView } from './expectation.js';
import { isoOf, momentOf } from './moments.js';
import { fieldsOf, listOf, textOr, type Fields } from './readEnvelope.js';

const MOST_FRAMES = 250;
const MOST_CAUSES = 8;
/** Stands for the frames that are left out. */
const GAP: FrameView = { file: '', function: '…', module: null, line: null, column: null };
const MOST_MESSAGE = 8_192;
const MOST_OF_VARIABLE = 1_000;

/** What an event of Sentry becomes. @param header the header of its envelope, `{}` without one */
export function expectException(event: Fields, header: Fields): ExceptionView {
  const values = listOf(event['exception']);
  const last = values.at(-1);
  const { contexts, release, environment, timestamp } = event;
  const trace = fieldsOf(fieldsOf(contexts)['trace']);
  return {
    ...(last === undefined ? expectMessage(event) : expectValue(last, event)),
    ...newestOf(last ?? currentThread(event)),
    causes:
      last === undefined
        ? []
        : causesOf(values)
            .slice(0, MOST_CAUSES)
            .map((value, _index, ordered) => ({
              ...expectValue(value, {}),
              parent: groupOf(value, [last, ...ordered]),
            })),
    level: levelOf(event['level']),
    handled: handledOf(event, last),
    platform: textOr(event['platform'], null),
    timestamp: isoOf(momentOf(timestamp as number | string)),
    breadcrumbs: listOf(event['breadcrumbs']).length,
    tags: withoutReplay(tagsOf(event['tags'])),
    release: textOr(release, null),
    environment: textOr(environment, null),
    traceId: textOr(trace['trace_id'], null),
    spanId: textOr(trace['span_id'], null),
    replayId: textOr(fieldsOf(event['tags'])['replayId'], textOr(fieldsOf(header['trace'])['replay_id'], null)),
    contexts: contextsOf(event),
  };
}

/** A message is handled, and a panic of Go, which only its level tells, is not. */
function handledOf({ platform, level }: Fields, last: Fields | undefined): boolean | null {
  if (platform === 'go' && level === 'fatal') return false;
  return last === undefined ? true : ((fieldsOf(last['mechanism'])['handled'] as boolean | undefined) ?? null);
}

/** The level of an exception has four values. */
function levelOf(level: unknown): string {
  if (level === 'debug' || level === 'log') return 'info';
  return textOr(level, 'error');
}

/** The tags, values as text. */
function tagsOf(tags: unknown): Record<string, string> {
  const entries = Object.entries(fieldsOf(tags)).filter(([, value]) => value !== null);
  return Object.fromEntries(
    entries.map(([key, value]) => [trimmed(clean(key), 200), trimmed(clean(String(value)), 200)]),
  );
}

/** The id of a replay, which SDKs for JavaScript write into the tags, is not a tag. */
const withoutReplay = (tags: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(tags).filter(([key]) => key !== 'replayId'));

/** The fields of the end user. */
function userOf(user: unknown): Record<string, unknown> {
  const { id, email, username, name, ip_address: address } = fieldsOf(user);
  return defined({
    'user.id': id,
    'user.email': email,
    'user.username': username,
    'user.name': name,
    'user.ip_address': typeof address === 'string' && isIP(address) > 0 ? address : undefined,
  });
}

const defined = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));

function contextsOf(event: Fields): Record<string, unknown> {
  const { contexts, request, extra, event_id: id } = event;
  const { runtime, cart } = fieldsOf(contexts);
  const { method, url } = fieldsOf(request);
  return {
    ...userOf(event['user']),
    ...defined({
      'event.id': id,
      server_name: event['server_name'],
      dist: event['dist'],
      logger: event['logger'],
      transaction: event['transaction'],
      'http.method': method,
      url,
      'runtime.name': fieldsOf(runtime)['name'],
      'runtime.version': fieldsOf(runtime)['version'],
      cart,
      extra: Object.keys(fieldsOf(extra)).length > 0 && JSON.stringify(extra).length < 8_000 ? extra : undefined,
    }),
  };
}

/** A message without an exception, with the stack of the current thread. */
function expectMessage(event: Fields): CauseView {
  const frames = framesOf(currentThread(event));
  return { type: 'Message', message: trimmed(clean(messageOf(event)), MOST_MESSAGE), frames };
}

/** A line without its end, and with our mark where an SDK left something out. */
const sourceLineOf = (line: string | null): string | null =>
  line
    ?.replace(/\n$/, '')
    .replace(/^\{snip\} /, '…')
    .replace(/ \{snip\}$/, '…') ?? null;

/** The current thread, without the calls of the SDK that captures a message. */
function currentThread(event: Fields): Fields {
  const threads = listOf(event['threads']);
  const thread = threads.find(({ current }) => current === true) ?? threads[0] ?? {};
  const frames = listOf({ values: fieldsOf(thread['stacktrace'])['frames'] });
  const newest = frames.findLastIndex(({ filename }) => !/^sentry(?:\/hub|-ruby)\.rb$/.test(textOr(filename, '')));
  return { ...thread, stacktrace: { frames: frames.slice(0, newest + 1) } };
}

/** The source line and the variables of the newest frame. */
function newestOf({ stacktrace }: Fields): Pick<ExceptionView, 'sourceLine' | 'vars'> {
  const { context_line: line, vars } = listOf({ values: fieldsOf(stacktrace)['frames'] }).at(-1) ?? {};
  const texts = Object.entries(fieldsOf(vars)).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return [clean(name), trimmed(clean(text), MOST_OF_VARIABLE)] as const;
  });
  return { sourceLine: sourceLineOf(textOr(line, null)), vars: texts.length === 0 ? null : Object.fromEntries(texts) };
}

function messageOf({ message, logentry }: Fields): string {
  if (typeof message === 'string' && message !== '') return message;
  const { formatted, message: template, params } = fieldsOf(logentry ?? message);
  if (typeof formatted === 'string') return formatted;
  let next = 0;
  return textOr(template, '').replace(/%[sd]/g, () => String((params as unknown[])[next++]));
}

function expectValue(value: Fields, event: Fields): CauseView {
  const isMessage = fieldsOf(value['mechanism'])['synthetic'] === true && event['message'] !== undefined;
  return {
    type: clean(textOr(value['type'], isMessage ? 'Message' : 'Error')),
    message: trimmed(clean(textOr(value['value'], '')), MOST_MESSAGE),
    frames: framesOf(value),
  };
}

/** Values before the last: a tree depth-first if it is one, otherwise nearest first. */
function causesOf(values: readonly Fields[]): Fields[] {
  const rest = values.slice(0, -1);
  const idOf = (value: Fields) => fieldsOf(value['mechanism'])['exception_id'] as number | undefined;
  if (rest.some((value) => idOf(value) === undefined)) return [...rest].reverse();
  const below = (id: number | undefined): Fields[] =>
    rest
      .filter((value) => fieldsOf(value['mechanism'])['parent_id'] === id)
      .sort((one, other) => (idOf(one) ?? 0) - (idOf(other) ?? 0))
      .flatMap((value) => [value, ...below(idOf(value))]);
  return below(idOf(values.at(-1) ?? {}));
}

/** The place of the group of an exception that is an element of its errors. */
function groupOf(value: Fields, ordered: readonly Fields[]): number | null {
  const { source, parent_id: parent } = fieldsOf(value['mechanism']);
  if (typeof source !== 'string' || !source.includes('[')) return null;
  return ordered.findIndex((other) => fieldsOf(other['mechanism'])['exception_id'] === parent);
}

/** Frames, newest first; of a long stack, the newest and the oldest with a mark between them. */
function framesOf(value: Fields): FrameView[] {
  const frames = listOf({ values: fieldsOf(value['stacktrace'])['frames'] })
    .map(frameOf)
    .reverse();
  if (frames.length <= MOST_FRAMES) return frames;
  const newest = Math.ceil((MOST_FRAMES - 1) / 2);
  return [...frames.slice(0, newest), GAP, ...frames.slice(1 + newest - MOST_FRAMES)];
}

function frameOf({ filename, abs_path: path, function: name, module, lineno, colno }: Fields): FrameView {
  return {
    file: textOr(filename, textOr(path, '')),
    function: name === '?' ? '' : textOr(name, ''),
    module: textOr(module, null),
    line: (lineno as number | undefined) ?? null,
    column: (colno as number | undefined) ?? null,
  };
}
