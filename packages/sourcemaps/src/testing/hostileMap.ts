/** A unit written again and again: `share` of the room that the limit leaves. */
export interface Repeated {
  readonly unit: string;
  readonly share?: number;
}

/** A document of exactly the largest size, which costs a careless reader much more than its size. */
export interface HostileMap {
  readonly name: string;
  readonly pieces: readonly (string | Repeated)[];
  /** `stored`: a map it is, whatever it resolves to. */
  readonly outcome: 'stored' | 'refused' | 'either';
  /** Questions (generated line 1-based, column 0-based) and their answers, written `source:line:column`. */
  readonly asks?: readonly (readonly [line: number, column: number, expected: string | null])[];
}
