import { schemaResolver, useForm } from '@mantine/form'
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

/**
 * Chooses a password by a mailed link, then leads to the login. The rules are the configuration's, which only the
 * server tells a guest: what the password lacks is said at its field, and the link stays good.
 */
export function useNewPassword(token: string, onRefused: () => void) {
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
  const send = async ({ password }: typeof form.values) => {
    setRefusal(null)
    try {
      const body = z.encode(resetPasswordBody, { token, password })
      await api.post(noContent, '/auth/reset-password', { body })
    } catch (error) {
      if (fieldRefusal(error, 'token')) return onRefused()
      const lacks = fieldRefusal(error, 'password')
      if (lacks === undefined) return setRefusal(errorText(error))
      form.setFieldError('password', `${lacks.join('. ')}.`)
      form.getInputNode('password')?.focus()
      return
    }
    await leave()
  }
  return { form, refusal, submit: form.onSubmit(send) }
}
