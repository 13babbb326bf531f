import { userPatch } from '@quincena/domain/users/forms'
import type { User } from '@quincena/domain/users/schema'
import { useEffect, useState } from 'react'
import { useDraft } from '../../../components/draft.ts'
import { explainRefusal, useServerForm } from '../../../components/server-form.ts'
import { toast } from '../../../components/toast.tsx'
import { replaceUser } from '../../../lib/session.ts'
import { updateOwnData } from './api.ts'
import type { DataTab } from './search.ts'

const own = ['phone', 'email', 'address', 'neighborhood', 'zip_code', 'city', 'state'] as const
type OwnField = (typeof own)[number]
type Values = Record<OwnField | 'current_password', string>

const tabOf = (field: string): DataTab =>
  field === 'phone' || field === 'email' || field === 'current_password' ? 'perfil' : 'domicilio'

function valuesOf(person: User): Values {
  const { phone, email, address, neighborhood, zip_code, city, state } = person
  const savedData = { phone, email, address, neighborhood, zip_code, city, state }
  const texts = Object.fromEntries(own.map((field) => [field, savedData[field] ?? ''])) as Record<
    OwnField,
    string
  > // each field is named above
  return { ...texts, current_password: '' }
}

/** For which change the password is needed: the e-mail is the user name, and the phone receives codes that sign. */
function passwordFor(changes: object): 'email' | 'phone' | null {
  if ('email' in changes) return 'email'
  return 'phone' in changes ? 'phone' : null
}

/** Fields that differ from the stored values. Only these are validated and sent, with the password where it is needed. */
function changesOf(values: Values, before: Values) {
  const changed = own.filter((field) => values[field].trim() !== before[field])
  const changes = Object.fromEntries(changed.map((field) => [field, values[field].trim()]))
  return passwordFor(changes) === null ? changes : { ...changes, current_password: values.current_password }
}

const missingPassword = {
  email: 'Escribe tu contraseña para cambiar tu correo.',
  phone: 'Escribe tu contraseña para cambiar tu teléfono.',
}

function passwordProblem(values: Values, before: Values) {
  const needed = passwordFor(changesOf(values, before))
  const isMissing = needed !== null && values.current_password === ''
  return { current_password: isMissing ? missingPassword[needed] : undefined }
}

/** Form of the data that a worker can change. `onProblem` gets the tab of the first error. */
export function useOwnData(person: User, onProblem: (tab: DataTab) => void) {
  const [before, setBefore] = useState(() => valuesOf(person))
  const { form, refusal, submit } = useServerForm({
    schema: userPatch,
    initial: before,
    toBody: (values) => changesOf(values, before),
    check: (values) => passwordProblem(values, before),
    validateOn: 'blur',
    explain: (failure) => {
      const first = [...own, 'current_password'].find((field) => failure.errors[field] !== undefined)
      if (first !== undefined) onProblem(tabOf(first))
      return explainRefusal(failure)
    },
    send: async (_, values) => {
      const saved = await updateOwnData(person.id, changesOf(values, before))
      replaceUser(saved)
      const fresh = valuesOf(saved)
      setBefore(fresh)
      form.setInitialValues(fresh)
      form.setValues(fresh)
      toast.success('Tus datos se guardaron.')
    },
  })
  const { isRestored } = useDraft('own data', form)
  useEffect(() => {
    if (isRestored) toast.success('Recuperamos lo que escribiste.')
  }, [isRestored])
  const changes = changesOf(form.values, before)
  return {
    ...{ form, submit, refusal, password_for: passwordFor(changes) },
    isDirty: Object.keys(changes).length > 0,
  }
}
export type OwnData = ReturnType<typeof useOwnData>
