import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { makeEvent, type EventType, type WireEvent } from '../../e2e/support/events.js';
import { type CorpusPart, type CorpusRequest, type CorpusTopic } from './corpusCase.js';

/** Values of the names in `«…»`. */
export type CorpusNames = Readonly<Record<string, string>>;

const BOUNDARY = 'corpus-boundary';

const coders = { gzip: gzipSync, deflate: deflateSync, 'raw-deflate': deflateRawSync, br: brotliCompressSync };

/** Returns a text as bytes, with every `«…»` replaced. @throws if a name is unknown */
export function fill(text: string, names: CorpusNames): Buffer {
  const pieces = text.split(/«([^»]*)»/);
  return Buffer.concat(pieces.map((piece, index) => (index % 2 === 0 ? Buffer.from(piece) : valueOf(piece, names))));
}

function valueOf(expression: string, names: CorpusNames): Buffer {
  const [name = '', ...rest] = expression.split(' ');
  if (name === 'hex') return Buffer.from(rest.join(''), 'hex');
  if (name === 'repeat') return Buffer.from(rest.slice(1).join(' ').repeat(Number(rest[0])));
  if (name === 'blanks') return blanks(Number(rest[0]));
  if (name === 'now') return Buffer.from(new Date(Date.now() + 1_000 * Number(rest[0] ?? 0)).toISOString());
  const value = names[name];
  if (value === undefined) throw new Error(`«${expression}» is unknown`);
  return Buffer.from(value);
}

/** Returns this many spaces and tabs that hardly compress: tabs at changing distances. */
function blanks(length: number): Buffer {
  const bytes = Buffer.alloc(length, ' ');
  let state = 1;
  for (let at = 0; at < length; at += (state % 40) + 1) {
    bytes[at] = 9;
    state = (state * 75 + 74) % 65_537;
  }
  return bytes;
}

/**
 * Returns the full event of a request. Its serial is in tags and in contexts, because a case may remove one of them.
 */
function eventOf(over: Readonly<Record<string, unknown>>, serial: string): WireEvent {
  const { type = 'log', payload, tags, contexts, ...rest } = over;
  const usual = makeEvent(type as EventType);
  const merged = (mine: object, theirs: unknown): unknown =>
    theirs === undefined ? mine : isPlain(theirs) ? withoutAbsent({ ...mine, ...theirs }) : theirs;
  return withoutAbsent({
    ...usual,
    ...rest,
    tags: merged({ serial }, tags),
    contexts: merged({ serial }, contexts),
    payload: merged(usual.payload, payload),
  });
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const withoutAbsent = (fields: object): WireEvent =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '«absent»'));

function formOf(parts: readonly CorpusPart[], names: CorpusNames): Buffer {
  const pieces = parts.flatMap(({ name = '', file, headers, value }) => {
    const filename = file === undefined ? '' : `; filename="${file}"`;
    const lines = headers ?? [`Content-Disposition: form-data; name="${name}"${filename}`];
    return [fill(`--${BOUNDARY}\r\n${lines.join('\r\n')}\r\n\r\n`, names), fill(value, names), Buffer.from('\r\n')];
  });
  return Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

function bodyOf({ event, body, parts, coded }: CorpusRequest, names: CorpusNames): Buffer | undefined {
  let bytes: Buffer | undefined;
  if (event !== undefined) {
    bytes = fill(JSON.stringify({ events: [eventOf(event, names['serial'] ?? '')] }), names);
  } else if (parts !== undefined) bytes = formOf(parts, names);
  else if (body !== undefined) bytes = fill(body, names);
  return bytes === undefined || coded === undefined ? bytes : coders[coded](bytes);
}

const nameOf = (line: string): string => line.split(':', 1)[0]?.trim().toLowerCase() ?? '';

/** Returns the bytes of a request and the serial of its event. */
export function composeRequest(request: CorpusRequest, usual: CorpusTopic['usual'], names: CorpusNames): Buffer {
  if (request.raw !== undefined) return fill(request.raw, names);
  const body = bodyOf(request, names);
  const given = request.headers ?? [];
  const left = new Set([...given.map(nameOf), ...(request.without ?? []).map((name) => name.toLowerCase())]);
  if (left.has('transfer-encoding')) left.add('content-length');
  const standard = [
    'Host: 127.0.0.1',
    'Connection: close',
    ...usual.headers,
    ...(request.parts === undefined ? [] : [`Content-Type: multipart/form-data; boundary=${BOUNDARY}`]),
    ...(body === undefined ? [] : [`Content-Length: ${body.length}`]),
  ];
  // The content type of a form replaces that of the topic.
  const usualLines = standard.filter(
    (line, index) =>
      !left.has(nameOf(line)) && standard.findLastIndex((other) => nameOf(other) === nameOf(line)) === index,
  );
  const head = [request.line ?? usual.line, ...usualLines, ...given, '', ''].join('\r\n');
  return Buffer.concat([fill(head, names), body ?? Buffer.alloc(0)]);
}
