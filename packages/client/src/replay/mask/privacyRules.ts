import { native } from '../../core/native.js';

/** Privacy rules for nodes of the page. */
export interface PrivacyRules {
  /** Whether it is left out completely. */
  isBlocked(node: Node | null): boolean;
  /** Whether its text is masked, as for removed nodes. */
  isMasked(node: Node | null): boolean;
}

export interface PrivacyOptions {
  readonly mask: boolean;
  readonly block?: string | undefined;
}

/** The second is the class of the recorder's own frame. */
const ALWAYS_BLOCKED = '[data-sluice-block],.rr-block';
const SEEN = 'img,picture,video,audio,canvas,svg,iframe,frame,object,embed';

/** Passwords, even if visible; codes; card numbers; hidden fields. */
const ALWAYS_MASKED =
  '[data-sluice-mask],[type=password i],[data-rr-is-password],[type=hidden i],[autocomplete*=password i],[autocomplete*=cc- i],[autocomplete*=one-time-code i]';

/** Selector of omitted elements. */
export const blockSelector = ({ mask, block }: PrivacyOptions): string =>
  [ALWAYS_BLOCKED, ...(mask ? [SEEN] : []), ...(block ? [block] : [])].join();

/** @throws SyntaxError if the selector `block` is invalid */
export function createPrivacyRules(options: PrivacyOptions): PrivacyRules {
  const blocked = blockSelector(options);
  document.createDocumentFragment().querySelector(blocked);
  return {
    isBlocked: (node) => isWithin(node, blocked),
    isMasked: (node) => options.mask || !node || !native(node, 'isConnected') || isWithin(node, ALWAYS_MASKED),
  };
}

/** Whether a node or an ancestor matches, across shadow trees and frames; the recorder only checks one tree. */
function isWithin(node: Node | null, selector: string): boolean {
  for (let at: Node | null = node; at !== null; at = hostOf(at)) {
    const element = native(at, 'nodeType') === 1 ? (at as Element) : native<Element | null>(at, 'parentElement');
    if (element && native<Element['closest']>(element, 'closest').call(element, selector)) return true;
  }
  return false;
}

/** The host of the shadow tree or frame that contains a node. */
function hostOf(node: Node): Node | null {
  const root = native<Node['getRootNode']>(node, 'getRootNode').call(node);
  if (root.nodeType === 11) return (root as Partial<ShadowRoot>).host ?? null;
  return (root as Partial<Document>).defaultView?.frameElement ?? null;
}
