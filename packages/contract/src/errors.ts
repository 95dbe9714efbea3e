/** Body of every 4xx and 5xx of every endpoint (protocol 7). */
export interface ErrorBody {
  readonly success: false;
  readonly error: {
    readonly code: string;
    readonly message: string;
    /** Of `ambiguous_id`: the first ten ids that start with the given text. */
    readonly ids?: readonly string[];
  };
}

/** The error body with a stable code and one sentence. */
export const errorBody = (code: string, message: string): ErrorBody => ({ success: false, error: { code, message } });
