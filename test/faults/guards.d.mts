/** What is taken away, and the test that must go red then. */
export interface Guard {
  readonly promise: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  readonly project: 'unit' | 'int' | 'slow';
  readonly test: string;
}

export const guards: readonly Guard[];
