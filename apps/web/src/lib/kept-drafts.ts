import { z } from 'zod'
import { store, stored } from './storage.ts'

const lifetime_ms = 24 * 60 * 60 * 1000

const value = z.union([z.string(), z.number(), z.boolean()])
/** The changed fields of a form: the value when the form was opened and the typed one. */
const typedFields = z.record(z.string(), z.object({ before: value, typed: value }))
const keptDrafts = z.object({
  user: z.number(),
  forms: z.record(z.string(), z.object({ saved_ms: z.number(), fields: typedFields })),
})
type Forms = z.infer<typeof keptDrafts>['forms']
export type TypedFields = z.infer<typeof typedFields>

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function writeForms(user: number, forms: Forms): void {
  store('drafts', Object.keys(forms).length === 0 ? null : JSON.stringify({ user, forms }))
}

/** At most a day old; one from the future was saved while the clock was ahead. */
const isYoung = ([, { saved_ms }]: [string, Forms[string]]) =>
  saved_ms <= Date.now() && Date.now() - saved_ms < lifetime_ms

/**
 * Removes from this browser the drafts that are older than a day, and those of another user than `user`; null for a
 * guest, who may be the drafts' user. Returns the drafts that stay, by the name of their form.
 */
export function pruneDrafts(user: number | null): Forms {
  const text = stored('drafts')
  if (text === null) return {}
  const { data } = keptDrafts.safeParse(parse(text))
  if (data === undefined || (user !== null && data.user !== user)) {
    store('drafts', null)
    return {}
  }
  const all = Object.entries(data.forms)
  const young = all.filter(isYoung)
  const forms = Object.fromEntries(young)
  if (young.length < all.length) writeForms(data.user, forms)
  return forms
}

/** Keeps the typed fields of a form; without fields it removes the form's draft. */
export function keepDraft(user: number, name: string, fields: TypedFields): void {
  const { [name]: _, ...others } = pruneDrafts(user)
  const isEmpty = Object.keys(fields).length === 0
  writeForms(user, isEmpty ? others : { ...others, [name]: { saved_ms: Date.now(), fields } })
}
