import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/**
 * A request of the corpus. Texts may hold `«…»`: `«key»`, `«place»`, `«token»` and other names of the ground,
 * `«serial»`, `«now +61»` (seconds), `«repeat 500 x»`, `«hex ff00»` (bytes). It is sent over a separate socket.
 */
export interface CorpusRequest {
  /** The request line. */
  readonly line?: string;
  /** Header lines. One takes the place of the usual one of its name. */
  readonly headers?: readonly string[];
  /** Usual headers that are left out. */
  readonly without?: readonly string[];
  /** Merged over a valid event of its type, which is then the only one of its batch. `«absent»` takes a field away. */
  readonly event?: Readonly<Record<string, unknown>>;
  /** The body as it is. */
  readonly body?: string;
  /** The body is compressed so, whatever the headers say. */
  readonly coded?: 'gzip' | 'deflate' | 'raw-deflate' | 'br';
  /** A form: parts by their header lines and value. */
  readonly parts?: readonly CorpusPart[];
  /** Every byte of the connection; nothing usual is added. */
  readonly raw?: string;
  /** Settings of the project it is sent to, by their dotted names. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** A part of a form: a field or file by name, or by header lines of its own. */
export interface CorpusPart {
  readonly name?: string;
  readonly file?: string;
  readonly headers?: readonly string[];
  readonly value: string;
}

/** What must come of a request. */
export interface CorpusExpectation {
  /** Statuses that are right; `closed`: the connection may also end without an answer. */
  readonly statuses: readonly (number | 'closed')[];
  /** The error code of a refusal, where the documents name one. */
  readonly code: string | undefined;
  /** Outcome and reason of the only event; `zeros`: a tally without any. */
  readonly outcome: string | undefined;
  readonly reason: string | undefined;
}

/** One case: `expect` reads `202 processed`, `202 invalid timestamp`, `400 malformed_json`, `400|closed`. */
export interface CorpusCase {
  readonly name: string;
  readonly request: CorpusRequest;
  readonly expect: string;
  /** How many events of that outcome there are; 1 where it is not said. */
  readonly times?: number;
  /** Columns of the stored row, or fields of the answer of a management request. A time may be `arrival`. */
  readonly row?: Readonly<Record<string, unknown>>;
  /** Answers on the connection in order, where there are several. */
  readonly statuses?: readonly number[];
}

export interface CorpusTopic {
  readonly topic: string;
  /** Which documents the expectations are from. */
  readonly source: string;
  readonly usual: { readonly line: string; readonly headers: readonly string[] };
  readonly cases: readonly CorpusCase[];
}

const OUTCOMES = ['processed', 'filtered', 'invalid', 'rate_limited', 'quota_exceeded', 'zeros'];

/** Reads the short form of an expectation. Throws if it is malformed. */
export function readExpectation(text: string): CorpusExpectation {
  const [statuses = '', word, reason] = text.split(' ');
  const isOutcome = word !== undefined && OUTCOMES.includes(word);
  const read = statuses.split('|').map((one) => (one === 'closed' ? one : Number(one)));
  if (read.some(Number.isNaN)) throw new Error(`no expectation: ${text}`);
  return {
    statuses: read,
    code: isOutcome ? undefined : word,
    outcome: isOutcome ? word : undefined,
    reason: isOutcome ? reason : undefined,
  };
}

/** A status alone is a number to YAML. */
type CaseInFile = Omit<CorpusCase, 'expect'> & { readonly expect: string | number };
type TopicFile = Omit<CorpusTopic, 'topic' | 'cases'> & { readonly cases: readonly CaseInFile[] };

const directory = join(import.meta.dirname, '..', 'corpus');

/** All topics, by name. */
export function readCorpus(): readonly CorpusTopic[] {
  const files = readdirSync(directory)
    .filter((file) => file.endsWith('.yaml'))
    .sort();
  return files.map((file) => {
    const { cases, ...topic } = parse(readFileSync(join(directory, file), 'utf8')) as TopicFile;
    return {
      topic: file.replace('.yaml', ''),
      ...topic,
      cases: cases.map((one) => ({ ...one, expect: String(one.expect) })),
    };
  });
}
