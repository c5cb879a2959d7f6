// The JavaScript that programs may be written in: every node type, its children, and where types hang on it.
// A node type that is not listed here is refused, so new syntax is closed until somebody opens it.

import type * as t from "@babel/types";

export type Node = t.Node;

export type Shape = {
  children: readonly string[];
  /** Fields that hold types only; their text is blanked and nothing in them runs. */
  types: readonly string[];
};

const shape = (children = "", types = ""): Shape => ({
  children: children === "" ? [] : children.split(" "),
  types: types === "" ? [] : types.split(" "),
});

const functionTypes = "typeParameters returnType";
const classTypes = "typeParameters superTypeParameters superTypeArguments";
const callTypes = "typeParameters typeArguments";

export const SHAPES: ReadonlyMap<string, Shape> = new Map(
  Object.entries({
    Program: shape("directives body"),
    Directive: shape("value"),
    DirectiveLiteral: shape(),
    ImportDeclaration: shape(),
    ExportNamedDeclaration: shape("declaration"),
    ExportDefaultDeclaration: shape("declaration"),
    ExportAllDeclaration: shape(),

    BlockStatement: shape("directives body"),
    BreakStatement: shape("label"),
    ContinueStatement: shape("label"),
    DebuggerStatement: shape(),
    DoWhileStatement: shape("body test"),
    EmptyStatement: shape(),
    ExpressionStatement: shape("expression"),
    ForInStatement: shape("left right body"),
    ForOfStatement: shape("left right body"),
    ForStatement: shape("init test update body"),
    FunctionDeclaration: shape("id params body", functionTypes),
    IfStatement: shape("test consequent alternate"),
    LabeledStatement: shape("label body"),
    ReturnStatement: shape("argument"),
    SwitchStatement: shape("discriminant cases"),
    SwitchCase: shape("test consequent"),
    ThrowStatement: shape("argument"),
    TryStatement: shape("block handler finalizer"),
    CatchClause: shape("param body"),
    VariableDeclaration: shape("declarations"),
    VariableDeclarator: shape("id init"),
    WhileStatement: shape("test body"),

    ClassDeclaration: shape("id superClass body", classTypes),
    ClassExpression: shape("id superClass body", classTypes),
    ClassBody: shape("body"),
    ClassMethod: shape("key params body", functionTypes),
    ClassPrivateMethod: shape("key params body", functionTypes),
    ClassProperty: shape("key value", "typeAnnotation"),
    ClassPrivateProperty: shape("key value", "typeAnnotation"),
    PrivateName: shape("id"),
    StaticBlock: shape("body"),

    ArrayExpression: shape("elements"),
    ArrowFunctionExpression: shape("params body", functionTypes),
    AssignmentExpression: shape("left right"),
    AwaitExpression: shape("argument"),
    BinaryExpression: shape("left right"),
    CallExpression: shape("callee arguments", callTypes),
    ConditionalExpression: shape("test consequent alternate"),
    FunctionExpression: shape("id params body", functionTypes),
    Identifier: shape("", "typeAnnotation"),
    ImportExpression: shape("source options"),
    LogicalExpression: shape("left right"),
    MemberExpression: shape("object property"),
    MetaProperty: shape("meta property"),
    NewExpression: shape("callee arguments", callTypes),
    ObjectExpression: shape("properties"),
    ObjectMethod: shape("key params body", functionTypes),
    ObjectProperty: shape("key value"),
    OptionalCallExpression: shape("callee arguments", callTypes),
    OptionalMemberExpression: shape("object property"),
    SequenceExpression: shape("expressions"),
    SpreadElement: shape("argument"),
    Super: shape(),
    TaggedTemplateExpression: shape("tag quasi", callTypes),
    TemplateElement: shape(),
    TemplateLiteral: shape("quasis expressions"),
    ThisExpression: shape(),
    UnaryExpression: shape("argument"),
    UpdateExpression: shape("argument"),
    YieldExpression: shape("argument"),

    ArrayPattern: shape("elements", "typeAnnotation"),
    AssignmentPattern: shape("left right", "typeAnnotation"),
    ObjectPattern: shape("properties", "typeAnnotation"),
    RestElement: shape("argument", "typeAnnotation"),

    BigIntLiteral: shape(),
    BooleanLiteral: shape(),
    NullLiteral: shape(),
    NumericLiteral: shape(),
    RegExpLiteral: shape(),
    StringLiteral: shape(),
  }),
);

/** A field by its name, for code that walks any node. */
export function fieldOf(node: Node, key: string): unknown {
  return (node as unknown as Record<string, unknown>)[key];
}

export function setField(node: Node, key: string, value: unknown): void {
  (node as unknown as Record<string, unknown>)[key] = value;
}

export function isNode(value: unknown): value is Node {
  return (
    typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string"
  );
}

export function isFunction(node: Node): node is t.Function & Node {
  switch (node.type) {
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "ArrowFunctionExpression":
    case "ObjectMethod":
    case "ClassMethod":
    case "ClassPrivateMethod":
      return true;
    default:
      return false;
  }
}

export function isMember(node: Node): node is t.MemberExpression | t.OptionalMemberExpression {
  return node.type === "MemberExpression" || node.type === "OptionalMemberExpression";
}

export function isCall(node: Node): node is t.CallExpression | t.OptionalCallExpression {
  return node.type === "CallExpression" || node.type === "OptionalCallExpression";
}

/** The name of a key that is written out: `a.b`, `a["b"]`, `a[`b`]`. Null when it is computed. */
export function literalKey(key: Node, computed: boolean): string | null {
  if (!computed && key.type === "Identifier") return key.name;
  if (key.type === "StringLiteral") return key.value;
  if (key.type === "NumericLiteral") return String(key.value);
  if (key.type === "TemplateLiteral" && key.expressions.length === 0)
    return key.quasis[0]?.value.cooked ?? null;
  return null;
}
