import { Kind, KIND_OF_TYPE } from './nodeKinds.js';

/** Functions that return the function they are given, so that the variable's name is its name. */
const WRAPPERS: ReadonlySet<string> = new Set([
  'useCallback',
  'useEvent',
  'useEffectEvent',
  'memo',
  'forwardRef',
  'observer',
  'action',
  'debounce',
  'throttle',
  'once',
  'memoize',
  'asyncHandler',
]);

/** Receives functions in the order of their starts and ends. */
export interface FunctionSink {
  readonly enter: (offset: number, own: string | null) => void;
  readonly leave: (offset: number) => void;
}

/** A name as a range of the text: no string is made until a function needs it. */
const NO_NAME = -1;

/** An open node of the tree. Reused for later nodes of the same depth: a large source has millions. */
class OpenNode {
  kind = Kind.Other;
  /** The last child that may name a function: `a` of `a = …`. */
  labelFrom = NO_NAME;
  labelTo = NO_NAME;
  /** Name for the next function or class, derived from its context. */
  givenFrom = NO_NAME;
  givenTo = NO_NAME;
  /** Whether the next child gets the label as its name, after `=` or `:`. */
  isAssigning = false;
  isStatic = false;
  isComputed = false;
  /** Number of functions that end with this node. */
  functions = 0;
}

/**
 * Follows a traversal of a syntax tree and reports functions with their names: their own, or that of the variable or
 * property to which they are assigned. A constructor has the name of its class: `new Cart`.
 */
export class NameTracker {
  readonly #nodes: OpenNode[] = [];
  readonly #classes: (string | null)[] = [];
  #depth = 0;

  constructor(
    private readonly text: string,
    private readonly sink: FunctionSink,
  ) {}

  enter(type: number, from: number, to: number): void {
    const kind = KIND_OF_TYPE[type] ?? Kind.Other;
    const node = this.#nodeAt(this.#depth);
    const parent = this.#nodeAt(this.#depth - 1);
    this.#depth += 1;
    node.kind = kind;
    node.labelFrom = NO_NAME;
    node.isAssigning = false;
    node.isStatic = false;
    node.isComputed = false;
    node.functions = 0;
    this.#give(node, parent);
    if (kind >= Kind.Definition) this.#leaf(parent, { kind, from, to });
    else if (kind === Kind.Parameters) this.#parameters(parent, from);
    else if (kind === Kind.ClassBody) this.#classes.push(this.#nameOf(parent));
  }

  leave(to: number): void {
    this.#depth -= 1;
    const node = this.#nodeAt(this.#depth);
    for (; node.functions > 0; node.functions -= 1) this.sink.leave(to);
    if (node.kind === Kind.ClassBody) this.#classes.pop();
    const parent = this.#nodeAt(this.#depth - 1);
    const passesLabel = node.kind === Kind.Member || node.kind === Kind.Call;
    if (passesLabel && isReference(parent)) setLabel(parent, node.labelFrom, node.labelTo);
  }

