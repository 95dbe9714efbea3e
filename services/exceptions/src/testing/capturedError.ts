/** An error as a program caught it. */
export interface CapturedError {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly cause?: CapturedError;
}

/** The same faults in two builds of one program: the second has other code before, so names, positions and hashes are others. */
export interface CapturedBuilds<Fault extends string> {
  readonly before: Readonly<Record<Fault, CapturedError>>;
  readonly after: Readonly<Record<Fault, CapturedError>>;
}
