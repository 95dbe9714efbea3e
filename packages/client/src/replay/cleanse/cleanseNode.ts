import type { RecordedNode } from '../recorded.js';
import { cleanseAttributes, maskedText } from './cleanseAttributes.js';
import { cleanseCss } from './cleanseCss.js';
import type { Secrecy } from './secrecy.js';

/** Cleanses a node, and all that is in it, in place; of a frame, its document is told, not the text of it. @param isMasked whether what it is in is masked */
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

/** Text as it may be seen: that of a style element styles, unless the browser did not understand it. @param node its node */
export function cleansedText(text: string, isMasked: boolean, node: Node | null): string {
  if (!isMasked) return text;
  const sheet = (node?.parentNode as Partial<HTMLStyleElement> | null | undefined)?.sheet;
  return sheet ? cleanseCss(text) : maskedText(text);
}
