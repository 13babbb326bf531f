// Follows what a piece of code uses, from function to function, and collects the error codes on the way.
import {
  type Node,
  namesBelow,
  nodesBelow,
  nodesIn,
  numbersBelow,
  type SourceFile,
  textOf,
  textsBelow,
} from './syntax.ts'

/** A thrown error: its code and its status. */
export interface Thrown {
  code: string
  status: number
}

interface Part {
  file: string
  node: Node
}

export interface Sources {
  files: Map<string, SourceFile>
  /** True for a text that is an error code. */
  isCode: (text: string) => boolean
  codes: readonly string[]
  /** Function of a registration point -> what modules.ts registers with it. */
  registered: Map<string, Part[]>
}

/** Names with every code below them, which say nothing about a call. */
const isCatalogue = new Set(['AppError', 'messages'])

/** `new AppError(…)`, or the `super(…)` of a class that extends it. */
const isError = ({ type, callee }: Node) =>
  type === 'NewExpression'
    ? textOf(callee) === 'AppError'
    : type === 'CallExpression' && nodesIn(callee).some((called) => called.type === 'Super')
const statusesBelow = (node: Node) => numbersBelow(node).filter((number) => number >= 400 && number < 600)

/** The codes that a template can be: those that begin and end as `loan.${type}_active`. */
function codesOfTemplate({ codes }: Sources, { quasis }: Node): string[] {
  const parts = nodesIn(quasis).map(({ value }) => String(Object(value).cooked))
  const [start = '', end = ''] = [parts[0], parts.at(-1)]
  return start === '' ? [] : codes.filter((code) => code.startsWith(start) && code.endsWith(end))
}

/** The codes that an expression names: `'loan.paid'`, and those of its templates. */
export function codesIn(sources: Sources, node: Node): string[] {
  const templates = [...nodesBelow(node)].filter(({ type }) => type === 'TemplateLiteral')
  return [
    ...textsBelow(node).filter(sources.isCode),
    ...templates.flatMap((template) => codesOfTemplate(sources, template)),
  ]
}

/** A rule decides the code, at least in `obstacle ?? 'loan.paid'`. */
const isRuled = (code: Node): boolean =>
  /^(Identifier|MemberExpression|CallExpression)$/.test(code.type) ||
  (code.type === 'LogicalExpression' && nodesIn(code.left).some(isRuled))

/** What a rule returns for an error: `{ code: 'approval.own', status: 403 }`. */
function returnedIn(sources: Sources, node: Node): Thrown[] {
  return [...nodesBelow(node)].flatMap(({ type, properties }) => {
    const fields = new Map(
      (type === 'ObjectExpression' ? nodesIn(properties) : []).map(({ key, value }) => [textOf(key), value]),
    )
    const [code, status] = [nodesIn(fields.get('code'))[0], nodesIn(fields.get('status'))[0]]
    if (code === undefined || status === undefined) return []
    return codesIn(sources, code).flatMap((one) =>
      statusesBelow(status).map((number) => ({ code: one, status: number })),
    )
  })
}

/** What a name means in a file; undefined for a parameter, a package or a global. */
export function declarationOf({ files }: Sources, file: string, name: string): Part | undefined {
  if (isCatalogue.has(name)) return undefined
  const source = files.get(file)
  const imported = source?.imports.get(name)
  if (imported !== undefined) {
    const node = files.get(imported.file)?.declared.get(imported.name)
    return node && { file: imported.file, node }
  }
  const node = source?.declared.get(name)
  return node && { file, node }
}

/** What a part uses directly, and what is registered with a registration point whose file it reaches. */
const used = new WeakMap<Node, Part[]>()

function usesOf(sources: Sources, { file, node }: Part): Part[] {
  const known = used.get(node)
  if (known !== undefined) return known
  const uses = [...namesBelow(node)].flatMap((name) => declarationOf(sources, file, name) ?? [])
  used.set(node, uses)
  return uses
}

/** A part and everything that it uses. */
export function reach(
  sources: Sources,
  start: Part,
  isSkipped = (_file: string) => false,
): Map<Node, string> {
  const seen = new Map<Node, string>()
  const waiting = [start]
  const opened = new Set<string>()
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (seen.has(part.node)) continue
    seen.set(part.node, part.file)
    waiting.push(...usesOf(sources, part))
    if (opened.has(part.file) || isSkipped(part.file)) continue
    opened.add(part.file)
    waiting.push(...(sources.registered.get(part.file) ?? []))
  }
  return seen
}

interface Errors {
  thrown: Thrown[]
  /** Statuses of errors whose code a rule or a parameter decides. */
  open: number[]
  /** A parameter decides code or status of an error. */
  passes: boolean
}

function errorOf(sources: Sources, error: Node): Errors {
  const [code, status] = nodesIn(error.arguments)
  if (code === undefined || status === undefined) return { thrown: [], open: [], passes: false }
  const statuses = statusesBelow(status)
  const codes = codesIn(sources, code)
  return {
    thrown: codes.flatMap((one) => statuses.map((number) => ({ code: one, status: number }))),
    open: codes.length === 0 || isRuled(code) ? statuses : [],
    passes: codes.length === 0 || statuses.length === 0,
  }
}

/** The errors that a part makes. */
export function thrownIn(sources: Sources, node: Node): Errors {
  const errors = [...nodesBelow(node)].filter(isError).map((error) => errorOf(sources, error))
  return {
    thrown: [...errors.flatMap(({ thrown }) => thrown), ...returnedIn(sources, node)],
    open: errors.flatMap(({ open }) => open),
    passes: errors.some(({ passes }) => passes),
  }
}

/** The codes that a call passes to a function which throws them. */
export function passedIn(
  sources: Sources,
  part: Part,
  isThrower: (node: Node) => number[] | undefined,
): Thrown[] {
  const calls = [...nodesBelow(part.node)].filter(({ type }) => type === 'CallExpression')
  return calls.flatMap((call) => {
    const called = declarationOf(sources, part.file, textOf(call.callee) ?? '')
    const usual = called && isThrower(called.node)
    if (usual === undefined) return []
    const passed = nodesIn(call.arguments)
    const statuses = [...passed.flatMap(statusesBelow), ...usual]
    return passed
      .flatMap((argument) => codesIn(sources, argument))
      .flatMap((code) => [...new Set(statuses)].map((status) => ({ code, status })))
  })
}
