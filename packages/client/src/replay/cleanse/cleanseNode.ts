import type { RecordedNode } from '../recorded.js';
import { cleanseAttributes, maskedText } from './cleanseAttributes.js';
import { cleanseCss } from './cleanseCss.js';
import type { Secrecy } from './secrecy.js';

/** Masks a node and its descendants in place. @param isMasked whether its parent is masked */
export type NodeCleanser = (node: RecordedNode, isMasked: boolean) => void;

export function createNodeCleanser(secrecy: Secrecy, nodeOf: (id: number) => Node | null): NodeCleanser {
  const cleanse: NodeCleanser = (node, isMasked) => {
    const { tagName, attributes } = node;
    const isHidden = isMasked || (tagName !== undefined && secrecy.isMasked(nodeOf(node.id)));
    if (attributes) delete attributes['srcdoc'];
    if (isHidden && tagName !== undefined && attributes) node.attributes = cleanseAttributes(attributes, tagName);
    if (node.textContent) node.textContent = cleansedText(node.textContent, isHidden, nodeOf(node.id));
    for (const child of node.childNodes ?? []) cleanse(child, isHidden);
  };
  return cleanse;
}

/** Masks text; that of a style element is kept if the browser parsed it. @param node node of the text */
export function cleansedText(text: string, isMasked: boolean, node: Node | null): string {
  if (!isMasked) return text;
  const sheet = (node?.parentNode as Partial<HTMLStyleElement> | null | undefined)?.sheet;
  return sheet ? cleanseCss(text) : maskedText(text);
}
