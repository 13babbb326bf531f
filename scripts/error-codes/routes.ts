// Finds the routes in the source: method, path, and the code that answers.
import { type Node, nodesBelow, nodesIn, type SourceFile, textOf, textsBelow } from './syntax.ts'

export interface RouteSource {
  file: string
  /** `GET /loan/{id}`; a part that the source computes is `*`. */
  call: string
  parts: Node[]
}

const methods = ['get', 'post', 'put', 'patch', 'delete']

/** The texts that a name of a path can have: a constant, or the list of a loop. */
function valuesOf(source: SourceFile, name: string): string[] {
  const loops = [...nodesBelow(source.program)].filter(
    ({ type, left }) =>
      type === 'ForOfStatement' &&
      nodesIn(left).some((part) => [...nodesBelow(part)].some((id) => textOf(id) === name)),
  )
  const declared = nodesIn(source.declared.get(name)?.init)
  const texts = [...declared, ...loops.flatMap(({ right }) => nodesIn(right))].flatMap(textsBelow)
  return texts.length === 0 ? ['*'] : texts
}

function pathsOf(source: SourceFile, node: Node): string[] {
  const text = textOf(node) ?? ''
  if (node.type === 'Literal') return [text]
  if (node.type === 'Identifier') return valuesOf(source, text)
  const names = nodesIn(node.expressions)
  return nodesIn(node.quasis).reduce<string[]>(
    (begun, quasi, index) => {
      const name = names[index]
      const next = name === undefined ? [''] : valuesOf(source, textOf(name) ?? '')
      const { cooked } = Object(quasi.value)
      return begun.flatMap((start) => next.map((value) => `${start}${cooked}${value}`))
    },
    [''],
  )
}

/** The path as the OpenAPI document writes it. */
const documented = (path: string) => path.replace(/:(\w+)/g, '{$1}').replace(/(?<=.)\/$/, '')

/** The methods that a call such as `app.get(...)` registers; none for another call. */
function methodsOf(source: SourceFile, call: Node): string[] {
  const [callee] = nodesIn(call.type === 'CallExpression' ? call.callee : undefined)
  if (callee?.type !== 'MemberExpression' || !/^(app|api|scope)$/.test(textOf(callee.object) ?? '')) return []
  const name = textOf(callee.property) ?? ''
  return callee.computed === true ? valuesOf(source, name) : methods.filter((method) => method === name)
}

/** The routes that a file registers. */
export function routesIn(source: SourceFile): RouteSource[] {
  return [...nodesBelow(source.program)].flatMap((node) => {
    const registered = methodsOf(source, node)
    const [path, ...parts] = nodesIn(node.arguments)
    if (registered.length === 0 || path === undefined || parts.length === 0) return []
    return pathsOf(source, path).flatMap((one) =>
      registered.map((method) => ({
        file: source.file,
        call: `${method.toUpperCase()} ${documented(one)}`,
        parts,
      })),
    )
  })
}
