/** An element or a text of a recorded page. */
export type Html = string | HtmlElement;

/** An element; `mark` names it for clicks and changes. */
export interface HtmlElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string | true>>;
  readonly children: readonly Html[];
  readonly mark?: string | undefined;
}

/** Returns an element. A `mark` among the attributes names it and is not recorded. */
export function h(
  tag: string,
  { mark, ...attributes }: Readonly<Record<string, string>> = {},
  ...children: readonly Html[]
): HtmlElement {
  return { tag, attributes, children, mark };
}

/** A document as the recorder (rrweb) serializes it, and the ids of its marked elements. */
export interface Snapshot {
  readonly node: object;
  readonly ids: ReadonlyMap<string, number>;
  /** Returns an id for a node that is added later. */
  readonly newId: () => number;
  /** Serializes an element that is added later. */
  readonly serialize: (html: Html) => object;
}

const DOCUMENT = 0;
const DOCTYPE = 1;
const ELEMENT = 2;
const TEXT = 3;

/** Serializes a document with this style sheet and body. */
export function snapshotOf(title: string, css: string, body: HtmlElement): Snapshot {
  let last = 0;
  const ids = new Map<string, number>();
  const newId = (): number => (last += 1);
  const serialize = (html: Html): object => {
    const id = newId();
    if (typeof html === 'string') return { type: TEXT, textContent: html, id };
    if (html.mark !== undefined) ids.set(html.mark, id);
    return {
      type: ELEMENT,
      tagName: html.tag,
      attributes: html.attributes,
      childNodes: html.children.map(serialize),
      id,
    };
  };
  const style: HtmlElement = { tag: 'style', attributes: { _cssText: css }, children: [''] };
  const head = h('head', {}, h('meta', { charset: 'utf-8' }), h('title', {}, title), style);
  const documentId = newId();
  const childNodes = [
    { type: DOCTYPE, name: 'html', publicId: '', systemId: '', id: newId() },
    serialize({ tag: 'html', attributes: { lang: 'en' }, children: [head, body] }),
  ];
  return { node: { type: DOCUMENT, childNodes, id: documentId }, ids, newId, serialize };
}
