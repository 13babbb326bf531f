import { ApiError } from './api-error.ts'

/** True for a 409 `*.changed`: another user saved the record since the form was opened. */
export const isStale = (error: unknown) =>
  error instanceof ApiError && error.status === 409 && error.code.endsWith('.changed')

type Fields = Record<string, string | number | boolean>

interface Edits<Values extends Fields> {
  /** Values when the form was opened. */
  initial: Values
  typed: Values
  /** Values that another user saved since then. */
  fresh: Values
}

/**
 * Merges the edits of two users: typed fields keep the typed value, all others take the saved value. `clashes` lists
 * the fields that both changed to different values.
 */
export function mergeEdits<Values extends Fields>({ initial, typed, fresh }: Edits<Values>) {
  const before = new Map(Object.entries(initial))
  const saved = new Map(Object.entries(fresh))
  const isChanged = ([name, value]: [string, Fields[string]]) => value !== before.get(name)
  const typedFields = Object.entries(typed).filter(isChanged)
  const clashes = typedFields
    .filter(([name, value]) => saved.get(name) !== before.get(name) && saved.get(name) !== value)
    .map(([name]) => name)
  return { values: { ...fresh, ...Object.fromEntries(typedFields) }, clashes }
}

/** The text at a field that both users changed. */
export const clashText = (value: string) => `Otra persona lo cambió: ahora es «${value}».`

/** The text above a form after a merge. */
export const mergedText =
  'Sus cambios ya están en el formulario y los tuyos siguen sin guardar. Revísalos y guarda otra vez.'
