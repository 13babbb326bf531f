import { type PasswordConfig, passwordErrors, passwordRulesOf } from '@quincena/domain/sessions/access-config'
import { registerBody } from '@quincena/domain/users/forms'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useDraft } from '../../components/draft.ts'
import { useGuessablePassword } from '../../components/guessable-password.ts'
import { type Failure, refusalText, useServerForm } from '../../components/server-form.ts'
import { toast } from '../../components/toast.tsx'
import { passwordRulesQuery } from '../../lib/account.ts'
import { useRegisterUser } from './api.ts'

type TextField = 'email' | 'first_name' | 'last_name' | 'password' | 'repeat_password'
type Values = Record<TextField, string> & { user_type: 'U0' | 'U1' }

const failed = 'Hubo un error al agregar el usuario.'

const empty: Values = {
  ...{ email: '', first_name: '', last_name: '', password: '', repeat_password: '' },
  user_type: 'U1',
}

/** Checks a password against the rules of the access configuration; returns this form's message. */
function passwordProblem(password: string, rules: PasswordConfig | undefined) {
  if (password === '' || rules === undefined) return undefined
  if ([...password].length < rules.passwordLength) return `Mínimo ${rules.passwordLength} caracteres`
  return passwordErrors(password, rules)[0]
}

/** The server's text, after the words that registration failed; null while only typed values are wrong. */
function failureText(failure: Failure): string | null {
  if (failure.error === undefined) return null
  const detail = refusalText(failure)
  return detail.startsWith(failed) ? detail : `${failed} ${detail}`
}

/** Registration form of staff. Success returns to the dashboard; a failure keeps the typed values. */
export function useRegistration() {
  const navigate = useNavigate()
  const { data } = useQuery(passwordRulesQuery)
  const rules = data && passwordRulesOf(data, 'U1')
  const { mutateAsync } = useRegisterUser()
  const { guessable, watch } = useGuessablePassword()
  const state = useServerForm({
    schema: registerBody,
    initial: empty,
    check: ({ password }) => ({ password: passwordProblem(password, rules) }),
    validateOn: 'blur',
    explain: failureText,
    send: async (_, values) => {
      await watch(values.password, mutateAsync(values))
      toast.success('El usuario ha sido registrado correctamente.')
      state.reset()
      await navigate({ to: '/' })
    },
  })
  const draft = useDraft('registration', state.form)
  return { ...state, draft, rules, guessable }
}
