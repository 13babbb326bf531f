import type { UseFormReturnType } from '@mantine/form'
import { useEffect } from 'react'
import { currentSession, isSessionLost } from '../lib/session.ts'
import { toast } from './toast.tsx'

/** Values of a form. */
export type Fields = Record<string, string | number | boolean>
type Form<Values> = Pick<UseFormReturnType<Values>, 'getInitialValues' | 'getValues' | 'setValues'>

/** Drafts by user id and form name, in memory only: they end with the tab, and other users cannot read them. */
const drafts = new Map<string, Fields>()

/** The changed fields except passwords, which are never kept. */
function listTypedFields(form: Form<Fields>): Fields {
  const before = new Map(Object.entries(form.getInitialValues()))
  const isTyped = ([field, value]: [string, unknown]) =>
    value !== before.get(field) && !field.includes('password')
  return Object.fromEntries(Object.entries(form.getValues()).filter(isTyped))
}

/**
 * Restores a form after the server ended the session: the same user finds the typed fields again, over the form's new
 * initial values. `name` identifies the form and its record; undefined keeps no draft.
 */
export function useDraft<Values extends Fields>(name: string | undefined, form: Form<Values>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once on mount and once on unmount
  useEffect(() => {
    const session = currentSession()
    if (name === undefined || session.state === 'guest') return
    const key = `${session.user.id} ${name}`
    const draft = drafts.get(key)
    drafts.delete(key)
    if (draft !== undefined) {
      form.setValues({ ...form.getValues(), ...draft })
      toast.success('Aquí está lo que escribiste antes de que terminara tu sesión.')
    }
    return () => {
      if (!isSessionLost()) return
      const typed = listTypedFields(form)
      if (Object.keys(typed).length > 0) drafts.set(key, typed)
    }
  }, [])
}
