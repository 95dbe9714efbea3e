import type { ResponseOf } from '../../api/callApi';
import { exceptionTitle, MESSAGE } from '../../lib/exceptionTitle';
import { isObject } from '../../lib/isObject';

/** The operation of one event. */
export const EVENT = 'GET /api/0/projects/{org}/{project}/exceptions/{id}';

/** An exception with everything that is stored of it. */
export type EventDetail = ResponseOf<typeof EVENT>;

/** A frame of a stack. */
export type Frame = EventDetail['frames'][number];

/** A breadcrumb as clients send it; anything may be missing. */
export interface Breadcrumb {
  readonly timestamp: string | undefined;
  readonly category: string;
  readonly level: string;
  readonly text: string;
}

const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** Reads the breadcrumbs of an event, the latest first. Whatever is not a breadcrumb is left out. */
export function readBreadcrumbs(sent: unknown): readonly Breadcrumb[] {
  if (!Array.isArray(sent)) return [];
  const crumbs = sent.filter(isObject).map((crumb) => ({
    timestamp: typeof crumb['timestamp'] === 'string' ? crumb['timestamp'] : undefined,
    category: textOf(crumb['category']) || 'default',
    level: textOf(crumb['level']) || 'info',
    text: crumbText(crumb),
  }));
  return crumbs.reverse();
}

function crumbText({ message, data }: Readonly<Record<string, unknown>>): string {
  const said = textOf(message);
  if (!isObject(data)) return said;
  const [request, others] = splitRequest(data);
  const { from, to, status_code: status, ...rest } = others;
  const where = to === undefined ? '' : `${textOf(from)} → ${textOf(to)}`.trim();
  const code = status === undefined ? '' : `[${textOf(status)}]`;
  const more = Object.entries(rest).map(([name, value]) => `${name}=${textOf(value)}`);
  return [said, request, where, code, ...more].filter((part) => part !== '').join(' ');
}

/** Names of the method of a request: of browsers and Node, and of Python. */
const METHODS = ['method', 'http.method'];

type Data = Readonly<Record<string, unknown>>;

/** Returns the method and URL of a request as one text, `GET https://shop.example`, and the other fields; `''` if one is missing. */
function splitRequest(data: Data): readonly [string, Data] {
  const name = METHODS.find((one) => typeof data[one] === 'string');
  if (name === undefined || typeof data['url'] !== 'string') return ['', data];
  const { [name]: method, url, ...rest } = data;
  return [`${textOf(method)} ${textOf(url)}`, rest];
}

interface Place {
  /** The function. */
  readonly name: string;
  /** The file, or else the module, with the position. */
  readonly place: string;
  /** The module, if {@link place} has the file; not of JavaScript, whose modules are files. */
  readonly module: string | undefined;
}

/** Where a frame is: resolved if it resolves and `isRaw` is not asked for. */
export function placeOf(frame: Frame, isRaw: boolean): Place {
  const { original, module } = frame;
  const isSent = isRaw || original === null;
  const shown = isSent ? frame : original;
  const position = [shown.line, shown.column].filter((part) => part !== null).join(':');
  const isInModule = isSent && frame.file === '' && module !== null;
  const where = isInModule ? module : (shown.file ?? '(unknown file)');
  return {
    name: (shown.function ?? '') === '' ? '(anonymous)' : (shown.function ?? ''),
    place: [where, position].filter((part) => part !== '').join(':'),
    module: frame.unresolved === 'not_javascript' && !isInModule ? (module ?? undefined) : undefined,
  };
}

/** Whether an event is of a type that may have no stack, and has none: a captured message or a report of a browser. */
export const isBareMessage = ({ type, frames, causes }: EventDetail): boolean =>
  (type === MESSAGE || type === POLICY) && frames.length === 0 && causes.length === 0;

/** Type of a report about a content security policy. */
const POLICY = 'Content Security Policy';

/** Whether a frame is of the application, by its original if it resolves. */
export const isInApp = ({ original, inApp }: Frame): boolean => original?.inApp ?? inApp;

/** Whether source maps are for these frames: one resolves, or only a map can show the code of the application. */
export function usesMaps(frames: readonly Frame[]): boolean {
  const own = frames.filter(isInApp);
  const shown = own.length === 0 ? frames : own;
  return frames.some(({ original }) => original !== null) || !shown.every(showsOwnCode);
}

/**
 * Whether a frame without a map shows the code that was written: it is not of JavaScript, or the SDK has read source lines
 * where the program runs. In minified code the column is beyond what is kept of the long line.
 */
export const showsOwnCode = ({ unresolved, context, column }: Frame): boolean =>
  unresolved === 'not_javascript' ||
  ((unresolved === 'no_map' || unresolved === 'no_release') &&
    context !== null &&
    (column ?? 0) <= context.line.length);

/** Causes that are stored. */
const MOST_CAUSES = 8;

/**
 * Returns the label of a cause: `Caused by`, or `1 of 2 in ExceptionGroup:` for an exception of a group, without the total if causes may
 * have been cut.
 */
export function causeLabel({ type, causes }: Pick<EventDetail, 'type' | 'causes'>, index: number): string {
  const parent = causes[index]?.parent ?? null;
  if (parent === null) return 'Caused by';
  const places = [...causes.keys()].filter((other) => causes[other]?.parent === parent);
  const count = causes.length < MOST_CAUSES ? ` of ${places.length}` : '';
  return `${places.indexOf(index) + 1}${count} in ${parent === 0 ? type : (causes[parent - 1]?.type ?? '')}:`;
}

/** Returns an event as text for a message or a ticket. */
export function eventAsText(event: EventDetail): string {
  const stack = (frames: readonly Frame[]): string =>
    frames.map((frame) => `    at ${placeOf(frame, false).name} (${placeOf(frame, false).place})`).join('\n');
  const facts = [
    ['event', event.id],
    ['time', event.timestamp],
    ['release', event.release],
    ['environment', event.environment],
    ['platform', event.platform],
    ['user', event.userName === null ? event.user : `${event.userName} (${event.user ?? ''})`],
    ['page', pageOf(event)],
    ['trace', event.traceId],
    ['replay', event.replayId],
  ].filter(([, value]) => value !== null && value !== undefined);
  const causes = event.causes.map(({ type, message, frames }, index) =>
    [`${causeLabel(event, index)} ${exceptionTitle({ type, message })}`, stack(frames)]
      .filter((part) => part !== '')
      .join('\n'),
  );
  return [
    [exceptionTitle(event), stack(event.frames), ...causes].filter((part) => part !== '').join('\n'),
    facts.map(([name, value]) => `${name}: ${value ?? ''}`).join('\n'),
  ].join('\n\n');
}

/** The address of the page or request, if the event has one. */
export function pageOf({ contexts }: EventDetail): string | undefined {
  const found = ['page.url', 'url.full', 'url', 'http.url'].map((name) => contexts[name]);
  return found.find((value): value is string => typeof value === 'string' && value !== '');
}

/** `Safari 26`, `macOS 15`: name and version of a context. */
export function versioned({ contexts }: EventDetail, name: string): string | undefined {
  const label = contexts[`${name}.name`];
  if (typeof label !== 'string') return undefined;
  const version = contexts[`${name}.version`];
  return typeof version === 'string' ? `${label} ${version}` : label;
}
