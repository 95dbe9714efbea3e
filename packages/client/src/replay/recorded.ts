/** Event types of the recorder. */
export const FULL_SNAPSHOT = 2;
export const INCREMENTAL = 3;
export const META = 4;

/** Types of incremental events. */
export const MUTATION = 0;
export const INPUT = 5;
export const STYLE_SHEET_RULE = 8;
export const STYLE_DECLARATION = 13;
export const ADOPTED_STYLE_SHEET = 15;

/** A style diff: property to value, value and priority, or `false` if removed. */
export type StyleDifference = Record<string, string | [string, string] | false>;

/** Recorded attributes; `null` if removed. */
export type Attributes = Record<string, string | number | boolean | null | undefined | StyleDifference>;

/** A recorded node. Types: 0 document, 1 doctype, 2 element, 3 text, 4 CDATA, 5 comment. */
export interface RecordedNode {
  readonly type: number;
  readonly id: number;
  readonly tagName?: string;
  attributes?: Attributes;
  readonly childNodes?: RecordedNode[];
  textContent?: string;
}

/** A set of mutations. */
export interface MutationData {
  readonly source: typeof MUTATION;
  adds: { readonly parentId: number; readonly node: RecordedNode }[];
  removes: { readonly parentId: number; readonly id: number }[];
  texts: { readonly id: number; value: string | null }[];
  attributes: { readonly id: number; attributes: Attributes }[];
}

interface StyleRule {
  rule: string;
}

/** Data of other incremental events, as far as it contains text. */
export interface IncrementalData {
  readonly source: number;
  readonly id?: number;
  text?: string;
  isChecked?: boolean;
  readonly adds?: StyleRule[];
  replace?: string;
  replaceSync?: string;
  readonly set?: { value: string | null };
  readonly styles?: { readonly rules: StyleRule[] }[];
}

/** An event of the recorder. */
export interface RecordedEvent {
  readonly type: number;
  /** Milliseconds since 1970. */
  timestamp: number;
  readonly data: unknown;
}

/** Options of the recorder; see its documentation. */
export interface RecorderOptions {
  readonly emit: (event: RecordedEvent) => void;
  readonly blockSelector: string;
  readonly slimDOMOptions: 'all';
  readonly sampling: Readonly<Record<string, number | string>>;
  readonly errorHandler: (error: unknown) => boolean;
}

/** The part of `record` of `@rrweb/record` that is used. */
export interface Recorder {
  (options: RecorderOptions): (() => void) | undefined;
  takeFullSnapshot(isCheckout?: boolean): void;
  readonly mirror: { getNode(id: number): Node | null };
}
