/** A batch was not published in time. If `certain`, nothing of it was written; otherwise it may have been, or may still be. */
export class PublishFailedError extends Error {
  readonly certain: boolean;

  constructor(certain: boolean, cause?: unknown) {
    super(
      certain
        ? 'batch not published: nothing was written'
        : 'batch perhaps not published: Redis did not answer in time',
      { cause },
    );
    this.name = 'PublishFailedError';
    this.certain = certain;
  }
}
