/** A request to the API of a project, or of an organization. */
export interface ApiRequest {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** `organization`: the path is below the organization. */
  readonly of?: 'organization' | undefined;
  /** Below the project, not encoded: `['issues', '12']`; none may be empty, `.` or `..`. */
  readonly path: readonly string[];
  /** Query parameters; `undefined` ones are omitted. */
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** Sent as JSON. */
  readonly body?: object;
}
