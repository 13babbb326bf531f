import { Button } from '@mantine/core'
import { email } from '@quincena/domain/fields'
import { forgotPasswordBody } from '@quincena/domain/sessions/schema'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { FormError } from '../components/form-error.tsx'
import { AccountEmailField } from '../components/login-fields.tsx'
import { Notice } from '../components/notice.tsx'
import { useServerForm } from '../components/server-form.ts'
import { requestLink } from './api.ts'
import classes from './password-page.module.css'

const fields = z.object({
  email: forgotPasswordBody.shape.email.pipe(email('Revisa tu correo: le falta algo.')),
})

function useLinkRequest() {
  const typedEmail = useLocation({ select: ({ state }) => state.email ?? '' })
  const [isSent, setIsSent] = useState(false)
  const state = useServerForm({
    schema: fields,
    initial: { email: typedEmail },
    validateOn: 'blur',
    send: async (body) => {
      await requestLink(body)
      setIsSent(true)
    },
  })
  return { ...state, isSent, tryAgain: () => setIsSent(false) }
}

/** Confirmation of a request. The text is the same for unknown addresses, so that it does not reveal accounts. */
function Sent({ size, onAgain }: { size: 'md' | 'lg'; onAgain: () => void }) {
  return (
    <>
      <h1 className={classes.title} tabIndex={-1} ref={(heading) => heading?.focus()}>
        Revisa tu correo
      </h1>
      <p className={classes.lead}>
        Si el correo existe, te enviamos un enlace para crear una contraseña nueva. Si no lo ves, busca en el
        correo no deseado.
      </p>
      <Button variant="light" size={size} fullWidth onClick={onAgain}>
        Pedir otro enlace
      </Button>
    </>
  )
}

interface LinkRequestFormProps {
  size: 'md' | 'lg'
  /** The user opened an invalid or expired link. */
  isLinkRefused: boolean
}

/** Form that requests a password link by e-mail. */
export function LinkRequestForm({ size, isLinkRefused }: LinkRequestFormProps) {
  const { form, refusal, isSent, tryAgain, formProps } = useLinkRequest()
  if (isSent) return <Sent size={size} onAgain={tryAgain} />
  const title = isLinkRefused ? 'Pide un enlace nuevo' : '¿Olvidaste tu contraseña?'
  return (
    <>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.lead}>Escribe tu correo y te enviamos un enlace para crear una nueva.</p>
      <form className={classes.form} {...formProps} aria-label={title}>
        {isLinkRefused && (
          <Notice tone="problem">
            El enlace no es válido o ya venció. Cada enlace sirve una sola vez y por tiempo limitado.
          </Notice>
        )}
        <AccountEmailField size={size} {...form.getInputProps('email')} />
        <FormError text={refusal} />
        <Button type="submit" size={size} loading={form.submitting}>
          Enviar enlace
        </Button>
      </form>
    </>
  )
}
