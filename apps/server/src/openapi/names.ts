import { handNames } from './hand-names.ts'
import { pascal } from './schemas.ts'

/** A call as the document lists it. */
export interface Call {
  method: string
  /** Below the API: `/loan/{id}`. */
  path: string
  /** The answer is a page of a list. */
  isList: boolean
}

const isParameter = (part: string | undefined) => part?.startsWith('{') === true
const singular = (word: string) => word.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '')
const plural = (word: string) => {
  if (/s$/.test(word)) return word
  return /[^aeiou]y$/.test(word) ? word.replace(/y$/, 'ies') : `${word}s`
}

/** Parts of paths that say where a call is, not what it is about. */
const places = new Set(['auth', 'treasury', 'stp', 'loan'])
const verbs: Record<string, string> = { post: 'create', put: 'update', patch: 'change', delete: 'delete' }

/** The noun of the static parts of a path, without the place before it: `stp/incoming-payments` -> `IncomingPayment`. */
function nounOf(parts: readonly string[], form: (word: string) => string): string {
  const [first = '', ...rest] = parts
  const inside = rest.length > 0 && places.has(first) ? rest : parts
  return pascal(
    inside.map((part, index) => (index === inside.length - 1 ? form(part) : singular(part))).join('-'),
  )
}

/**
 * Names an operation by method and path: `listLoans`, `getCompany`, `createSavedView`, `confirmIncomingPayment` for a verb
 * after an id, `exportLoans`. Calls whose name would be bad have one in `handNames`.
 */
function ruleName({ method, path, isList }: Call): string {
  const parts = path.split('/').filter((part) => part !== '')
  const words = parts.filter((part) => !isParameter(part))
  const last = parts.at(-1) ?? ''
  const before = words.slice(0, -1)
  if (last === 'export') return `export${nounOf(before, plural)}`
  if (method === 'post' && isParameter(parts.at(-2))) {
    const [verb = '', ...more] = last.split('-')
    return `${verb}${pascal(more.join('-'))}${nounOf(before, singular)}`
  }
  if (method === 'get' && !isList) return `get${nounOf(words, isParameter(last) ? singular : (word) => word)}`
  if (method === 'get') return `list${nounOf(words, plural)}`
  return `${verbs[method] ?? method}${nounOf(words, singular)}`
}

/** `listOpenPayments` -> `List open payments`. */
function sentenceOf(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The name of a call in generated clients, and one line of what it does. */
export function nameOperation(call: Call): { operationId: string; summary: string } {
  const [name, summary] = handNames[`${call.method.toUpperCase()} ${call.path}`] ?? []
  const operationId = name ?? ruleName(call)
  return { operationId, summary: summary ?? sentenceOf(operationId) }
}
