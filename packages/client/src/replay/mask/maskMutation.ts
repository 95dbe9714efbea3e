import type { MutationData } from '../recorded.js';
import { maskAttributes } from './maskAttributes.js';
import { maskNodeText, type NodeMasker } from './maskNode.js';
import type { PrivacyRules } from './privacyRules.js';

/** Masks a mutation in place. @returns whether anything is left */
export type MutationMasker = (mutation: MutationData) => boolean;

export function createMutationMasker(
  secrecy: PrivacyRules,
  nodeOf: (id: number) => Node | null,
  cleanseNode: NodeMasker,
): MutationMasker {
  return (mutation) => {
    /** Many mutations concern the same node. */
    const known = new Map<number, { readonly isBlocked: boolean; readonly isMasked: boolean }>();
    const judged = (id: number): { readonly isBlocked: boolean; readonly isMasked: boolean } => {
      const node = nodeOf(id);
      const judgement = known.get(id) ?? { isBlocked: secrecy.isBlocked(node), isMasked: secrecy.isMasked(node) };
      known.set(id, judgement);
      return judgement;
    };
    const isShown = (id: number): boolean => !judged(id).isBlocked;

    mutation.adds = mutation.adds.filter(({ parentId }) => isShown(parentId));
    mutation.removes = mutation.removes.filter(({ parentId }) => isShown(parentId));
    mutation.texts = mutation.texts.filter(({ id }) => isShown(id));
    mutation.attributes = mutation.attributes.filter(({ id }) => isShown(id));
    for (const { parentId, node } of mutation.adds) cleanseNode(node, judged(parentId).isMasked);
    for (const text of mutation.texts) {
      text.value &&= maskNodeText(text.value, judged(text.id).isMasked, nodeOf(text.id));
    }
    for (const change of mutation.attributes) {
      delete change.attributes['srcdoc'];
      if (judged(change.id).isMasked) change.attributes = cleansedChange(nodeOf(change.id), change.attributes);
    }
    return mutation.adds.length + mutation.removes.length + mutation.texts.length + mutation.attributes.length > 0;
  };
}

/** Changed attributes; unchanged ones determine the kind of a link. */
function cleansedChange(node: Node | null, attributes: MutationData['attributes'][number]['attributes']) {
  const tagName = node?.nodeName.toLowerCase() ?? '';
  const rel = (node as Partial<HTMLLinkElement> | null)?.rel;
  const cleansed = maskAttributes({ rel, ...attributes }, tagName);
  if (!('rel' in attributes)) delete cleansed['rel'];
  return cleansed;
}
