import type { RecordedNode } from '../recorded.js';
import { maskAttributes, maskedText } from './maskAttributes.js';
import { maskCss } from './maskCss.js';
import type { PrivacyRules } from './privacyRules.js';

/** Masks a node and its descendants in place. @param isMasked whether its parent is masked */
export type NodeMasker = (node: RecordedNode, isMasked: boolean) => void;

export function createNodeMasker(secrecy: PrivacyRules, nodeOf: (id: number) => Node | null): NodeMasker {
  const mask: NodeMasker = (node, isMasked) => {
    const { tagName, attributes } = node;
    const isHidden = isMasked || (tagName !== undefined && secrecy.isMasked(nodeOf(node.id)));
    if (attributes) delete attributes['srcdoc'];
    if (isHidden && tagName !== undefined && attributes) node.attributes = maskAttributes(attributes, tagName);
    if (node.textContent) node.textContent = maskNodeText(node.textContent, isHidden, nodeOf(node.id));
    for (const child of node.childNodes ?? []) mask(child, isHidden);
  };
  return mask;
}

/** Masks text; that of a style element is kept if the browser parsed it. @param node node of the text */
export function maskNodeText(text: string, isMasked: boolean, node: Node | null): string {
  if (!isMasked) return text;
  const sheet = (node?.parentNode as Partial<HTMLStyleElement> | null | undefined)?.sheet;
  return sheet ? maskCss(text) : maskedText(text);
}
