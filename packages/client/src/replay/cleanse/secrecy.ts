/** What may be asked of a node of the page. */
export interface Secrecy {
  /** Nothing at all of it is told. */
  isBlocked(node: Node | null): boolean;
  /** Its text is masked. So is that of a node which is no longer there. */
  isMasked(node: Node | null): boolean;
}

export interface SecrecyOptions {
  readonly mask: boolean;
  readonly block?: string | undefined;
}

/** The second is the class that the recorder gives to a frame of its own. */
const ALWAYS_BLOCKED = '[data-sluice-block],.rr-block';
const SEEN = 'img,picture,video,audio,canvas,svg,iframe,frame,object,embed';

/** Passwords, also when they are shown; codes; cards; what a form carries unseen. */
const ALWAYS_MASKED =
  '[data-sluice-mask],[type=password i],[data-rr-is-password],[type=hidden i],[autocomplete*=password i],[autocomplete*=cc- i],[autocomplete*=one-time-code i]';

/** Selector of what is left out. */
export const blockedBy = ({ mask, block }: SecrecyOptions): string =>
  [ALWAYS_BLOCKED, ...(mask ? [SEEN] : []), ...(block ? [block] : [])].join();

/** @throws where the selector of `block` is none */
export function createSecrecy(options: SecrecyOptions): Secrecy {
  const blocked = blockedBy(options);
  document.createDocumentFragment().querySelector(blocked);
  return {
    isBlocked: (node) => isWithin(node, blocked),
    isMasked: (node) => options.mask || !node?.isConnected || isWithin(node, ALWAYS_MASKED),
  };
}

/** Whether a node or one around it matches, out of shadow trees and frames too: the recorder looks only within one tree. */
function isWithin(node: Node | null, selector: string): boolean {
  for (let at: Node | null = node; at !== null; at = hostOf(at)) {
    const element: Element | null = at.nodeType === 1 ? (at as Element) : at.parentElement;
    if (element?.closest(selector)) return true;
  }
  return false;
}

/** What holds the tree or document that a node is in. */
function hostOf(node: Node): Node | null {
  const root = node.getRootNode();
  if (root.nodeType === 11) return (root as Partial<ShadowRoot>).host ?? null;
  return (root as Partial<Document>).defaultView?.frameElement ?? null;
}
