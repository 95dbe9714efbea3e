import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/**
 * A request of the corpus, sent over a separate connection. Texts may contain `«key»`, `«place»`, `«token»` and other
 * names of the ground, `«serial»`, `«now +61»` (seconds), `«repeat 500 x»`, `«hex ff00»` (bytes).
 */
export interface CorpusRequest {
  /** The request line. */
  readonly line?: string;
  /** Header lines. Each replaces the default header of the same name. */
  readonly headers?: readonly string[];
  /** Default headers to omit. */
  readonly without?: readonly string[];
  /** Merged into a valid event of its type, the only one of its batch. `«absent»` removes a field. */
  readonly event?: Readonly<Record<string, unknown>>;
  /** The exact body. */
  readonly body?: string;
  /** The encoding of the body, whatever the headers declare. */
  readonly coded?: 'gzip' | 'deflate' | 'raw-deflate' | 'br';
  /** A form: header lines and value of each part. */
  readonly parts?: readonly CorpusPart[];
  /** The exact bytes of the connection; nothing is added. */
  readonly raw?: string;
  /** Settings of the target project, by dotted name. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** A part of a form: a field or file by name, or with explicit header lines. */
export interface CorpusPart {
  readonly name?: string;
  readonly file?: string;
  readonly headers?: readonly string[];
  readonly value: string;
}

/** The expected result of a request. */
export interface CorpusExpectation {
  /** Allowed statuses; `closed`: the connection may also end without a response. */
  readonly statuses: readonly (number | 'closed')[];
  /** The error code of a refusal, if documented. */
  readonly code: string | undefined;
  /** Outcome and reason of the only event; `zeros`: all counts are 0. */
  readonly outcome: string | undefined;
  readonly reason: string | undefined;
}

/** One case: `expect` reads `202 processed`, `202 invalid timestamp`, `400 malformed_json`, `400|closed`. */
export interface CorpusCase {
  readonly name: string;
  readonly request: CorpusRequest;
  readonly expect: string;
  /** Number of events of that outcome; default 1. */
  readonly times?: number;
  /** Columns of the stored row, or fields of the response to a management request. A time may be `arrival`. */
  readonly row?: Readonly<Record<string, unknown>>;
  /** Responses in order, if there are several. */
  readonly statuses?: readonly number[];
}

export interface CorpusTopic {
  readonly topic: string;
  /** Documents that the expectations are based on. */
  readonly source: string;
  readonly usual: { readonly line: string; readonly headers: readonly string[] };
  readonly cases: readonly CorpusCase[];
}

const OUTCOMES = ['processed', 'filtered', 'invalid', 'rate_limited', 'quota_exceeded', 'zeros'];

/** Parses the short form of an expectation. @throws if it is malformed */
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

/** YAML parses a status without text as a number. */
type CaseInFile = Omit<CorpusCase, 'expect'> & { readonly expect: string | number };
type TopicFile = Omit<CorpusTopic, 'topic' | 'cases'> & { readonly cases: readonly CaseInFile[] };

const directory = join(import.meta.dirname, '..', 'corpus');

/** Returns all topics, by name. */
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
