import type { ObjectSchema, Schema } from '../route.js';
import { described, object } from '../schema/shapes.js';
import { text, whole } from '../schema/values.js';

/** What every list may be asked; times are not read yet. */
export interface ListQuery {
  /** Rows of a page: 1–100, 50 where nothing was said. */
  readonly limit: number;
  /** The `next` of the page before. */
  readonly cursor?: string;
  readonly from?: string;
  readonly to?: string;
  readonly environment?: string;
  readonly release?: string;
}

/** Characters of a cursor and of a filter; longer ones can match nothing. */
const LONGEST_CURSOR = 2_048;
const LONGEST_NAME = 250;
const LONGEST_TIME = 64;

/** Query schema of a moment in one of the forms that events may use too; read it with `readTime`. */
const timeText = (description: string): Schema => described(text(LONGEST_TIME), description);

/** Query schema of a range without a page: charts. */
export const rangeFields: Readonly<Record<string, Schema>> = {
  from: timeText('From this moment on, ISO 8601 (UTC where it names no zone).'),
  to: timeText('Up to, not with, this moment, ISO 8601.'),
};

/** Query schema of an event's environment and release. */
export const placeFields: Readonly<Record<string, Schema>> = {
  environment: described(text(LONGEST_NAME), 'Of this environment only.'),
  release: described(text(LONGEST_NAME), 'Of this release only.'),
};

/** The query of a list: a page, a range of arrival, environment, release, and what the list adds. */
export const listQuery = (extra: Readonly<Record<string, Schema>> = {}): ObjectSchema =>
  optionalFields({
    limit: { ...whole(1, 100), default: 50, description: 'The most rows of a page.' },
    cursor: described(text(LONGEST_CURSOR), 'The `next` of the page before; with the same other parameters.'),
    ...rangeFields,
    ...placeFields,
    ...extra,
  });

/** A query whose parameters may all be left out. */
export const optionalFields = (fields: Readonly<Record<string, Schema>>): ObjectSchema =>
  object(fields, Object.keys(fields));
