import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";

/** The source files by their paths from the project's folder. */
export type Sources = ReadonlyMap<string, ts.SourceFile>;

/** What a name stands for. */
export type Declaration =
  | ts.VariableDeclaration
  | ts.FunctionDeclaration
  | ts.ClassDeclaration
  | ts.ParameterDeclaration
  | ts.BindingElement;

/** Parses the TypeScript files of some folders, tests and what only tests use left out. */
export function readSources(folders: readonly string[]): Sources {
  const files = folders
    .flatMap((folder) => globSync(`${folder}/**/*.ts`))
    .filter((file) => !file.endsWith(".test.ts") && !file.includes("/testing/"))
    .sort();
  return new Map(
    files.map((file) => [file, ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true)]),
  );
}

/** Where a name is declared: in an enclosing scope of its file, or in the file from which it is imported. */
export function declarationOf(name: ts.Identifier, sources: Sources): Declaration | null {
  for (let scope: ts.Node = name.parent; ; scope = scope.parent) {
    const found = declaredIn(scope, name.text, sources);
    if (found !== null) return found;
    if (ts.isSourceFile(scope)) return null;
  }
}

function declaredIn(scope: ts.Node, name: string, sources: Sources): Declaration | null {
  if (ts.isFunctionLike(scope)) return firstNamed(scope.parameters, name);
  if (ts.isForOfStatement(scope) && ts.isVariableDeclarationList(scope.initializer)) {
    return firstNamed(scope.initializer.declarations, name);
  }
  if (!ts.isBlock(scope) && !ts.isSourceFile(scope) && !ts.isCaseOrDefaultClause(scope)) return null;
  for (const statement of scope.statements) {
    if (ts.isVariableStatement(statement)) {
      const found = firstNamed(statement.declarationList.declarations, name);
      if (found !== null) return found;
    }
    const isDeclaration = ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement);
    if (isDeclaration && statement.name?.text === name) return statement;
    if (ts.isImportDeclaration(statement)) {
      const found = importedAs(statement, name, sources);
      if (found !== null) return found;
    }
  }
  return null;
}

function firstNamed(
  all: readonly (ts.VariableDeclaration | ts.ParameterDeclaration)[],
  name: string,
): Declaration | null {
  for (const one of all) {
    if (ts.isIdentifier(one.name) && one.name.text === name) return one;
    const inside = ts.isIdentifier(one.name) ? null : elementNamed(one.name, name);
    if (inside !== null) return inside;
  }
  return null;
}

function elementNamed(pattern: ts.BindingPattern, name: string): ts.BindingElement | null {
  for (const element of pattern.elements) {
    if (!ts.isBindingElement(element)) continue;
    if (ts.isIdentifier(element.name) && element.name.text === name) return element;
    const inside = ts.isIdentifier(element.name) ? null : elementNamed(element.name, name);
    if (inside !== null) return inside;
  }
  return null;
}

function importedAs(statement: ts.ImportDeclaration, name: string, sources: Sources): Declaration | null {
  const names = statement.importClause?.namedBindings;
  if (names === undefined || !ts.isNamedImports(names) || !ts.isStringLiteral(statement.moduleSpecifier)) return null;
  const specifier = names.elements.find((one) => one.name.text === name);
  if (specifier === undefined) return null;
  const from = sources.get(join(dirname(statement.getSourceFile().fileName), statement.moduleSpecifier.text));
  return from === undefined ? null : declaredIn(from, (specifier.propertyName ?? specifier.name).text, sources);
}