  #nodeAt(depth: number): OpenNode {
    let node = this.#nodes[depth + 1];
    if (node === undefined) this.#nodes[depth + 1] = node = new OpenNode();
    return node;
  }

  #give(node: OpenNode, parent: OpenNode): void {
    const isPassed = parent.kind === Kind.Parentheses || (node.kind === Kind.Arguments && this.#isWrapper(parent));
    node.givenFrom = isPassed ? parent.givenFrom : parent.isAssigning ? parent.labelFrom : NO_NAME;
    node.givenTo = isPassed ? parent.givenTo : parent.labelTo;
    if (node.kind !== Kind.Arguments) return;
    // Only the first argument is the wrapped function.
    setLabel(node, node.givenFrom, node.givenTo);
    node.isAssigning = node.givenFrom !== NO_NAME;
  }

  #isWrapper(call: OpenNode): boolean {
    return call.givenFrom !== NO_NAME && WRAPPERS.has(this.#label(call) ?? '');
  }

  #leaf(parent: OpenNode, leaf: { readonly kind: Kind; readonly from: number; readonly to: number }): void {
    const { kind, from, to } = leaf;
    if (kind === Kind.Comma) endAssignment(parent);
    else if (kind === Kind.Static) parent.isStatic = true;
    else if (kind === Kind.Bracket) startComputed(parent);
    else if (kind === Kind.Equals || (kind === Kind.Colon && parent.kind === Kind.Property)) this.#assign(parent, to);
    else if (kind === Kind.Default && parent.kind === Kind.Export) {
      setLabel(parent, from, to);
      parent.isAssigning = true;
    } else if (!parent.isAssigning && names(parent, kind)) {
      const quote = kind === Kind.String ? 1 : 0;
      setLabel(parent, from + quote, to - quote);
    }
  }

  /** The next node is the value of the parent's label. The value of a field runs in the constructor. */
  #assign(parent: OpenNode, to: number): void {
    if (!ASSIGNS.has(parent.kind)) return;
    parent.isAssigning = true;
    if (parent.kind === Kind.Field && !parent.isStatic) this.#open(parent, to, this.#constructorName());
  }

  #parameters(parent: OpenNode, from: number): void {
    if (parent.kind === Kind.Function) this.#open(parent, from, this.#nameOf(parent));
    else if (parent.kind === Kind.Property) this.#open(parent, from, this.#label(parent));
    else if (parent.kind === Kind.Method) {
      const name = this.#label(parent);
      const isConstructor = name === 'constructor' && !parent.isStatic;
      this.#open(parent, from, isConstructor ? (this.#constructorName() ?? name) : name);
    }
  }

  #open(node: OpenNode, from: number, name: string | null): void {
    node.functions += 1;
    this.sink.enter(from, name);
  }

  #constructorName(): string | null {
    const name = this.#classes.at(-1) ?? null;
    return name === null ? null : `new ${name}`;
  }

  /** Returns the name of a function or class: its own, otherwise that of its assignment target. */
  #nameOf(node: OpenNode): string | null {
    return this.#label(node) ?? this.#slice(node.givenFrom, node.givenTo);
  }

  #label(node: OpenNode): string | null {
    return this.#slice(node.labelFrom, node.labelTo);
  }

  #slice(from: number, to: number): string | null {
    return from === NO_NAME ? null : this.text.slice(from, to);
  }
}

const ASSIGNS: ReadonlySet<Kind> = new Set([
  Kind.Variables,
  Kind.Assignment,
  Kind.Pattern,
  Kind.Parameters,
  Kind.Property,
  Kind.Field,
]);

/** Whether a node takes the name of a member expression in it: `a.b = …`, `React.memo(…)`. */
const isReference = (node: OpenNode): boolean =>
  (node.kind === Kind.Assignment || node.kind === Kind.Call) && !node.isAssigning;

/** Whether a leaf of this kind names the value that follows it in such a parent. */
function names(parent: OpenNode, kind: Kind): boolean {
  switch (parent.kind) {
    case Kind.Variables:
    case Kind.Parameters:
    case Kind.Pattern:
    case Kind.Function:
    case Kind.Class:
      return kind === Kind.Definition;
    case Kind.Assignment:
    case Kind.Call:
      return kind === Kind.VariableName;
    case Kind.Member:
    case Kind.Property:
    case Kind.Method:
    case Kind.Field:
      return kind === Kind.String || (kind === Kind.PropertyKey && !parent.isComputed);
    default:
      return false;
  }
}

function setLabel(node: OpenNode, from: number, to: number): void {
  node.labelFrom = from;
  node.labelTo = to;
}

function endAssignment(node: OpenNode): void {
  node.labelFrom = NO_NAME;
  node.isAssigning = false;
}

/** `[…]`: only a string in it is a name. */
function startComputed(node: OpenNode): void {
  if (node.isAssigning) return;
  node.isComputed = true;
  node.labelFrom = NO_NAME;
}
