/** A batch could not be published. `certain` means that nothing of it was written; otherwise it may have been, or may yet be. */
export class PublishFailed extends Error {
  readonly certain: boolean;

  constructor(certain: boolean, cause?: unknown) {
    super(certain ? 'the batch was not published' : 'it is not known whether the batch was published', { cause });
    this.name = 'PublishFailed';
    this.certain = certain;
  }
}
