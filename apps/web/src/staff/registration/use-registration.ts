import { useForm } from '@mantine/form'
import { type PasswordConfig, passwordErrors } from '@quincena/domain/sessions/access-config'
import { type RegisterBody, registerBody } from '@quincena/domain/users/forms'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useDraft } from '../../components/draft.ts'
import { toast } from '../../components/toast.tsx'
import { passwordRulesQuery } from '../../lib/account.ts'
import { ApiError, errorText, fieldErrors } from '../../lib/api-error.ts'
import { firstProblems } from '../../lib/first-problems.ts'
import { useRegisterUser } from './api.ts'

const empty = {
  ...{ email: '', first_name: '', last_name: '', password: '', repeat_password: '' },
  user_type: 'U1' as const satisfies RegisterBody['user_type'],
}
type Values = Omit<typeof empty, 'user_type'> & { user_type: 'U0' | 'U1' }

/** Checks a password against the rules of the access configuration; returns this form's message or null. */
function passwordProblem(password: string, rules: PasswordConfig | undefined): string | null {
  if (password === '' || rules === undefined) return null
  if ([...password].length < rules.passwordLength) return `Mínimo ${rules.passwordLength} caracteres`
  return passwordErrors(password, rules)[0] ?? null
}

function problemsOf(values: Values, rules: PasswordConfig | undefined): Record<string, string> {
  const problems = firstProblems(registerBody, values)
  const weak = passwordProblem(values.password, rules)
  return weak === null ? problems : { password: weak, ...problems }
}

/** Registration form of staff. Success returns to the dashboard; a failure keeps the typed values. */
export function useRegistration() {
  const navigate = useNavigate()
  const { data: rules } = useQuery(passwordRulesQuery)
  const { mutateAsync } = useRegisterUser()
  const [refusal, setRefusal] = useState<string | null>(null)
  const form = useForm<Values>({
    initialValues: empty,
    validateInputOnBlur: true,
    validate: (values) => problemsOf(values, rules),
  })
  useDraft('registration', form)
  const send = async (values: Values) => {
    setRefusal(null)
    try {
      await mutateAsync(values)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      form.setErrors(fieldErrors(error))
      const detail = errorText(error)
      setRefusal(detail.startsWith('Hubo') ? detail : `Hubo un error al agregar el usuario. ${detail}`)
      return
    }
    toast.success('El usuario ha sido registrado correctamente.')
    form.reset()
    await navigate({ to: '/' })
  }
  return { form, rules, refusal, submit: form.onSubmit(send) }
}
