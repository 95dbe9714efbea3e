import { errorBody, type ErrorBody } from '@sluice/contract';
import { PositionError, readFailure, TenancyError } from '@sluice/db';
import { AmbiguousIdError, ApiError } from '../apiError.js';
import { badCursor } from '../list/cursor.js';

/** An error as it is sent. */
export interface ErrorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorBody;
  /** Whether it tells of a mistake of ours, which an operator must see. */
  readonly isOurs: boolean;
}

const RETRY = { 'retry-after': '5' } as const;

/** What is sent for whatever was thrown: constant sentences, no text of the error itself unless it was made to be sent. */
export function errorAnswer(error: unknown): ErrorAnswer {
  const refusal = refusalOf(error);
  if (refusal === undefined) {
    const body = errorBody('internal', 'Something went wrong here; it was logged.');
    return { status: 500, headers: {}, body, isOurs: true };
  }
  const { status, headers, code, message } = refusal;
  const body = errorBody(code, message);
  if (!(refusal instanceof AmbiguousIdError)) return { status, headers, body, isOurs: false };
  return { status, headers, body: { ...body, error: { ...body.error, ids: refusal.ids } }, isOurs: false };
}

function refusalOf(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (error instanceof TenancyError) return ofTenancy(error);
  if (error instanceof PositionError)
    return badCursor('The cursor names no place in this list: send the next of an answer as it came.');
  switch (readFailure(error)) {
    case 'unavailable':
      return new ApiError(
        503,
        'unavailable',
        'The database does not answer, or takes no writes now; try again in a few seconds.',
        RETRY,
      );
    case 'too_slow':
      return new ApiError(
        503,
        'too_slow',
        'This took too long: ask for a shorter time range (from, to), a smaller limit, or fewer filters that scan.',
        RETRY,
      );
    case 'conflict':
      return new ApiError(503, 'busy', 'Somebody else is changing the same thing; try again in a moment.', RETRY);
    case undefined:
      return undefined;
  }
}

function ofTenancy({ code, message }: TenancyError): ApiError {
  const sentence = `${message.slice(0, 1).toUpperCase()}${message.slice(1)}.`;
  switch (code) {
    case 'not_found':
      return new ApiError(404, code, sentence);
    case 'exists':
      return new ApiError(409, code, sentence);
    case 'changed':
      return new ApiError(412, code, sentence);
    case 'invalid':
      return new ApiError(422, 'invalid_body', sentence);
  }
}
