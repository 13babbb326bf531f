import { Button } from '@mantine/core'
import { emailConfirmationBody } from '@quincena/domain/sessions/schema'
import { useState } from 'react'
import { FormError } from '../../components/form-error.tsx'
import { OneTimeCodeInput } from '../../components/one-time-code-input.tsx'
import stack from '../../components/phone/stack.module.css'
import { useServerForm } from '../../components/server-form.ts'
import { toast } from '../../components/toast.tsx'
import { confirmEmail, requestEmailCode } from '../../lib/account.ts'
import { useUser } from '../../lib/session.ts'
import { refreshUser } from '../../lib/sign-in.ts'

function useCode() {
  const [isSent, setSent] = useState(false)
  const [isSending, setSending] = useState(false)
  const send = async () => {
    setSending(true)
    try {
      await requestEmailCode()
      setSent(true)
    } catch (error) {
      toast.error(error)
    } finally {
      setSending(false)
    }
  }
  return { isSent, isSending, send }
}

function CodeForm() {
  const { form, refusal, formProps } = useServerForm({
    schema: emailConfirmationBody,
    initial: { code: '' },
    send: async (body) => {
      await confirmEmail(body)
      toast.success('Correo confirmado')
      await refreshUser()
    },
  })
  return (
    <form className={stack.stack} {...formProps} aria-label="Confirmar correo">
      <OneTimeCodeInput
        size="lg"
        label="Código del correo"
        description="Los 6 dígitos que te enviamos. Valen 15 minutos."
        data-autofocus
        {...form.getInputProps('code')}
      />
      <FormError text={refusal} />
      <Button type="submit" size="lg" fullWidth loading={form.submitting}>
        Confirmar correo
      </Button>
    </form>
  )
}

/** Mails a code to the worker's address and takes it: a person who has only the password cannot read it. */
export function ConfirmEmail() {
  const { email } = useUser()
  const { isSent, isSending, send } = useCode()
  return (
    <div className={stack.stack}>
      {isSent && <CodeForm />}
      <Button
        size="lg"
        fullWidth
        variant={isSent ? 'subtle' : 'filled'}
        loading={isSending}
        onClick={() => void send()}
      >
        {isSent ? 'Enviar otro código' : 'Enviar código'}
      </Button>
      <p className={stack.note}>{isSent ? `Enviado a ${email}.` : `Llega a ${email}.`}</p>
    </div>
  )
}
