import { ApiError } from './api-error.ts'

/** Refused because somebody else saved meanwhile. */
export const isStale = (error: unknown) =>
  error instanceof ApiError && error.status === 409 && error.code.endsWith('.changed')

type Fields = Record<string, string | number | boolean>

interface Edits<Values extends Fields> {
  /** What the form began with. */
  initial: Values
  typed: Values
  /** What somebody else saved meanwhile. */
  fresh: Values
}

/**
 * Puts two people's edits of one thing together: where nothing was typed, what was saved counts; what was typed stays.
 * `clashes` are the fields that both changed, each to something else.
 */
export function mergeEdits<Values extends Fields>({ initial, typed, fresh }: Edits<Values>) {
  const before = new Map(Object.entries(initial))
  const saved = new Map(Object.entries(fresh))
  const isMine = ([name, value]: [string, Fields[string]]) => value !== before.get(name)
  const mine = Object.entries(typed).filter(isMine)
  const clashes = mine
    .filter(([name, value]) => saved.get(name) !== before.get(name) && saved.get(name) !== value)
    .map(([name]) => name)
  return { values: { ...fresh, ...Object.fromEntries(mine) }, clashes }
}

/** What is said at a field that both changed. */
export const clashText = (value: string) => `Otra persona lo cambió: ahora es «${value}».`

/** What is said of the whole form, after what happened. */
export const mergedText =
  'Sus cambios ya están en el formulario y los tuyos siguen sin guardar. Revísalos y guarda otra vez.'
