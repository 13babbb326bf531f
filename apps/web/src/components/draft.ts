import type { UseFormReturnType } from '@mantine/form'
import { useEffect } from 'react'
import { isSessionLost, useUser } from '../lib/session.ts'
import { toast } from './toast.tsx'

type Fields = Record<string, string | number | boolean>
type Form<Values> = Pick<UseFormReturnType<Values>, 'getInitialValues' | 'getValues' | 'setValues'>

/** In memory alone: gone with the tab, and found by nobody else who signs in on it. */
const drafts = new Map<string, Fields>()

/** The fields that were typed into, but for passwords: those are never kept. */
function typedInto(form: Form<Fields>): Fields {
  const before = new Map(Object.entries(form.getInitialValues()))
  const isTyped = ([field, value]: [string, unknown]) =>
    value !== before.get(field) && !field.includes('password')
  return Object.fromEntries(Object.entries(form.getValues()).filter(isTyped))
}

/**
 * What was typed into a form when the session ended comes back when the same person opens it again. `name` says which
 * form of which thing it is; its fields are put over what the form begins with by then.
 */
export function useDraft<Values extends Fields>(name: string, form: Form<Values>): void {
  const { id } = useUser()
  const key = `${id} ${name}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: once on the screen's way in, once on its way out
  useEffect(() => {
    const draft = drafts.get(key)
    drafts.delete(key)
    if (draft !== undefined) {
      form.setValues({ ...form.getValues(), ...draft })
      toast.success('Aquí está lo que escribiste antes de que terminara tu sesión.')
    }
    return () => {
      if (!isSessionLost()) return
      const typed = typedInto(form)
      if (Object.keys(typed).length > 0) drafts.set(key, typed)
    }
  }, [])
}
