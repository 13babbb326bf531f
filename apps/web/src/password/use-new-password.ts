import { schemaResolver, useForm } from '@mantine/form'
import { type PasswordConfig, passwordErrors } from '@quincena/domain/sessions/access-config'
import { resetPasswordBody } from '@quincena/domain/sessions/schema'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { toast } from '../components/toast.tsx'
import { api, noContent } from '../lib/api.ts'
import { ApiError, errorText } from '../lib/api-error.ts'
import { currentSession } from '../lib/session.ts'
import { signOut } from '../lib/sign-in.ts'

const fields = z
  .object({
    password: resetPasswordBody.shape.password,
    confirmation: z.string().min(1, 'La confirmación de la nueva contraseña no puede estar vacía.'),
  })
  .refine(({ password, confirmation }) => password === confirmation, {
    error: 'Las contraseñas no coinciden.',
    path: ['confirmation'],
  })

const fieldRefusal = (error: unknown, field: string) =>
  error instanceof ApiError ? error.errors[field] : undefined

interface NewPassword {
  token: string
  /** The configuration's, once the server told them; it judges by its own in any case. */
  rules: PasswordConfig | undefined
  /** The link no longer serves. */
  onRefused: () => void
}

/**
 * Chooses a password by a mailed link, then leads to the login. What the password lacks is said at its field, and the
 * link stays good.
 */
export function useNewPassword({ token, rules, onRefused }: NewPassword) {
  const navigate = useNavigate()
  const [refusal, setRefusal] = useState<string | null>(null)
  const form = useForm({
    initialValues: { password: '', confirmation: '' },
    validate: schemaResolver(fields, { sync: true }),
    validateInputOnChange: true,
  })
  const leave = async () => {
    // Somebody else may be signed in on this machine; of the person themselves the server has ended every session.
    if (currentSession().state === 'signed-in') await signOut()
    toast.success('Contraseña guardada. Ya puedes iniciar sesión.')
    await navigate({ to: '/', replace: true })
  }
  const refuse = (lacks: readonly string[]) => {
    form.setFieldError('password', `${lacks.join('. ')}.`)
    form.getInputNode('password')?.focus()
  }
  const send = async ({ password }: typeof form.values) => {
    setRefusal(null)
    const missing = rules === undefined ? [] : passwordErrors(password, rules)
    if (missing.length > 0) return refuse(missing)
    try {
      const body = z.encode(resetPasswordBody, { token, password })
      await api.post(noContent, '/auth/reset-password', { body })
    } catch (error) {
      if (fieldRefusal(error, 'token')) return onRefused()
      const lacks = fieldRefusal(error, 'password')
      if (lacks === undefined) return setRefusal(errorText(error))
      return refuse(lacks)
    }
    await leave()
  }
  return { form, refusal, submit: form.onSubmit(send) }
}
