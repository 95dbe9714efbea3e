import { parser } from '@lezer/javascript';

/** Nodes of the syntax tree that name functions, or that pass a name on to one. */
export enum Kind {
  Other,
  /** `const a = …` */
  Variables,
  /** `a.b = …` */
  Assignment,
  Member,
  /** A call or an instantiation expression: `memo<A>(…)`. */
  Call,
  Arguments,
  Parentheses,
  /** Parameters, and patterns that destructure: `a = …` in them. */
  Pattern,
  Parameters,
  Property,
  Method,
  Field,
  Export,
  Function,
  Class,
  ClassBody,
  /** Leaves. */
  Definition,
  PropertyKey,
  VariableName,
  String,
  Equals,
  Colon,
  Comma,
  Bracket,
  Default,
  Static,
}

const KINDS: Readonly<Record<string, Kind>> = {
  VariableDeclaration: Kind.Variables,
  AssignmentExpression: Kind.Assignment,
  MemberExpression: Kind.Member,
  CallExpression: Kind.Call,
  InstantiationExpression: Kind.Call,
  ArgList: Kind.Arguments,
  ParenthesizedExpression: Kind.Parentheses,
  PatternProperty: Kind.Pattern,
  ArrayPattern: Kind.Pattern,
  ParamList: Kind.Parameters,
  Property: Kind.Property,
  MethodDeclaration: Kind.Method,
  PropertyDeclaration: Kind.Field,
  ExportDeclaration: Kind.Export,
  FunctionDeclaration: Kind.Function,
  FunctionExpression: Kind.Function,
  ArrowFunction: Kind.Function,
  ClassDeclaration: Kind.Class,
  ClassExpression: Kind.Class,
  ClassBody: Kind.ClassBody,
  VariableDefinition: Kind.Definition,
  PropertyDefinition: Kind.PropertyKey,
  PrivatePropertyDefinition: Kind.PropertyKey,
  PropertyName: Kind.PropertyKey,
  PrivatePropertyName: Kind.PropertyKey,
  Number: Kind.PropertyKey,
  VariableName: Kind.VariableName,
  String: Kind.String,
  Equals: Kind.Equals,
  ':': Kind.Colon,
  ',': Kind.Comma,
  '[': Kind.Bracket,
  default: Kind.Default,
  static: Kind.Static,
};

/** The kind of each node type of the parser, by its id. */
export const KIND_OF_TYPE: readonly Kind[] = parser.nodeSet.types.map(({ name }) => KINDS[name] ?? Kind.Other);
