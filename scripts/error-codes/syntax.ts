// The parts of the server's and the domain's source that tell which error codes a call can answer.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'oxc-parser'

/** A node of a syntax tree, as far as it is read here. */
export interface Node {
  type: string
  [field: string]: unknown
}

export interface SourceFile {
  file: string
  program: Node
  /** Name in the file -> the file and the name that it is imported from. */
  imports: Map<string, { file: string; name: string }>
  /** Name -> its declaration, at any depth. */
  declared: Map<string, Node>
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** True for what only the compiler reads. */
const isType = ({ type }: Node) =>
  /^TS(?!AsExpression|SatisfiesExpression|NonNullExpression|InstantiationExpression)/.test(type)

/** The nodes below a node, itself first, without types. */
export function* nodesBelow(node: Node): Generator<Node> {
  yield node
  for (const [field, value] of Object.entries(node)) {
    if (field === 'parent') continue
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child) && !isType(child)) yield* nodesBelow(child)
  }
}

/** The nodes in a field that holds one or several. */
export const nodesIn = (value: unknown): Node[] => [value].flat().filter(isNode)

/** The name of an identifier, or the value of a text; undefined for another node. */
export function textOf(value: unknown): string | undefined {
  if (!isNode(value)) return undefined
  if (value.type === 'Identifier' && typeof value.name === 'string') return value.name
  return value.type === 'Literal' && typeof value.value === 'string' ? value.value : undefined
}

/** All texts that are written below a node. */
export const textsBelow = (node: Node): string[] =>
  [...nodesBelow(node)].flatMap(({ type, value }) =>
    type === 'Literal' && typeof value === 'string' ? [value] : [],
  )

/** All numbers that are written below a node. */
export const numbersBelow = (node: Node): number[] =>
  [...nodesBelow(node)].flatMap(({ type, value }) =>
    type === 'Literal' && typeof value === 'number' ? [value] : [],
  )

/** The names that a node uses, without those of fields. */
export function namesBelow(node: Node): Set<string> {
  const fields = new Set<Node>()
  const names = new Set<string>()
  for (const part of nodesBelow(node)) {
    if (part.type === 'MemberExpression' && part.computed !== true)
      nodesIn(part.property).forEach((field) => void fields.add(field))
    if (part.type === 'Property' && part.shorthand !== true && part.computed !== true)
      nodesIn(part.key).forEach((field) => void fields.add(field))
    if (part.type === 'Identifier' && !fields.has(part) && typeof part.name === 'string') names.add(part.name)
  }
  return names
}

/** The file that an import names: one of the server, or of the domain. */
function importedFile(from: string, file: string): string | undefined {
  if (from.startsWith('@quincena/domain/'))
    return `packages/domain/src/${from.slice('@quincena/domain/'.length)}.ts`
  return from.startsWith('.') ? join(dirname(file), from) : undefined
}

function importsOf(program: Node, file: string): SourceFile['imports'] {
  const declarations = nodesIn(program.body).filter(({ type }) => type === 'ImportDeclaration')
  const named = declarations.flatMap(({ source, specifiers }) => {
    const target = importedFile(textOf(source) ?? '', file)
    if (target === undefined) return []
    return nodesIn(specifiers).flatMap(({ local, imported }) => {
      const [name, original] = [textOf(local), textOf(imported)]
      if (name === undefined || original === undefined) return []
      return [[name, { file: target, name: original }] as const]
    })
  })
  return new Map(named)
}

const isFunction = ({ type }: Node) => /^(ArrowFunctionExpression|FunctionExpression)$/.test(type)

/** The names that a declaration gives, also those of a pattern. */
const namesOf = ({ id }: Node) =>
  nodesIn(id)
    .flatMap((one) => [...nodesBelow(one)])
    .flatMap((part) => (part.type === 'Identifier' ? (textOf(part) ?? []) : []))

/** Functions inside of functions, and in files of routes all that is declared inside. */
const isNested = (node: Node, file: string) =>
  node.type === 'FunctionDeclaration' ||
  (node.type === 'VariableDeclarator' && (/routes/.test(file) || nodesIn(node.init).some(isFunction)))

/** The declarations on top of a file, and those inside functions that are functions themselves, or parts of routes. */
function declarationsOf(program: Node, file: string): Map<string, Node> {
  const onTop = nodesIn(program.body).flatMap((statement) => {
    const declaration = nodesIn(statement.declaration)[0] ?? statement
    return [declaration, ...nodesIn(declaration.declarations)].filter((node) => !isType(node))
  })
  const nested = [...nodesBelow(program)].filter((node) => isNested(node, file))
  const declared = new Map<string, Node>()
  for (const node of [...onTop, ...nested])
    for (const name of namesOf(node)) if (!declared.has(name)) declared.set(name, node)
  return declared
}

/** Reads the server's and the domain's source below `root`, without tests. */
export function readSourceFiles(root: string): Map<string, SourceFile> {
  const files = globSync('{apps/server,packages/domain}/src/**/*.ts', {
    cwd: root,
    exclude: ['**/*.test.ts'],
  })
  return new Map(
    files.map((file) => {
      const program: unknown = parseSync(file, readFileSync(join(root, file), 'utf8')).program
      if (!isNode(program)) throw new Error(`${file} has no program`)
      return [
        file,
        { file, program, imports: importsOf(program, file), declared: declarationsOf(program, file) },
      ]
    }),
  )
}
