import { join } from 'node:path';
import ts from '../client/node_modules/typescript/lib/typescript.js';

/**
 * What the TypeScript checker knows of the constants of program.ts in a folder, as an editor shows
 * it.
 */
function open(folder: string) {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(folder, 'tsconfig.json'), ts.sys.readFile).config,
    ts.sys,
    folder,
  );
  const program = ts.createProgram([join(folder, 'program.ts')], options);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(join(folder, 'program.ts'));
  const constant = (name: string): ts.Symbol => {
    const found =
      source &&
      checker.getSymbolsInScope(source, ts.SymbolFlags.Variable).find((each) => each.name === name);
    if (found === undefined) throw new Error(`There is no constant ${name} in program.ts.`);
    return found;
  };
  return { checker, constant };
}

const textOf = (symbol: ts.Symbol, checker: ts.TypeChecker): string =>
  ts.displayPartsToString(symbol.getDocumentationComment(checker));

/** The text over a member: its type and its comment. */
export function hoverOf(folder: string, path: readonly string[]): string {
  const { checker, constant } = open(folder);
  const [first = '', ...rest] = path;
  let symbol = constant(first);
  for (const name of rest) {
    const member = checker.getTypeOfSymbol(symbol).getProperty(name);
    if (member === undefined) throw new Error(`There is no ${path.join('.')}.`);
    symbol = member;
  }
  return `${path.join('.')}${checker.typeToString(checker.getTypeOfSymbol(symbol))}\n${textOf(symbol, checker)}`;
}

/**
 * The operations of a constant of program.ts, and of these and their fields those without a
 * comment.
 */
export function describedMembers(folder: string, name: string) {
  const { checker, constant } = open(folder);
  const undescribed: string[] = [];
  let operations = 0;
  const seen = new Set<ts.Type>();
  const fields = (type: ts.Type, path: string): void => {
    const bare = checker.getNonNullableType(type);
    if (seen.has(bare)) return;
    seen.add(bare);
    if (bare.isUnion()) for (const each of bare.types) fields(each, path);
    const item = checker.getIndexTypeOfType(bare, ts.IndexKind.Number);
    const isObject = (bare.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0;
    if (isObject && item !== undefined) fields(item, `${path}[]`);
    if (!isObject || item !== undefined) return;
    for (const field of checker.getPropertiesOfType(bare)) {
      const isOurs = field.declarations?.some((each) =>
        each.getSourceFile().fileName.endsWith('/server/operations.d.ts'),
      );
      if (!isOurs) continue;
      if (textOf(field, checker) === '') undescribed.push(`${path}.${field.name}`);
      fields(checker.getTypeOfSymbol(field), `${path}.${field.name}`);
    }
  };
  const verb = (symbol: ts.Symbol, path: string): void => {
    const [signature] = checker.getTypeOfSymbol(symbol).getCallSignatures();
    if (signature === undefined) {
      for (const member of checker.getPropertiesOfType(checker.getTypeOfSymbol(symbol)))
        verb(member, `${path}.${member.name}`);
      return;
    }
    operations += 1;
    if (textOf(symbol, checker) === '') undescribed.push(path);
    const [input] = signature.parameters;
    if (input !== undefined) fields(checker.getTypeOfSymbol(input), path);
  };
  for (const member of checker.getPropertiesOfType(checker.getTypeOfSymbol(constant(name))))
    if (
      member.declarations?.some((each) =>
        each.getSourceFile().fileName.endsWith('/server/operations.d.ts'),
      )
    )
      verb(member, member.name);
  return { operations, undescribed };
}
