import { type PasswordConfig, passwordErrors } from '@quincena/domain/sessions/access-config'
import { resetPasswordBody } from '@quincena/domain/sessions/schema'
import { useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { useGuessablePassword } from '../components/guessable-password.ts'
import { useServerForm } from '../components/server-form.ts'
import { toast } from '../components/toast.tsx'
import { ApiError, fieldProblem } from '../lib/api-error.ts'
import { currentSession } from '../lib/session.ts'
import { signOut } from '../lib/sign-in.ts'
import { resetPassword } from './api.ts'

const fields = z
  .object({
    password: resetPasswordBody.shape.password,
    confirmation: z.string().min(1, 'La confirmación de la nueva contraseña no puede estar vacía.'),
  })
  .refine(({ password, confirmation }) => password === confirmation, {
    error: 'Las contraseñas no coinciden.',
    path: ['confirmation'],
  })

const weakPasswordError = (missing: readonly string[]) => fieldProblem('password', `${missing.join('. ')}.`)

interface NewPassword {
  token: string
  /** The configured rules, undefined until loaded. The server checks the password in any case. */
  rules: PasswordConfig | undefined
  /** Called when the server refuses the link. */
  onRefused: () => void
}

/**
 * Sets a password with the token of a mailed link, then opens the login. A weak password shows the missing rules at its
 * field and does not use up the link.
 */
export function useNewPassword({ token, rules, onRefused }: NewPassword) {
  const navigate = useNavigate()
  const openLogin = async () => {
    // The server ended the sessions of the link's user; another user may be signed in in this browser.
    if (currentSession().state === 'signed-in') await signOut()
    toast.success('Contraseña guardada. Ya puedes iniciar sesión.')
    await navigate({ to: '/', replace: true })
  }
  const handleError = (error: unknown) => {
    const errors = error instanceof ApiError ? error.errors : {}
    if (errors.token === undefined) throw errors.password ? weakPasswordError(errors.password) : error
    onRefused()
  }
  const { guessable, watch } = useGuessablePassword()
  const state = useServerForm({
    schema: fields,
    initial: { password: '', confirmation: '' },
    validateOn: 'change',
    send: async ({ password }) => {
      const missingRules = rules === undefined ? [] : passwordErrors(password, rules)
      if (missingRules.length > 0) throw weakPasswordError(missingRules)
      try {
        await watch(password, resetPassword({ token, password }))
      } catch (error) {
        return handleError(error)
      }
      await openLogin()
    },
  })
  return { ...state, guessable }
}
