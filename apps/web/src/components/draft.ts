import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useState } from 'react'
import { keepDraft, pruneDrafts, type TypedFields } from '../lib/kept-drafts.ts'
import { clashText } from '../lib/merge-edits.ts'
import { currentSession } from '../lib/session.ts'

/** Values of a form. */
export type Fields = Record<string, string | number | boolean>
type Form<Values> = Pick<
  UseFormReturnType<Values>,
  'getInitialValues' | 'getValues' | 'setValues' | 'setErrors' | 'reset' | 'isDirty' | 'values' | 'submitting'
>

/** Passwords, codes, CLABEs, card and account numbers, and files are never kept. */
const secretField = /password|^code$|clabe|card|account|file|voucher/

function listTypedFields(form: Form<Fields>): TypedFields {
  const before = new Map(Object.entries(form.getInitialValues()))
  return Object.fromEntries(
    Object.entries(form.getValues()).flatMap(([field, typed]) => {
      const first = before.get(field)
      const isKept = first !== undefined && typed !== first && !secretField.test(field)
      return isKept ? [[field, { before: first, typed }]] : []
    }),
  )
}

/** Puts the typed values into the form, and a message at each field that was saved with another value since then. */
function restore(form: Form<Fields>, fields: TypedFields): boolean {
  const now = new Map(Object.entries(form.getInitialValues()))
  const known = Object.entries(fields).filter(([field, { typed }]) => typeof now.get(field) === typeof typed)
  const changed = known.filter(([field, { typed }]) => now.get(field) !== typed)
  if (changed.length === 0) return false
  form.setValues({
    ...form.getValues(),
    ...Object.fromEntries(changed.map(([field, { typed }]) => [field, typed])),
  })
  const clashes = changed.filter(([field, { before }]) => now.get(field) !== before)
  form.setErrors(Object.fromEntries(clashes.map(([field]) => [field, clashText(String(now.get(field)))])))
  return true
}

const currentUserId = () => {
  const session = currentSession()
  return session.state === 'guest' ? undefined : session.user.id
}

export interface Draft {
  /** The form shows what was typed before a reload, a crash or the end of the session. */
  isRestored: boolean
  /** Returns the form to its initial values. */
  discard: () => void
}

/**
 * Keeps what is typed in this browser for a day, for the same user: a reload, a crash or the end of the session brings it
 * back. It is removed when the form closes or returns to its initial values, and at the logout. `name` identifies the
 * form and its record. With `isMoney` it is also removed while the form is sent: what may have arrived is not offered for
 * sending again.
 */
export function useDraft<Values extends Fields>(
  name: string,
  form: Form<Values>,
  { isMoney = false } = {},
): Draft {
  const [isRestored, setIsRestored] = useState(false)
  const isSent = isMoney && form.submitting
  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft is read when the form opens
  useEffect(() => {
    const user = currentUserId()
    const draft = user === undefined ? undefined : pruneDrafts(user)[name]
    setIsRestored(draft !== undefined && restore(form, draft.fields))
    return () => {
      if (user !== undefined && currentUserId() === user) keepDraft(user, name, {})
    }
  }, [name])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values are read through the form
  useEffect(() => {
    const user = currentUserId()
    if (user !== undefined) keepDraft(user, name, isSent ? {} : listTypedFields(form))
  }, [name, form.values, isSent])
  return { isRestored: isRestored && form.isDirty(), discard: form.reset }
}
