import { useForm } from '@mantine/form'
import { userPatch } from '@quincena/domain/users/forms'
import type { User } from '@quincena/domain/users/schema'
import { useState } from 'react'
import { useDraft } from '../../../components/draft.ts'
import { errorText, fieldErrors } from '../../../lib/api-error.ts'
import { firstProblems } from '../../../lib/first-problems.ts'
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
  const given = { phone, email, address, neighborhood, zip_code, city, state }
  const texts = Object.fromEntries(own.map((field) => [field, given[field] ?? ''])) as Record<
    OwnField,
    string
  > // each field is named above
  return { ...texts, current_password: '' }
}

/** Fields that differ from the stored values. Only these are validated and sent, with the password for a new e-mail. */
function changesOf(values: Values, before: Values) {
  const changed = own.filter((field) => values[field].trim() !== before[field])
  const changes = Object.fromEntries(changed.map((field) => [field, values[field].trim()]))
  return 'email' in changes ? { ...changes, current_password: values.current_password } : changes
}

function problemsOf(values: Values, before: Values): Record<string, string> {
  const changes = changesOf(values, before)
  const lacksPassword = 'email' in changes && values.current_password === ''
  return {
    ...firstProblems(userPatch, changes),
    ...(lacksPassword && { current_password: 'Escribe tu contraseña para cambiar tu correo.' }),
  }
}

/** Form of the data that a worker can change. `onProblem` gets the tab of the first error. */
export function useOwnData(person: User, onProblem: (tab: DataTab) => void) {
  const [before, setBefore] = useState(() => valuesOf(person))
  const [refusal, setRefusal] = useState<string | null>(null)
  const form = useForm<Values>({
    initialValues: before,
    validate: (values) => problemsOf(values, before),
    validateInputOnBlur: true,
  })
  useDraft('own data', form)
  const refuse = (errors: Record<string, React.ReactNode>, text: string | null) => {
    form.setErrors(errors)
    const first = [...own, 'current_password' as const].find((field) => errors[field] !== undefined)
    setRefusal(first === undefined ? text : null)
    if (first === undefined) return false
    onProblem(tabOf(first))
    setTimeout(() => form.getInputNode(first)?.focus())
    return false
  }
  /** Resolves to true if the data was saved. */
  const save = async (): Promise<boolean> => {
    setRefusal(null)
    const { hasErrors, errors } = form.validate()
    if (hasErrors) return refuse(errors, null)
    try {
      const saved = await updateOwnData(person.id, changesOf(form.values, before))
      replaceUser(saved)
      const fresh = valuesOf(saved)
      setBefore(fresh)
      form.setValues(fresh)
      return true
    } catch (error) {
      return refuse(fieldErrors(error), errorText(error))
    }
  }
  const changes = changesOf(form.values, before)
  return { form, save, refusal, changesEmail: 'email' in changes, isDirty: Object.keys(changes).length > 0 }
}
export type OwnData = ReturnType<typeof useOwnData>
