import { errorBody, type ErrorBody } from '@sluice/contract';
import { readFailure, TenancyError } from '@sluice/db';
import { PositionError } from '@sluice/reading';
import { AmbiguousIdError, ApiError } from '../apiError.js';
import { badCursor } from '../list/cursor.js';

/** An error response. */
export interface ErrorResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorBody;
  /** Whether the cause is a defect of the service, which must be logged. */
  readonly isInternal: boolean;
}

const RETRY = { 'retry-after': '5' } as const;

/** Returns the response for anything that was thrown. Messages are constant, unless the error was made to be sent. */
export function toErrorResponse(error: unknown): ErrorResponse {
  const refusal = toApiError(error);
  if (refusal === undefined) {
    const body = errorBody('internal', 'Internal error. It was logged.');
    return { status: 500, headers: {}, body, isInternal: true };
  }
  const { status, headers, code, message } = refusal;
  const body = errorBody(code, message);
  if (!(refusal instanceof AmbiguousIdError)) return { status, headers, body, isInternal: false };
  return { status, headers, body: { ...body, error: { ...body.error, ids: refusal.ids } }, isInternal: false };
}

function toApiError(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (error instanceof TenancyError) return tenancyApiError(error);
  if (error instanceof PositionError)
    return badCursor('The cursor is not a position in this list: send `next` of a previous response unchanged.');
  switch (readFailure(error)) {
    case 'unavailable':
      return new ApiError(
        503,
        'unavailable',
        'The database is unavailable or takes no writes; try again in a few seconds.',
        RETRY,
      );
    case 'too_slow':
      return new ApiError(
        503,
        'too_slow',
        'The query took too long: use a shorter time range (from, to), a smaller limit, or fewer filters.',
        RETRY,
      );
    case 'conflict':
      return new ApiError(503, 'busy', 'Another request is changing the same object; try again in a moment.', RETRY);
    case undefined:
      return undefined;
  }
}

function tenancyApiError({ code, message, retryAfterS }: TenancyError): ApiError {
  const sentence = `${message.slice(0, 1).toUpperCase()}${message.slice(1)}.`;
  switch (code) {
    case 'not_found':
      return new ApiError(404, code, sentence);
    case 'forbidden':
    case 'operators_only':
    case 'unverified_email':
      return new ApiError(403, code, sentence);
    case 'exists':
    case 'last_owner':
      return new ApiError(409, code, sentence);
    case 'changed':
      return new ApiError(412, code, sentence);
    case 'too_many_organizations':
    case 'limit_reached':
      return new ApiError(422, code, sentence);
    case 'too_many':
      return new ApiError(429, code, sentence, retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) });
    case 'invalid':
      return new ApiError(422, 'invalid_body', sentence);
  }
}
